import { isCounted, isOpen } from "./counting.ts";
import type { Decision } from "./decision.ts";
import type { Gap } from "./gap.ts";
import { isGapId } from "./ids.ts";
import { isPassageQuestion } from "./passage-answer.ts";
import type { Question } from "./question.ts";

interface Asked {
  readonly gaps: { filter(keep: (gap: Gap) => boolean): readonly Gap[] };
  readonly decisions: readonly Decision[];
  readonly questions: readonly Question[];
}

/** The position of a question about a passage, `3 of 9`: behind what was answered or put off, in the order in which they wait. */
export function questionPosition({ gaps, decisions, questions }: Asked, { id, about }: Question): string {
  const gap = about.find(isGapId);
  const answered = new Set<string>(decisions.flatMap((made) => (made.passages === undefined ? [] : made.gaps)));
  const isDone = (other: Gap) => answered.has(other.id) || other.state === "USER_DEFERRED";
  const counted = gaps.filter((other) => isCounted(other) && (isDone(other) || isOpen(other) || other.id === gap));
  const done = counted.filter((other) => isDone(other) && other.id !== gap);
  const waiting = questions.filter(isPassageQuestion).findIndex((question) => question.id === id);
  return `${done.length + Math.max(0, waiting) + 1} of ${counted.length}`;
}
