import { openCount } from "../../model/counting.ts";
import type { Gap } from "../../model/gap.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import type { RootCause, UndoneAttempt } from "../../model/rollback.ts";
import { simplestGap } from "../../model/simplest-gap.ts";
import { makeQuestion, option } from "../make-question.ts";
import { currentRound } from "../queries.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { PendingRollback, State } from "../state.ts";
import { type RoundAnalysis, undoneGaps } from "./analyse-round.ts";
import { analysisEvidence } from "./render-analysis.ts";
import { asksForCause } from "./request-rollback.ts";
import { rollbackTargets } from "./rollback-targets.ts";
import { CAUSE_TEXT, causesOf, failedAttempts } from "./root-cause.ts";
import { proposeSplit, type SplitProposal } from "./split-proposal.ts";

/** Parts a title from a text in the field of a split. */
export const PART_SEPARATOR = " — ";

/**
 * How to go on after undoing, with what the analysis says; from the second rollback of a round on with the likely cause
 * (SPEC 13.7, 13.9). Nothing is undone before the answer.
 */
export function rollbackQuestion(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): Question {
  const gaps = undoneGaps(analyses);
  if (asksForCause(state, pending.to)) return rootCauseQuestion(state, pending, analyses, gaps);
  const rounds = analyses.map(({ record }) => record.round);
  const [are, those] = rounds.length === 1 ? ["is", "round"] : ["are", "rounds"];
  return makeQuestion(state, {
    kind: "rollback",
    header: "Rollback",
    text: `Back to the end of round ${pending.to}: ${those} ${rounds.join(", ")} ${are} undone and archived (${pending.reason}). How do you want to go on?`,
    evidence: evidenceOf(state, pending, analyses),
    options: advising("adjusted", [...retryOptions(state, analyses, gaps), ...otherOptions(state, pending, gaps)]),
    fields: FIELDS,
    about: [`round ${pending.to + 1}`, ...gaps],
  });
}

function rootCauseQuestion(
  state: State,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
  gaps: readonly GapId[],
): Question {
  const round = pending.to + 1;
  const now = analyses.filter(({ record }) => record.round === round);
  const made = now.flatMap((analysis) => failedAttempts(state, pending, analysis)).map(({ attempt }) => attempt);
  const [cause] = causesOf(state, pending, analyses);
  const split = proposeSplit(state, made);
  const best = bestAttempt(made);
  return makeQuestion(state, {
    kind: "root-cause",
    header: "Root cause",
    text: `Round ${round} is to be undone for the ${ordinal(made.length)} time (${pending.reason}). ${CAUSE_TEXT[cause?.cause ?? "AMBIGUOUS"]}. How do you want to go on?`,
    evidence: evidenceOf(state, pending, analyses),
    options: advising(adviceFor(cause, split), [
      ...(split ? [splitOption(state, split)] : []),
      ...retryOptions(state, analyses, gaps),
      bestOption(best, made),
      ...otherOptions(state, pending, gaps),
      option("pause", "Pause", "To ask someone who knows. Nothing is undone yet.", "The session pauses."),
    ]),
    fields: [...FIELDS, ...(split ? [partsField(split)] : [])],
    about: [`round ${round}`, `attempt ${best}`, ...(split ? [split.gap] : gaps)],
  });
}

/** The attempt with the highest score; of equals the newest (SPEC 13.7). */
function bestAttempt(attempts: readonly UndoneAttempt[]): number {
  const highest = Math.max(...attempts.map(({ score }) => score));
  return attempts.findLast(({ score }) => score === highest)?.attempt ?? 1;
}

/** What helps against a cause; the User decides. */
function adviceFor(cause: RootCause | undefined, split: SplitProposal | undefined): string {
  if (cause?.cause === "OUTSIDE_KNOWLEDGE") return "next";
  return cause?.cause === "SCOPE_TOO_LARGE" && split ? "split" : "context";
}

function advising(id: string, options: readonly QuestionOption[]): QuestionOption[] {
  return options.map((one) => (one.id === id ? { ...one, recommended: true } : one));
}

/** What the User may say with any way on. */
const FIELDS: readonly QuestionField[] = [
  { id: "context", label: "Context for the prompts", required: false, long: true },
  { id: "adjustments", label: "What else the next prompts should say", required: false },
  {
    id: "mode",
    label: "Rollback mode from now on: ask me (INTERACTIVE), retry by itself once (AUTO_RETRY), or strict (STRICT)",
    required: false,
  },
];

/** The round runs again (SPEC 13.9). */
function retryOptions(state: State, analyses: readonly RoundAnalysis[], gaps: readonly GapId[]): QuestionOption[] {
  const sources = new Set(analyses.flatMap(({ adjustments }) => adjustments.map(({ source }) => source)));
  const named = ["the reason for the rollback", ...sources].join(", ");
  const simplest = gaps.length > 1 ? simplestGap(gaps.flatMap((id) => state.gaps.get(id) ?? [])) : undefined;
  const alone = `${simplest?.id} alone: ${simplest?.title}`;
  return [
    option("adjusted", "Retry with the recommended adjustments", named, "The prompts say what went wrong."),
    option("same", "Retry with the same prompt", "Nothing is added but what you say here.", "The round runs again."),
    ...(simplest ? [option("narrow", "Retry with a narrower scope", alone, "The others come later.")] : []),
    option("context", "Retry with context", "Your words go into the prompts.", "The round runs again with them.", {
      requires: ["context"],
    }),
  ];
}

/** Something else than the round again (SPEC 13.9). */
function otherOptions(state: State, pending: PendingRollback, gaps: readonly GapId[]): QuestionOption[] {
  const further = rollbackTargets(state).filter(({ to }) => to < pending.to);
  // Named from the state that is restored: what the undone rounds worked on is open again there.
  const restored = state.checkpoints.find(({ round }) => round === pending.to)?.state ?? state;
  const others = gapsBesides({ ...restored, config: state.config }, gaps).map(({ id }) => id);
  const later = "These are worked on; the undone ones come later.";
  return [
    ...further.map(({ to, rounds, openThere, decisionsSince }) =>
      option(
        `to-${to}`,
        `Undo ${rounds} rounds instead`,
        `Back to the end of round ${to}: ${openThere} open there, ${decisionsSince} ${decisionsSince === 1 ? "decision" : "decisions"} since.`,
        `Rounds ${to + 1} and later are archived; round ${to + 1} runs again with the recommended adjustments.`,
      ),
    ),
    ...(others.length === 0 ? [] : [option("next", "Work on other gaps", others.join(", "), later)]),
    option("cancel", "Do not undo anything", "The round stays as it is.", "The session goes on."),
  ];
}

/** What can be worked on instead of these gaps. */
export function gapsBesides(restored: State, gaps: readonly GapId[]): Gap[] {
  return assignableGaps(restored)
    .filter(({ id }) => !gaps.includes(id))
    .slice(0, restored.config.parallelGaps);
}

function bestOption(best: number, attempts: readonly UndoneAttempt[]): QuestionOption {
  const scores = attempts.map(({ attempt, score }) => `attempt ${attempt} has ${score}`).join(", ");
  const effect =
    best === attempts.length ? "Nothing is undone." : "Its documents are taken from the archive and reviewed.";
  return option("best", `Go on with attempt ${best}`, `The best by score: ${scores}.`, effect);
}

function splitOption(state: State, { gap, parts }: SplitProposal): QuestionOption {
  const ids = gapIdMint([...state.gaps].map(({ id }) => id)).parts(gap, parts.length);
  const named = parts.map(({ title }, index) => `${ids[index]}: ${title}`).join(" · ");
  const effect = `${gap} is SUPERSEDED by its parts, and the first of them is worked on.`;
  return option("split", `Split ${gap}`, named, effect, { requires: ["parts"] });
}

function partsField({ parts }: SplitProposal): QuestionField {
  const initial = parts.map(({ title, text }) => `${title}${PART_SEPARATOR}${text}`).join("\n");
  return { id: "parts", label: "The parts, one a line", required: false, long: true, initial };
}

/** What the User needs to choose: how far back one can go, and what the analysis says. */
function evidenceOf(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): Evidence[] {
  const evidence = analyses.flatMap((analysis) =>
    analysisEvidence(state, pending, analysis).map(({ title, body }) => {
      return { title: analyses.length > 1 ? `Round ${analysis.record.round}: ${title}` : title, body };
    }),
  );
  return [{ title: "Where you can go back to", body: targetTable(state) }, ...evidence];
}

/** SPEC 13.9: target, open gaps there, decisions since, rounds undone. */
export function targetTable(state: State): string {
  const rows = rollbackTargets(state).map(
    (target) => `| Round ${target.to} | ${target.openThere} open | ${target.decisionsSince} | ${target.rounds} |`,
  );
  const kept = state.config.rollback.backupRetentionRounds;
  const limit = `Earlier rounds cannot be undone: the backups of the last ${kept} are kept.`;
  return [
    "| Target | Gaps there | Decisions since | Rounds undone |",
    "| --- | --- | --- | --- |",
    `| Now: round ${currentRound(state)} | ${openCount(state.gaps)} open | | |`,
    ...rows,
    ...(currentRound(state) > kept ? ["", limit] : []),
  ].join("\n");
}

function ordinal(number: number): string {
  return ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"][number - 1] ?? `${number}th`;
}
