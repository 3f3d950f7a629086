import { isOpen } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import type { Question } from "./question.ts";

interface Gaps {
  filter(keep: (gap: Gap) => boolean): { readonly length: number };
}

/** `3 of 9`: counted as they are shown, behind what was settled before; one that comes again keeps its number. */
export function questionPositions(): (gaps: Gaps, question: Question, answered?: ReadonlySet<string>) => string {
  const shown: string[] = [];
  const count = (gaps: Gaps, keep: (gap: Gap) => boolean) => gaps.filter((gap) => isAsked(gap) && keep(gap)).length;
  /** What was done, and what was left out, before the first of them was shown. */
  let first: { readonly settled: number; readonly dropped: number } | undefined;
  let most = 0;
  return (gaps, { id, about }, answered) => {
    const gap = about.find(isGapId) ?? id;
    const dropped = count(gaps, ({ state }) => state === "WONT_FIX");
    const isDone = (each: Gap) => !isOpen(each) || (each.id !== gap && answered?.has(each.id) === true);
    first ??= { settled: count(gaps, isDone) - dropped, dropped };
    if (!shown.includes(gap)) shown.push(gap);
    // What an answer settles besides is not taken off the count: a number that was said holds.
    most = Math.max(most, count(gaps, () => true) - first.dropped);
    return `${Math.min(first.settled + shown.indexOf(gap) + 1, most)} of ${most}`;
  };
}

function isAsked({ state }: Gap): boolean {
  return state !== "PARKED" && state !== "SUPERSEDED";
}
