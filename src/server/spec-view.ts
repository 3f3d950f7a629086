import { check } from "../checks/check.ts";
import type { Finding } from "../checks/finding.ts";
import { type BlamedLine, blameLines, type LineChange } from "../documents/changes/blame-lines.ts";
import { type DiffHunk, diffHunks } from "../documents/changes/diff-hunks.ts";
import { joinFiles, placesInFiles } from "../documents/layouts/joined-files.ts";
import type { WorkingSpec } from "../mediator/state.ts";
import type { Spec } from "../model/change.ts";

/** The working spec, who wrote each line of it, and what the checks still find in it. */
export interface SpecView {
  readonly files: readonly SpecFileView[];
  /** What differs from the author's text. */
  readonly hunks: readonly DiffHunk[];
}

export interface SpecFileView {
  readonly path: string;
  readonly text: string;
  /** Stretches of lines that are not the author's. */
  readonly written: readonly WrittenLines[];
  /** With the file's own lines. */
  readonly findings: readonly Finding[];
}

export interface WrittenLines {
  readonly line: number;
  readonly endLine: number;
  readonly by: LineChange;
}

type Shown = Pick<WorkingSpec, "source" | "batches" | "text">;

export function specView({ spec: { source, batches, text } }: { readonly spec: Shown }): SpecView {
  const blamed = blameLines(source, batches);
  const findings = findingsByFile(text);
  const files = text.map((file) => ({
    ...file,
    written: stretches(blamed.find((one) => one.file === file.path)?.lines ?? []),
    findings: findings.get(file.path) ?? [],
  }));
  return { files, hunks: diffHunks(source, text) };
}

/** The files are checked as one: a term that one defines is known in all. */
function findingsByFile(text: Spec): Map<string, Finding[]> {
  const joined = joinFiles(text);
  const inFile = placesInFiles(joined);
  const found = new Map<string, Finding[]>();
  for (const finding of check(joined)) {
    const { file } = inFile({ heading: "", line: finding.line, endLine: finding.line });
    const path = file?.path ?? text[0]?.path ?? "";
    found.set(path, [...(found.get(path) ?? []), file ? { ...finding, line: file.line } : finding]);
  }
  return found;
}

/** Blank lines are nobody's. */
function stretches(lines: readonly BlamedLine[]): WrittenLines[] {
  const found: { line: number; endLine: number; by: LineChange }[] = [];
  let above = 0;
  lines.forEach(({ text, by }, index) => {
    if (text.trim() === "") return;
    const last = found.at(-1);
    if (by && last?.endLine === above && isSame(last.by, by)) last.endLine = index + 1;
    else if (by) found.push({ line: index + 1, endLine: index + 1, by });
    above = index + 1;
  });
  return found;
}

function isSame(a: LineChange, b: LineChange): boolean {
  return a.gap === b.gap && a.round === b.round && a.decision === b.decision;
}
