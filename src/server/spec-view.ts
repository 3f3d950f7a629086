import { byFile } from "../checks/by-file.ts";
import { checkEach } from "../checks/check.ts";
import { type BlamedLine, blameLines, type LineChange } from "../documents/changes/blame-lines.ts";
import { diffHunks } from "../documents/changes/diff-hunks.ts";
import { findQuotation } from "../documents/changes/occurs.ts";
import { replaySteps } from "../documents/changes/replay.ts";
import { joinFiles } from "../documents/layouts/join-files.ts";
import { dropSettled } from "../engine/drop-settled.ts";
import { settledIn } from "../mediator/inventory/earlier-session.ts";
import type { State } from "../mediator/state.ts";
import { isComment } from "../model/issue-state.ts";
import { rememberFor } from "../model/remember-for.ts";

/** The working spec with the origin of each line, comments, and remaining findings of the checks. */
export type SpecView = ReturnType<typeof specView>;
export type SpecFileView = SpecView["files"][number];
export type CommentPlace = SpecView["comments"][number];

export interface WrittenLines {
  readonly line: number;
  readonly endLine: number;
  readonly by: LineChange;
}

type Shown = Pick<State, "spec" | "gaps" | "issues" | "config" | "decisions">;

/** Computed once per state, because every open page asks for it. */
export const specView = rememberFor((state: Shown) => {
  const { source, batches, text } = state.spec;
  const rules = state.config.checks;
  const blamed = new Map(blameLines(source, batches).map((file) => [file.file, file]));
  const joined = joinFiles(text);
  // Checked together, so that a term defined in one file is known in all.
  const all = checkEach(joined, { rules });
  const { findings: left, settled } = dropSettled({ text: joined, findings: all, rules }, settledIn(state));
  const findingsIn = byFile(joined);
  const files = text.map((file) => ({
    ...file,
    // `written`: lines that are not the author's. `removed`: the author's lines that are gone, by their old numbers.
    written: writtenLines(blamed.get(file.path)?.lines ?? []),
    removed: stretches([...(blamed.get(file.path)?.removed ?? [])].sort(([a], [b]) => a - b)),
    findings: findingsIn(file.path, left),
  }));
  // Counted as `whetstone diff --stat` does; one hunk may have several changes.
  const changes = replaySteps(source, batches).reduce((sum, { hunks }) => sum + hunks.length, 0);
  return { files, hunks: diffHunks(source, text), changes, settled: settled.length, comments: commentPlaces(state) };
});

/** The person's comments, each with the place of its quoted words in the current spec, if they are still there. */
function commentPlaces({ spec, gaps, issues }: Shown) {
  return [...gaps.filter(isComment), ...issues.filter(isComment)].flatMap(({ id, quotations }) =>
    (quotations ?? []).slice(0, 1).map((quotation) => {
      const found = findQuotation(spec.text, quotation);
      return { id, quotation, ...(found ? { at: { file: found.file, line: found.endLine } } : {}) };
    }),
  );
}

/** Lines with an origin, as ranges; blank lines have none and do not split a range. */
function writtenLines(lines: readonly BlamedLine[]): WrittenLines[] {
  const isBlank = ({ text }: BlamedLine) => text.trim() === "";
  const written = lines.flatMap((line, index) => (line.by && !isBlank(line) ? [[index + 1, line.by] as const] : []));
  return stretches(written, (end, line) => lines.slice(end, line - 1).every(isBlank));
}

function stretches(
  lines: readonly (readonly [line: number, by: LineChange])[],
  follows = (end: number, line: number) => end === line - 1,
): WrittenLines[] {
  const found: { line: number; endLine: number; by: LineChange }[] = [];
  for (const [line, by] of lines) {
    const last = found.at(-1);
    if (last && follows(last.endLine, line) && isSame(last.by, by)) last.endLine = line;
    else found.push({ line, endLine: line, by });
  }
  return found;
}

function isSame(a: LineChange, b: LineChange): boolean {
  return a.gap === b.gap && a.round === b.round && a.decision === b.decision;
}
