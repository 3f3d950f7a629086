import { isCounted, isOpen } from "./counting.ts";
import type { Decision } from "./decision.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import type { Question } from "./question.ts";

interface Counted {
  readonly gaps: { filter(keep: (gap: Gap) => boolean): readonly Gap[] };
  readonly decisions: readonly Decision[];
}

export interface QuestionPosition {
  /** `3 of 9`: of the questions that were asked and those that are still to come. */
  readonly words: string;
  /** How many questions have come up since the one before. */
  readonly more: number;
}

/** Numbers questions in the order shown, behind those that the User answered before; a repeated one keeps its number. */
export function questionPositions() {
  /** Ids of the gaps that have a number, in that order. */
  let shown: string[] | undefined;
  const known = new Set<string>();
  return ({ gaps, decisions }: Counted, { id, about }: Question): QuestionPosition => {
    const gap = about.find(isGapId) ?? id;
    const answered = new Set<string>(decisions.flatMap((made) => (made.passages === undefined ? [] : made.gaps)));
    const counted = gaps.filter(isCounted);
    const isFirst = shown === undefined;
    // Deferring a gap is an answer, too. What was settled without a question has no number.
    shown ??= counted.filter((other) => answered.has(other.id) || isDeferred(other)).map((other) => other.id);
    if (isFirst) shown = shown.filter((other) => other !== gap);
    if (!shown.includes(gap)) shown.push(gap);
    const coming = counted.filter(
      (other) => isOpen(other) && !isDeferred(other) && !answered.has(other.id) && !shown?.includes(other.id),
    );
    const asked = [...coming.map((other) => other.id), gap];
    const more = isFirst ? 0 : asked.filter((other) => !known.has(other)).length;
    for (const other of [...asked, ...counted.map((each) => each.id)]) known.add(other);
    return { words: `${shown.indexOf(gap) + 1} of ${shown.length + coming.length}`, more };
  };
}

function isDeferred({ state }: Gap): boolean {
  return state === "USER_DEFERRED";
}
