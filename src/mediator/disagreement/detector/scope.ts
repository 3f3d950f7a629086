import type { EngineerDocument, Lines } from "../../../documents/values.ts";
import type { GapId } from "../../../model/ids.ts";
import type { Answer } from "./answers.ts";
import type { OpenIssue } from "./concern.ts";

/** An answer to another issue that takes up more of the document than this is a frame, not an answer. */
const MOST_OF_DOCUMENT = 0.5;

/** The gap itself and its parts: `GAP-FLOW-007a` is of `GAP-FLOW-007`, and the other way round (SPEC 3.1). */
export function sameGap(a: GapId, b: GapId): boolean {
  return a.replace(/[a-z]$/, "") === b.replace(/[a-z]$/, "");
}

/** The gaps whose proposal has to answer an issue of this gap: itself, its parts, its successors (SPEC 9). */
export function answeringGaps(
  document: EngineerDocument,
  gap: GapId | undefined,
  successors: ReadonlyMap<GapId, readonly GapId[]> = new Map(),
): GapId[] {
  if (gap === undefined) return [];
  const next = successors.get(gap) ?? [];
  return document.resolutions
    .map((resolution) => resolution.gap)
    .filter((one) => sameGap(one, gap) || next.some((successor) => sameGap(one, successor)));
}

/** Whether a line belongs to the part of a document about these gaps: what is in no resolution belongs to all. */
export function partAbout(document: EngineerDocument, gaps: readonly GapId[]): (line: number) => boolean {
  const foreign = gaps.length === 0 ? [] : document.resolutions.filter(({ gap }) => !gaps.includes(gap));
  if (foreign.length === 0) return () => true;
  const own = document.resolutions.filter(({ gap }) => gaps.includes(gap));
  return (line) => isHeld(own, line) || !isHeld(foreign, line);
}

export type Answers = ReadonlyMap<OpenIssue, readonly Answer[]>;

/** For each issue, whether a line is of an answer that names another issue and not this one. */
export function answersToOthers(
  document: EngineerDocument,
  answers: Answers,
  lines: number,
): (issue: OpenIssue) => (line: number) => boolean {
  const read = [...document.responses.filter(({ form }) => form !== "inline"), ...document.disagreements];
  const naming = read.filter((answer) => answer.issue !== undefined || answer.label !== undefined);
  const taken = new Uint8Array(lines + 2);
  for (const { line, endLine } of [...naming, ...[...answers.values()].flat()]) {
    if (endLine - line < lines * MOST_OF_DOCUMENT) taken.fill(1, line, endLine + 1);
  }
  return (issue) => {
    const own = [...(answers.get(issue) ?? []), ...document.disagreements.filter((answer) => names(answer, issue))];
    return (line) => taken[line] === 1 && !isHeld(own, line);
  };
}

/** Whether one of some stretches of a document holds a line. */
export function isHeld(stretches: readonly Lines[], line: number): boolean {
  for (const lines of stretches) if (holds(lines, line)) return true;
  return false;
}

/** Whether an answer is to this issue: by its id, or by the Reviewer's own name for it. */
export function names(answer: { readonly issue?: string; readonly label?: string }, issue: OpenIssue): boolean {
  if (answer.issue !== undefined) return answer.issue === issue.id;
  if (answer.label === undefined || issue.label === undefined) return false;
  return plainLabel(answer.label) === plainLabel(issue.label);
}

/** `Issue 8`, `#8` and `8` are one name. */
function plainLabel(label: string): string {
  return label.toLowerCase().replace(/^(?:issue|finding)?\s*#?(?=\d)/, "");
}

export function holds(lines: Lines, line: number): boolean {
  return lines.line <= line && line <= lines.endLine;
}
