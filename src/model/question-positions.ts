import { isCounted, isOpen } from "./counting.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import type { Question } from "./question.ts";

interface Gaps {
  filter(keep: (gap: Gap) => boolean): readonly Gap[];
}

/** Numbers questions as `3 of 9` in the order shown, after those settled before; a repeated one keeps its number. */
export function questionPositions(): (gaps: Gaps, question: Question, answered?: ReadonlySet<string>) => string {
  /** Ids of the gaps that have a number, in that order. */
  let shown: string[] | undefined;
  /** Gaps that the User had dropped before the first question: they do not count. */
  let dropped = 0;
  let most = 0;
  return (gaps, { id, about }, answered) => {
    const gap = about.find(isGapId) ?? id;
    const asked = gaps.filter(isCounted);
    if (shown === undefined) {
      const isDone = (other: Gap) => isSettled(other) || answered?.has(other.id) === true;
      shown = asked
        .filter((other) => other.id !== gap && other.state !== "WONT_FIX" && isDone(other))
        .map((other) => other.id);
      dropped = asked.filter(({ state }) => state === "WONT_FIX").length;
    }
    if (!shown.includes(gap)) shown.push(gap);
    // The total never falls, even if one answer settles several gaps: a number that was shown stays true.
    most = Math.max(most, asked.length - dropped);
    return `${Math.min(shown.indexOf(gap) + 1, most)} of ${most}`;
  };
}

/** A deferred gap counts as settled: deferring it is an answer, too. */
function isSettled(gap: Gap): boolean {
  return !isOpen(gap) || gap.state === "USER_DEFERRED";
}
