import type { Evidence, Question } from "../../model/question.ts";
import { makeQuestion, option } from "../questions/make-question.ts";
import { simplestGap } from "../questions/round-questions.ts";
import { blocks } from "../records/record-text.ts";
import { assignableGaps } from "../round/choose-gaps.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { MODE_FIELD } from "./mode-words.ts";
import { rollbackTargets } from "./rollback-targets.ts";

/** How to go on after undoing, with what the analysis says (SPEC 13.9). Nothing is undone before the answer. */
export function rollbackQuestion(state: State, pending: PendingRollback, analyses: readonly RoundAnalysis[]): Question {
  const first = analyses[0];
  const rounds = analyses.map((one) => one.record.round);
  const adjustments = analyses.flatMap((one) => one.adjustments);
  return makeQuestion(state, {
    kind: "rollback",
    header: "Rollback",
    text: `Back to the end of round ${pending.to}: ${roundsText(rounds)} ${rounds.length === 1 ? "is" : "are"} undone and archived (${pending.reason}). How do you want to go on?`,
    evidence: rollbackEvidence(state, analyses),
    options: [
      ...(adjustments.length > 0
        ? [
            option(
              "adjusted",
              "Retry with the recommended adjustments",
              adjustments.map((one) => one.source).join(", "),
              "The prompts say what went wrong.",
              { recommended: true },
            ),
          ]
        : []),
      option("same", "Retry with the same prompt", "Nothing is added.", "The round runs again.", {
        recommended: adjustments.length === 0,
      }),
      ...narrowOption(state, first),
      option(
        "context",
        "Retry with context",
        "Your words go into the prompts.",
        "The round runs again with what you say.",
        {
          requires: ["context"],
        },
      ),
      ...furtherOptions(state, pending),
      ...nextOption(state, first),
      option("cancel", "Do not undo anything", "The round stays as it is.", "The session goes on."),
    ],
    fields: [
      { id: "context", label: "Context for the prompts", required: false, long: true },
      { id: "adjustments", label: "What the next prompts should say besides", required: false },
      MODE_FIELD,
    ],
    about: [`round ${pending.to + 1}`, ...(first?.record.gaps.map((gap) => gap.gap) ?? [])],
  });
}

function narrowOption(state: State, first: RoundAnalysis | undefined) {
  const gaps = first?.record.gaps.flatMap((one) => state.gaps.get(one.gap) ?? []) ?? [];
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

function nextOption(state: State, first: RoundAnalysis | undefined) {
  const own = new Set(first?.record.gaps.map((gap) => gap.gap));
  const others = assignableGaps(state).filter((gap) => !own.has(gap.id));
  if (others.length === 0) return [];
  const ids = others.slice(0, state.config.parallelGaps).map((gap) => gap.id);
  return [option("next", "On to the next round", ids.join(", "), "Other gaps are worked on; these come later.")];
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
  const rows = rollbackTargets(state).map(
    (target) => `| Round ${target.to} | ${target.openThere} open | ${target.decisionsSince} | ${target.rounds} |`,
  );
  return ["| Target | Gaps there | Decisions since | Rounds undone |", "| --- | --- | --- | --- |", ...rows].join("\n");
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
