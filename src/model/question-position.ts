import { isOpen } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import type { Question } from "./question.ts";

interface Gaps {
  filter(keep: (gap: Gap) => boolean): { readonly length: number };
}

/** `3 of 9`: counted as they are shown, behind what was settled before; one that comes again keeps its number. */
export function questionPositions(before: Gaps): (gaps: Gaps, question: Question) => string {
  const isAsked = (gap: Gap) => gap.state !== "PARKED" && gap.state !== "SUPERSEDED";
  const settled = before.filter((gap) => isAsked(gap) && !isOpen(gap)).length;
  const shown: string[] = [];
  let most = 0;
  return (gaps, { id, about }) => {
    const gap = about.find(isGapId) ?? id;
    if (!shown.includes(gap)) shown.push(gap);
    // What an answer settles besides is not taken off the count: a number that was said holds.
    most = Math.max(most, gaps.filter(isAsked).length);
    return `${Math.min(settled + shown.indexOf(gap) + 1, most)} of ${most}`;
  };
}
