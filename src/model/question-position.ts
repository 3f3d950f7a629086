import { isOpen } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import type { Question } from "./question.ts";

interface Gaps {
  filter(keep: (gap: Gap) => boolean): readonly Gap[];
}

/** `3 of 9`: counted as they are shown, behind what was settled or answered before; one that comes again keeps its number. */
export function questionPositions(): (gaps: Gaps, question: Question, answered?: ReadonlySet<string>) => string {
  /** In the order of their numbers. */
  let shown: string[] | undefined;
  /** What was left out before the first of them was shown. */
  let dropped = 0;
  let most = 0;
  return (gaps, { id, about }, answered) => {
    const gap = about.find(isGapId) ?? id;
    const asked = gaps.filter(isAsked);
    if (shown === undefined) {
      const isDone = (each: Gap) => isSettled(each) || answered?.has(each.id) === true;
      shown = asked
        .filter((each) => each.id !== gap && each.state !== "WONT_FIX" && isDone(each))
        .map((each) => each.id);
      dropped = asked.filter(({ state }) => state === "WONT_FIX").length;
    }
    if (!shown.includes(gap)) shown.push(gap);
    // What an answer settles besides is not taken off the count: a number that was said holds.
    most = Math.max(most, asked.length - dropped);
    return `${Math.min(shown.indexOf(gap) + 1, most)} of ${most}`;
  };
}

/** To put it off is an answer, too. */
function isSettled(gap: Gap): boolean {
  return !isOpen(gap) || gap.state === "USER_DEFERRED";
}

function isAsked({ state }: Gap): boolean {
  return state !== "PARKED" && state !== "SUPERSEDED";
}
