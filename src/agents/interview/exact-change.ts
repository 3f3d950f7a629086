import { applyChanges } from "../../documents/changes/apply-changes.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Change } from "../../model/change.ts";
import { splitLines } from "../../model/split-lines.ts";
import { sectionAt } from "./passage.ts";

/** An edit of whole lines, 1-based and inclusive. */
export interface LineEdit {
  readonly kind: "replace" | "add-after" | "remove";
  readonly line: number;
  readonly endLine: number;
  readonly new: string;
}

const MOST_AROUND = 12;

/** The edit as an exact change that quotes as many lines around it as make the quotation unique (SPEC 5). */
export function exactChange(draft: string, edit: LineEdit, number: number): Change | undefined {
  const { lines } = parseMarkdown(draft);
  const spec = [{ path: "spec.md", text: draft }];
  for (let around = 0; around <= MOST_AROUND; around++) {
    const change = quoting(draft, lines, edit, around, number);
    const applied = applyChanges(spec, [change]);
    const hunk = applied.ok ? applied.hunks[0] : undefined;
    if (hunk !== undefined && touches(draft, hunk.start, hunk.end, edit, around)) return change;
    // Quoting more helps only against ambiguity.
    if (!applied.ok && applied.problems.every(({ reason }) => reason !== "ambiguous")) return undefined;
  }
  return undefined;
}

function quoting(draft: string, lines: readonly string[], edit: LineEdit, around: number, number: number): Change {
  const { kind, line, endLine } = edit;
  const above = lines.slice(Math.max(0, line - 1 - around), line - 1);
  // Lines are added right behind the quotation, so only lines above can be quoted with it.
  const below = kind === "add-after" ? [] : lines.slice(endLine, endLine + around);
  const passage = lines.slice(line - 1, endLine);
  const old = [...above, ...passage, ...below].join("\n");
  const heading = sectionAt(parseMarkdown(draft), line);
  // A heading with quotation marks in it cannot be named between them.
  const place = /["“”`]/.test(heading) ? "" : heading;
  if (kind === "add-after") return { number, kind, place, old, new: edit.new };
  if (kind === "remove" && around === 0) return { number, kind, place, old, new: "" };
  const now = [...above, ...(kind === "remove" ? [] : [edit.new]), ...below].join("\n");
  return { number, kind: "replace", place, old, new: now };
}

/** Whether the change was located at the intended lines, and not at the same words elsewhere. */
function touches(draft: string, start: number, end: number, { line, endLine }: LineEdit, around: number): boolean {
  const lineAt = (offset: number) => splitLines(draft.slice(0, offset)).length;
  return lineAt(start) <= endLine + around + 1 && lineAt(end) >= line - around;
}
