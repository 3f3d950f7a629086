import type { Change, ChangeBatch, Spec } from "../../model/change.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { splitLines } from "../../model/split-lines.ts";
import { viewOf } from "./file-view.ts";
import { applyHunks, type Hunk, overlap } from "./hunk.ts";
import { type ChangeProblem, locateChange } from "./locate-change.ts";

/** A hunk of a batch; `set` is the index of its set in the batch. */
export interface BatchHunk extends Hunk {
  readonly set: number;
}

export type ApplyResult =
  | { readonly ok: true; readonly spec: Spec; readonly hunks: readonly BatchHunk[] }
  | { readonly ok: false; readonly problems: readonly (ChangeProblem & { readonly set: number })[] };

/** Applies the changes of one document together, all of them or none (SPEC 5). They refer to the spec as given. */
export function applyChanges(spec: Spec, changes: readonly Change[]): ApplyResult {
  const applied = applyBatch(spec, { round: 0, sets: [{ changes }] });
  const form = findFormSyntax(spec, changes).map((problem) => ({ ...problem, set: 0 }));
  if (applied.ok && form.length === 0) return applied;
  const problems = [...(applied.ok ? [] : applied.problems), ...form];
  return { ok: false, problems: problems.sort((a, b) => a.change - b.change) };
}

/** Applies the sets of a batch, all or none; they passed the gate, so the form's syntax is not checked again. */
export function applyBatch(spec: Spec, { sets }: ChangeBatch): ApplyResult {
  return applyTogether(spec, ...sets.map(({ changes }) => changes));
}

const MOST_REMEMBERED = 8;

const applyTogether = rememberLast(MOST_REMEMBERED, (spec: Spec, ...sets: (readonly Change[])[]): ApplyResult => {
  const located = sets.flatMap((changes, set) => changes.map((change) => ({ ...locateChange(spec, change), set })));
  const hunks = located.flatMap((found) => ("reason" in found ? [] : [found]));
  const problems = [...located.flatMap((found) => ("reason" in found ? [found] : [])), ...findOverlaps(hunks)];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, spec: applyHunks(spec, hunks), hunks };
});

/** Two hunks that overlap are a problem of the later one. */
function findOverlaps(hunks: readonly BatchHunk[]): (ChangeProblem & { readonly set: number })[] {
  return hunks.flatMap((hunk, index) =>
    hunks
      .slice(0, index)
      .filter((other) => overlap(other, hunk))
      .map((other) => ({
        set: hunk.set,
        change: hunk.change,
        reason: "overlap",
        message: overlapMessage(hunk, other),
      })),
  );
}

function overlapMessage(hunk: Hunk, other: Hunk): string {
  return `Change ${hunk.change}: it touches words that change ${other.change} touches too. Make one change of the two, or quote less.`;
}

/** Lines that only the agents' form has (SPEC 5); headings that a spec may have, too, are not listed. */
const FORM: readonly RegExp[] = [
  /^\s*(?:[-*]\s+|#{1,6}\s+)?(?:\*\*|__)?Change \d{1,4}\s*:\s*(?:replace|add|remove)\b/i,
  /^\s*#{1,6}\s+(?:Gap Resolution|Review|Response to|DISAGREE)\b\s*:?\s*\[?(?:GAP|ISSUE)-/i,
  /^\s*#{1,6}\s+(?:Spec Changes|New Gaps Introduced|Earlier Issues)\s*:?\s*$/i,
  /^\s*(?:[-*]\s+)?(?:\*\*|__)(?:Changed in|Already in|Engineer Position|Reviewer Concern)\s*:/i,
  /^\s*(?:\*\*|__)Confidence\s*:?(?:\*\*|__)\s*:?\s*(?:HIGH|MEDIUM|LOW)\s*$/i,
  /^\s*(?:BLOCKED_NEEDS_INPUT|UNCERTAINTY|OUT_OF_SCOPE|DUPLICATE)\s*:\s*GAP-/,
  /^\s*(?:`{3,}|~{3,})\s*(?:old|new)\s*$/i,
];

/** The lines of a text that have the form's syntax, without those that the spec had before. */
export function formLines(spec: Spec, text: string): string[] {
  const suspect = splitLines(text).filter((line) => FORM.some((form) => form.test(line)));
  if (suspect.length === 0) return [];
  const specLines = new Set(spec.flatMap((file) => viewOf(file).folded.lines).map((line) => line.trim()));
  return suspect.filter((line) => !specLines.has(line.trim()));
}

/** Changes that would copy syntax of the form into the spec (SPEC 5, CHANGE_DOES_NOT_APPLY). */
function findFormSyntax(spec: Spec, changes: readonly Change[]): ChangeProblem[] {
  return changes.flatMap((change) => {
    const [line] = formLines(spec, change.new);
    if (line === undefined) return [];
    const message = `Change ${change.number}: the new text has a line of the form itself: \`${line.trim().slice(0, 120)}\`. The new text holds only what shall stand in the spec.`;
    return [{ change: change.number, reason: "form-syntax" as const, message }];
  });
}
