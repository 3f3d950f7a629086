import { openBySeverity, simplestGap } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { plural } from "../../model/plural.ts";
import type { Question, QuestionField, QuestionOption } from "../../model/question.ts";
import type { RollbackRetry, UndoneAttempt } from "../../model/rollback.ts";
import { type Answered, field, makeQuestion, option, pause, pauseOption, type Ways } from "../make-question.ts";
import { currentRound, unusedGapIds } from "../queries.ts";
import { sum, table } from "../record-text.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { PendingRollback, State } from "../state.ts";
import { analysisEvidence, type RoundAnalysis, undoneGaps } from "./analyse-undone.ts";
import { rollbackTargets } from "./request-rollback.ts";
import { CAUSE_TEXT, proposeSplit, type SplitProposal } from "./root-causes.ts";

/** Asks how to continue, with the analysis as evidence; nothing is undone before the answer (SPEC 13.7, 13.9). */
export function rollbackQuestion(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): Question {
  const gaps = undoneGaps(analyses);
  const round = pending.to + 1;
  const again = analyses.find(({ record, causes }) => record.round === round && causes.length > 0);
  const made = again?.attempts.map(({ attempt }) => attempt) ?? [];
  const split = proposeSplit(state, made);
  const initial = split?.parts.map(({ title, text }) => `${title}${PART_SEPARATOR}${text}`).join("\n") ?? "";
  // The attempt with the highest score; among equals the newest (SPEC 13.7).
  const best = made.toReversed().toSorted((a, b) => b.score - a.score)[0]?.attempt ?? 1;
  const advised = again ? adviceFor(again, split) : "adjusted";
  const [head = [], ...rows] = targetRows(state);
  const targets = table(head.join(" | "), rows);
  const evidence = analyses.flatMap((analysis) => {
    const prefix = analyses.length > 1 ? `Round ${analysis.record.round}: ` : "";
    return analysisEvidence(analysis).map(({ title, body }) => ({ title: `${prefix}${title}`, body }));
  });
  return makeQuestion(state, {
    kind: again ? "root-cause" : "rollback",
    text: `${undoneText(pending, analyses, again)} How do you want to continue?`,
    evidence: [{ title: "Where you can go back to", body: targets }, ...evidence],
    options: [
      ...(split ? [splitOption(state, split)] : []),
      ...retryOptions(state, analyses, gaps),
      ...(again ? [bestOption(best, made)] : []),
      ...otherOptions(state, pending, gaps),
      ...(again ? [pauseOption("To ask someone who knows. Nothing is undone yet.")] : []),
    ].map((offered) => (offered.id === advised ? { ...offered, recommended: true } : offered)),
    fields: split ? [...FIELDS, field("parts", "The parts, one per line", { long: true, initial })] : FIELDS,
    about: [`round ${round}`, ...(again ? [`attempt ${best}`] : []), ...(split ? [split.gap] : gaps)],
  });
}

function undoneText({ to, reason }: PendingRollback, analyses: readonly RoundAnalysis[], again?: RoundAnalysis) {
  if (again) {
    const cause = CAUSE_TEXT[again.causes[0]?.cause ?? "AMBIGUOUS"];
    return `This undoes attempt ${again.attempts.length} at round ${to + 1} (${reason}). ${cause}.`;
  }
  const rounds = analyses.map(({ record }) => record.round);
  return `This undoes ${rounds.length > 1 ? "rounds" : "round"} ${rounds.join(", ")} (${reason}) and goes back to the end of round ${to}.`;
}

function adviceFor({ causes: [cause] }: RoundAnalysis, split: SplitProposal | undefined): string {
  if (cause?.cause === "OUTSIDE_KNOWLEDGE") return "next";
  return cause?.cause === "SCOPE_TOO_LARGE" && split ? "split" : "context";
}

/** Fields that the User may fill in with any option. */
const FIELDS: readonly QuestionField[] = [
  field("context", "Context for the prompts", { long: true }),
  field("adjustments", "What else the next prompts should say"),
];

function retryOptions(state: State, analyses: readonly RoundAnalysis[], gaps: readonly GapId[]): QuestionOption[] {
  const sources = new Set(analyses.flatMap(({ adjustments }) => adjustments.map(({ source }) => source)));
  const named = ["the reason for the rollback", ...sources].join(", ");
  const simplest = gaps.length > 1 ? simplestGap(state.gaps.pick(gaps)) : undefined;
  const effect = "The prompts say what went wrong.";
  const alone = `${simplest?.id} alone: ${simplest?.title}`;
  return [
    option("adjusted", "Retry with the recommended adjustments", `Added to the prompts: ${named}.`, effect),
    option("same", "Retry with the same prompt", "Nothing is added except what you say here.", "The round runs again."),
    ...(simplest ? [option("narrow", "Retry with a narrower scope", alone, "The others come later.")] : []),
    option(
      "context",
      "Retry with context",
      "Your words go into the prompts.",
      "The round runs again with them.",
      "context",
    ),
  ];
}

function otherOptions(state: State, pending: PendingRollback, gaps: readonly GapId[]): QuestionOption[] {
  const further = rollbackTargets(state).filter(({ to }) => to < pending.to);
  // Named from the state that is restored: what the undone rounds worked on is open again there.
  const restored = state.checkpoints.find(({ round }) => round === pending.to)?.state ?? state;
  const others = gapsBesides({ ...restored, config: state.config }, gaps).map(({ id }) => id);
  const later = "Work continues on these; the undone gaps come later.";
  return [
    ...further.map(({ to, rounds, openThere, decisionsSince }) => {
      const there = `Back to the end of round ${to}: ${openThere} open then, ${plural(decisionsSince, "decision")} since.`;
      const effect = `Rounds ${to + 1} and later are archived; round ${to + 1} runs again with the recommended adjustments.`;
      return option(`to-${to}`, `Undo ${rounds} rounds instead`, there, effect);
    }),
    ...(others.length === 0 ? [] : [option("next", "Work on other gaps", others.join(", "), later)]),
    option("cancel", "Do not undo anything", "The round stays as it is.", "The session continues."),
  ];
}

export function gapsBesides(restored: State, gaps: readonly GapId[]): Gap[] {
  const others = assignableGaps(restored).filter(({ id }) => !gaps.includes(id));
  return others.slice(0, restored.config.parallelGaps);
}

function bestOption(best: number, attempts: readonly UndoneAttempt[]): QuestionOption {
  const scores = attempts.map(({ attempt, score }) => `attempt ${attempt} scored ${score}`).join(", ");
  const effect =
    best === attempts.length ? "Nothing is undone." : "Its documents are taken from the archive and reviewed.";
  return option("best", `Continue with attempt ${best}`, `It scores best: ${scores}.`, effect);
}

function splitOption(state: State, { gap, parts }: SplitProposal): QuestionOption {
  const ids = unusedGapIds(state).parts(gap, parts.length);
  const named = parts.map(({ title }, index) => `${ids[index]}: ${title}`).join(" · ");
  const effect = `${gap} is replaced by its parts; work starts with the first.`;
  return option("split", `Split ${gap}`, named, effect, "parts");
}

/** Separates title and text in the lines of the field for parts. */
const PART_SEPARATOR = " — ";

/** The table of targets (SPEC 13.9): round, open gaps, decisions since, rounds undone; the first row is the header. */
export function targetRows(state: State): string[][] {
  const now = [`Now: round ${currentRound(state)}`, `${sum(openBySeverity(state.gaps))} open`, "", ""];
  const targets = rollbackTargets(state).map(({ to, openThere, decisionsSince, rounds }) => {
    return [`Round ${to}`, `${openThere} open`, String(decisionsSince), String(rounds)];
  });
  return [["Target", "Gaps then", "Decisions since", "Rounds undone"], now, ...targets];
}

export function applyRollback(state: State, answered: Answered): readonly SessionEvent[] {
  const pending = state.rollback;
  if (!pending) return [];
  const [context, adjustment] = [answered.field("context"), answered.field("adjustments")];
  // The User's additional words apply to every choice.
  const words = { adjustments: adjustment === "" ? [] : [adjustment], ...(context === "" ? {} : { context }) };
  const { reason, by } = pending;
  const go =
    (retry: Partial<RollbackRetry> & Pick<RollbackRetry, "way">, to = pending.to) =>
    (): SessionEvent[] => [{ type: "rollback_requested", to, reason, by, retry: { ...words, ...retry } }];
  const drop = (why: string): SessionEvent[] => [{ type: "rollback_dropped", why }];
  const ways: Ways = {
    same: go({ way: "same" }),
    adjusted: go({ way: "adjusted" }),
    narrow: go({ way: "narrow" }),
    context: go({ way: "context" }),
    next: go({ way: "next" }),
    split: go(splitWay(answered)),
    cancel: () => drop("the User decided against it"),
    pause: () => [pause(state, `round ${pending.to + 1} keeps failing`)],
    best: () => {
      // The current attempt simply continues; an earlier one is taken from its archive.
      const archived = state.rollbacks
        .flatMap(({ archives }) => archives)
        .filter(({ round }) => round === pending.to + 1);
      const best = archived.find(({ attempt }) => answered.question.about.includes(`attempt ${attempt}`));
      return best ? go({ way: "attempt", attempt: best.attempt })() : drop("the User continues with this attempt");
    },
    ...Object.fromEntries(rollbackTargets(state).map(({ to }) => [`to-${to}`, go({ way: "adjusted" }, to)])),
  };
  return ways[answered.choice]?.() ?? [];
}

function splitWay(answered: Answered): Pick<RollbackRetry, "way" | "split"> {
  const [gap] = answered.gaps;
  const lines = answered.field("parts").split("\n");
  const parts = lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [head = "", ...rest] = line.split(PART_SEPARATOR);
      const title = head.trim().replace(/^[-*]\s+/, "");
      return { title, text: rest.join(PART_SEPARATOR).trim() || title };
    });
  return gap === undefined || parts.length < 2 ? { way: "adjusted" } : { way: "split", split: { gap, parts } };
}
