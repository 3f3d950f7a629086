import type { UsualAnswer } from "./usual-answers.ts";

const UNDO: UsualAnswer = {
  label: "Change nothing and report the error",
  answer: "leave everything as it was and report the error",
  why: "nothing is lost, and somebody knows",
};
const GO_ON: UsualAnswer = {
  label: "Go on and log the case",
  answer: "go on and log the case",
  why: "where it does no harm",
};
const FIRST: UsualAnswer = {
  label: "The first one holds, the other is refused",
  answer: "accept the one that comes first and refuse the other with an error that names the cause",
  why: "nobody's entry is overwritten unseen",
};
const REFUSE: UsualAnswer = {
  label: "Refuse it",
  answer: "refuse it with an error that names the limit",
  why: "what is above the limit is not half done",
};
const KEEP: UsualAnswer = {
  label: "Keep it",
  answer: "keep them as they are",
  why: "the one that can be undone later",
  guess: true,
};

/** What can go together, by the words of the case; the first that fits counts. */
const KINDS: readonly (readonly [RegExp, readonly UsualAnswer[]])[] = [
  [/\b(?:same time|simultaneous\w*|concurrent\w*|at once|twice|duplicates?|both|conflict\w*)\b/i, [FIRST, UNDO]],
  [
    /\b(?:more than|exceed\w*|too (?:many|large|long|big)|over the limit|above|larger than|longer than)\b/i,
    [REFUSE, GO_ON],
  ],
  [
    /\b(?:fail\w*|errors?|cannot|unavailable|unreachable|invalid|missing|lost|breaks?|down|time(?:s|d)? ?out|full|corrupt\w*|crash\w*|denied|offline|interrupt\w*|while)\b/i,
    [UNDO, GO_ON],
  ],
  [/\b(?:leaves?|quits?|deleted|removed|cancel\w*|expire[sd]?|closed)\b/i, [KEEP]],
];

/** The answers to a question about a case: none where its words do not tell what kind of case it is. */
export function caseAnswers(question: string): readonly UsualAnswer[] {
  return KINDS.find(([pattern]) => pattern.test(question))?.[1] ?? [];
}
