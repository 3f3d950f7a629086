import { openCount } from "../../model/counting.ts";
import type { Evidence, Question, QuestionField, QuestionOption } from "../../model/question.ts";
import { currentRound } from "../queries.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import { simplestGap } from "../questions/round-questions.ts";
import { blocks } from "../records/record-text.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { gapsBesides, undoneGaps } from "./gaps-of-rollback.ts";
import { MODE_FIELD } from "./mode-words.ts";
import { rollbackTargets } from "./rollback-targets.ts";

/** How to go on after undoing, with what the analysis says (SPEC 13.9). Nothing is undone before the answer. */
export function rollbackQuestion(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): Question {
  const rounds = analyses.map((one) => one.record.round);
  return makeQuestion(state, {
    kind: "rollback",
    header: "Rollback",
    text: `Back to the end of round ${pending.to}: ${roundsText(rounds)} ${rounds.length === 1 ? "is" : "are"} undone and archived (${pending.reason}). How do you want to go on?`,
    evidence: rollbackEvidence(state, analyses),
    options: [...retryOptions(state, analyses, "adjusted"), ...otherOptions(state, pending, analyses)],
    fields: ROLLBACK_FIELDS,
    about: [`round ${pending.to + 1}`, ...undoneGaps(analyses)],
  });
}

/** What the User may say with any way on. */
export const ROLLBACK_FIELDS: readonly QuestionField[] = [
  { id: "context", label: "Context for the prompts", required: false, long: true },
  { id: "adjustments", label: "What else the next prompts should say", required: false },
  MODE_FIELD,
];

/** The round runs again (SPEC 13.9). */
export function retryOptions(state: State, analyses: readonly RoundAnalysis[], advice: string): QuestionOption[] {
  const sources = [...new Set(analyses.flatMap((one) => one.adjustments).map(({ source }) => source))];
  return [
    option(
      "adjusted",
      "Retry with the recommended adjustments",
      ["the reason for the rollback", ...sources].join(", "),
      "The prompts say what went wrong.",
      { recommended: advice === "adjusted" },
    ),
    option("same", "Retry with the same prompt", "Nothing is added but what you say here.", "The round runs again."),
    ...narrowOption(state, analyses),
    option("context", "Retry with context", "Your words go into the prompts.", "The round runs again with them.", {
      requires: ["context"],
      recommended: advice === "context",
    }),
  ];
}

/** Something else than the round again (SPEC 13.9). */
export function otherOptions(
  state: State,
  pending: PendingRollback,
  analyses: readonly RoundAnalysis[],
  advice = "",
): QuestionOption[] {
  return [
    ...furtherOptions(state, pending),
    ...nextOption(state, pending, analyses, advice),
    option("cancel", "Do not undo anything", "The round stays as it is.", "The session goes on."),
  ];
}

function narrowOption(state: State, analyses: readonly RoundAnalysis[]) {
  const gaps = undoneGaps(analyses).flatMap((id) => state.gaps.get(id) ?? []);
  const simplest = gaps.length > 1 ? simplestGap(gaps) : undefined;
  if (!simplest) return [];
  return [
    option(
      "narrow",
      "Retry with a narrower scope",
      `${simplest.id} alone: ${simplest.title}`,
      "The others come later.",
    ),
  ];
}

function furtherOptions(state: State, pending: PendingRollback) {
  return rollbackTargets(state)
    .filter((target) => target.to < pending.to)
    .map(({ to, rounds, openThere, decisionsSince }) =>
      option(
        `to-${to}`,
        `Undo ${rounds} rounds instead`,
        `Back to the end of round ${to}: ${openThere} open there, ${decisionsSince} decisions since.`,
        `Rounds ${to + 1} and later are archived; round ${to + 1} runs again with the recommended adjustments.`,
      ),
    );
}

/** Named from the state that is restored: what the undone rounds worked on is open again there. */
function nextOption(state: State, { to }: PendingRollback, analyses: readonly RoundAnalysis[], advice: string) {
  const restored = state.checkpoints.find(({ round }) => round === to)?.state ?? state;
  const ids = gapsBesides({ ...restored, config: state.config }, undoneGaps(analyses)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return [
    option("next", "Work on other gaps", ids.join(", "), "These are worked on; the undone ones come later.", {
      recommended: advice === "next",
    }),
  ];
}

/** What the person needs to choose: what was produced, what is wrong with it, and how far back one can go. */
export function rollbackEvidence(state: State, analyses: readonly RoundAnalysis[]): Evidence[] {
  return [
    { title: "Where you can go back to", body: targetTable(state) },
    ...analyses.map((one) => ({
      title: `Round ${one.record.round}, attempt ${one.record.attempt}`,
      body: produced(one),
    })),
    ...adjustmentEvidence(analyses),
  ];
}

/** SPEC 13.9: target, open gaps there, decisions since, rounds undone. */
export function targetTable(state: State): string {
  const now = `| Now: round ${currentRound(state)} | ${openCount(state.gaps)} open | | |`;
  const rows = rollbackTargets(state).map(
    (target) => `| Round ${target.to} | ${target.openThere} open | ${target.decisionsSince} | ${target.rounds} |`,
  );
  const head = ["| Target | Gaps there | Decisions since | Rounds undone |", "| --- | --- | --- | --- |"];
  const kept = state.config.rollback.backupRetentionRounds;
  const limit = `Earlier rounds cannot be undone: the backups of the last ${kept} are kept.`;
  return [...head, now, ...rows, ...(currentRound(state) > kept ? ["", limit] : [])].join("\n");
}

/** How far a resolution got, in words. */
export const ADDRESSED_TEXT = { yes: "addressed", partial: "addressed in part", no: "not addressed" } as const;

function produced({ record, failures }: RoundAnalysis): string {
  const gaps = record.gaps.map((gap) => {
    const failed = failures.find((one) => one.gap === gap.gap);
    const outcome = failed ? `failed at the gate (${failed.failure})` : ADDRESSED_TEXT[gap.addressed];
    const examples = gap.examples === 1 ? "1 example" : `${gap.examples} examples`;
    const sections = gap.sections.slice(0, 8).join(", ") || "none";
    return `- ${gap.gap}: ${outcome}; ${gap.chars} characters, ${examples}; sections: ${sections}`;
  });
  const patterns = record.patterns.map((one) => {
    const words = one.evidence.slice(0, 5).map(({ words: said, line }) => `"${said}" (line ${line})`);
    return `- ${one.pattern} (${one.confidence}), ${one.gap}: ${one.message}${words.length === 0 ? "" : `: ${words.join(", ")}`}`;
  });
  return blocks(gaps.join("\n"), patterns.length === 0 ? "No pattern was detected." : patterns.join("\n"));
}

function adjustmentEvidence(analyses: readonly RoundAnalysis[]): Evidence[] {
  const lines = analyses
    .flatMap((one) => one.adjustments)
    .map((one) => `- ${one.source} (${one.confidence}: ${one.why}): ${one.text.split("\n")[0]}`);
  return lines.length === 0 ? [] : [{ title: "Recommended adjustments", body: lines.join("\n") }];
}

function roundsText(rounds: readonly number[]): string {
  return `${rounds.length === 1 ? "round" : "rounds"} ${rounds.join(", ")}`;
}
