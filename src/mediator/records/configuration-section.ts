import { codeText, inlineText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { blocks, dollars, wholeNumber } from "../record-text.ts";
import type { State } from "../state.ts";

/** Session configuration (SPEC 17, SPEC 18): what is in force. */
export function configurationSection(state: State): string {
  const { session, config, limits } = state;
  const rows: [string, string][] = [
    ["Session", codeText(session.id, 80)],
    ["Spec", codeText(session.specPath, 200)],
    ["Begun", `${session.createdAt}, with ${session.initialGaps} gaps`],
    ["Engineer, Reviewer", `${inlineText(session.engineer, 80)}, ${inlineText(session.reviewer, 80)}`],
    ["Rounds", `at most ${limits.maxRounds}; hard limit ${config.hardLimit}`],
    ["Stall, divergence", `${limits.stallThreshold} flat rounds; weighted net below -${limits.divergenceThreshold}`],
    ["Severity weights", weights(state)],
    ["Attempts, gaps at once", `${config.maxRetries + 1}; ${config.parallelGaps}`],
    ["Confirmation", config.autoConfirm ? "by itself after one further round" : "by the User"],
    ["Late HIGH issues", config.lateHigh],
    ["Disagreement", disagreement(state)],
    [
      "Rollback",
      `${config.rollback.mode}, at most ${config.rollback.maxSession}, ${config.rollback.backupRetentionRounds} rounds back`,
    ],
    ["Budgets", budgets(state)],
  ];
  return blocks("## Session configuration", table(["Setting", "Value"], rows, ""));
}

function weights({ config: { severityWeights } }: State): string {
  const { CRITICAL, HIGH, MEDIUM, LOW } = severityWeights;
  return `CRITICAL ${CRITICAL}, HIGH ${HIGH}, MEDIUM ${MEDIUM}, LOW ${LOW}`;
}

function disagreement({ config: { disagree, implicit } }: State): string {
  const explicit = `over ${disagree.round} of a round, ${disagree.session} of ${disagree.sessionRounds}, ${disagree.absolute} at once`;
  return `explicit ${explicit}; implicit ${implicit.high} HIGH, ${implicit.critical} CRITICAL, ${implicit.pattern} rounds`;
}

function budgets({ config: { budgets: limit } }: State): string {
  const money = `${dollars(limit.usd)}, ${wholeNumber(limit.tokens)} tokens`;
  return `${money}, ${limit.secondsPerRun} s a run, ${limit.concurrentRuns} runs at once`;
}
