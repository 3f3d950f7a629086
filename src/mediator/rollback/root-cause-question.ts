import { gapIdMint } from "../../model/id-mint.ts";
import type { Evidence, Question } from "../../model/question.ts";
import type { RootCause } from "../../model/rollback.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { bestAttempt, earlierAttempts } from "./analysis/earlier-attempts.ts";
import { CAUSE_TEXT, type FailedAttempt, rootCauses } from "./analysis/root-cause.ts";
import { proposeSplit, type SplitProposal } from "./analysis/split-proposal.ts";
import { undoneGaps } from "./gaps-of-rollback.ts";
import { ADDRESSED_TEXT, otherOptions, ROLLBACK_FIELDS, retryOptions, rollbackEvidence } from "./rollback-question.ts";

/** Parts a title from a text in the field of a split. */
export const PART_SEPARATOR = " — ";

/** The round keeps failing: why, and what would help (SPEC 13.7). Nothing is undone before the answer. */
export function rootCauseQuestion(
  state: State,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
): Question {
  const round = pending.to + 1;
  const attempts = failedAttempts(state, pending, analyses);
  const causes = rootCauses(attempts);
  const split = proposeSplit(
    state,
    attempts.map((one) => one.attempt),
  );
  const best = bestAttempt(attempts.map((one) => one.attempt));
  const advice = recommended(causes[0], split);
  return makeQuestion(state, {
    kind: "root-cause",
    header: "Root cause",
    text: `Round ${round} is to be undone for the ${ordinal(attempts.length)} time (${pending.reason}). ${CAUSE_TEXT[causes[0]?.cause ?? "AMBIGUOUS"]}. How do you want to go on?`,
    evidence: [
      { title: "Attempts", body: attempts.map(attemptLine).join("\n") },
      causeEvidence(causes),
      ...rollbackEvidence(state, analyses),
    ],
    options: [
      ...splitOption(state, split, advice),
      ...retryOptions(state, analyses, advice),
      option(
        "best",
        `Go on with attempt ${best?.attempt ?? 1}`,
        `The best by score: ${attempts.map((one) => `attempt ${one.attempt.attempt} has ${one.attempt.score}`).join(", ")}.`,
        best?.attempt === attempts.length
          ? "Nothing is undone."
          : "Its documents are taken from the archive and reviewed.",
      ),
      ...otherOptions(state, pending, analyses, advice),
      option("pause", "Pause", "To ask someone who knows. Nothing is undone yet.", "The session pauses."),
    ],
    fields: [...ROLLBACK_FIELDS, ...(split ? [partsField(split)] : [])],
    about: [`round ${round}`, `attempt ${best?.attempt ?? 1}`, ...(split ? [split.gap] : undoneGaps(analyses))],
  });
}

/** The attempts at the round that is undone first, with the one that stands now. */
export function failedAttempts(
  state: State,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
): FailedAttempt[] {
  const round = pending.to + 1;
  const now = analyses.find((one) => one.record.round === round);
  return [...earlierAttempts(state, round), ...(now ? [{ attempt: now.record, reason: pending.reason }] : [])];
}

/** What helps against a cause; the person decides. */
function recommended(cause: RootCause | undefined, split: SplitProposal | undefined): "split" | "context" | "next" {
  switch (cause?.cause) {
    case "SCOPE_TOO_LARGE":
      return split ? "split" : "context";
    case "OUTSIDE_KNOWLEDGE":
      return "next";
    default:
      return "context";
  }
}

function splitOption(state: State, split: SplitProposal | undefined, advice: string) {
  if (!split) return [];
  const ids = gapIdMint([...state.gaps].map(({ id }) => id)).parts(split.gap, split.parts.length);
  return [
    option(
      "split",
      `Split ${split.gap}`,
      split.parts.map(({ title }, index) => `${ids[index]}: ${title}`).join(" · "),
      `${split.gap} is SUPERSEDED by its parts, and the first of them is worked on.`,
      { requires: ["parts"], recommended: advice === "split" },
    ),
  ];
}

function partsField(split: SplitProposal) {
  const initial = split.parts.map(({ title, text }) => `${title}${PART_SEPARATOR}${text}`).join("\n");
  return { id: "parts", label: "The parts, one a line", required: false, long: true, initial };
}

function attemptLine({ attempt, reason }: FailedAttempt): string {
  const gaps = attempt.gaps.map((gap) => {
    const covered = gap.covered.length === 0 ? "" : `; covered: ${gap.covered.join(", ")}`;
    const missed = gap.missed.length === 0 ? "" : `; missed: ${gap.missed.join(", ")}`;
    return `${gap.gap} (${ADDRESSED_TEXT[gap.addressed]}${covered}${missed})`;
  });
  return `- Attempt ${attempt.attempt}: "${reason}". ${gaps.join(", ")}. Score ${attempt.score}.`;
}

function causeEvidence(causes: readonly RootCause[]): Evidence {
  const lines = causes.map(
    (one, index) => `${index + 1}. ${CAUSE_TEXT[one.cause]} (${one.confidence}): ${one.evidence}`,
  );
  return { title: "Possible causes", body: lines.join("\n") };
}

function ordinal(number: number): string {
  return ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][number - 1] ?? `${number}th`;
}
