import { UsageError } from "../../errors/whetstone-error.ts";
import { RECORD_HEADER } from "../../mediator/record-text.ts";
import { renderDecisions } from "../../mediator/records/render-decisions.ts";
import { archivedDecisions, type RecoverableDecision } from "../../mediator/rollback/reapply-decision.ts";
import type { State } from "../../mediator/state.ts";
import { defined } from "../../model/defined.ts";
import { type DecisionId, isDecisionId } from "../../model/ids.ts";
import type { CliContext } from "../cli-context.ts";
import { locateState } from "./locate-session.ts";
import { sendAndReport } from "./send-command.ts";

export async function showDecisions(
  session: string | undefined,
  options: { readonly archived?: true },
  context: CliContext,
): Promise<void> {
  const { state } = await locateState(session, context);
  if (!options.archived) {
    if (context.json) return context.output.json({ decisions: state.decisions });
    return context.output.document(renderDecisions(state).replace(RECORD_HEADER, ""));
  }
  const archived = archivedDecisions(state);
  if (context.json) return context.output.json({ archived });
  if (archived.length === 0) return context.output.result(noneArchived(state));
  for (const decision of archived) context.output.result(archivedText(decision));
}

function noneArchived({ rollbacks }: State): string {
  return rollbacks.length === 0
    ? "No round was undone, so every decision is in force: `whetstone decisions` shows them."
    : "The rounds that were undone had no decisions.";
}

function archivedText({ decision, archive, rolledBackAt, reapplied, problem }: RecoverableDecision): string {
  const state = reapplied !== undefined ? `reapplied as ${reapplied}` : (problem ?? "can be reapplied");
  return [
    `${decision.id}: ${decision.title}`,
    `  ${decision.decision.replace(/\s+/g, " ")}`,
    ...(decision.rationale === undefined ? [] : [`  because: ${decision.rationale.replace(/\s+/g, " ")}`]),
    `  undone ${rolledBackAt}, in ${archive || "no archive"}; ${state}`,
  ].join("\n");
}

export async function reapplyDecisions(
  words: readonly string[],
  options: { readonly text?: string; readonly rationale?: string; readonly session?: string },
  context: CliContext,
): Promise<void> {
  const { folder, state } = await locateState(options.session, context);
  const ids = decisionsNamed(words, state);
  const { text, rationale } = options;
  if (ids.length > 1 && text !== undefined) {
    throw new UsageError("--text takes one decision at a time", { target: ids.join(", ") });
  }
  for (const decision of ids) {
    await sendAndReport(folder, { type: "decision-reapply", decision, ...defined({ text, rationale }) }, context);
  }
}

/** `all` means every decision that can be reapplied. */
function decisionsNamed(words: readonly string[], state: State): DecisionId[] {
  if (words.length === 1 && words[0]?.toLowerCase() === "all") {
    const usable = archivedDecisions(state).filter(({ reapplied, problem }) => (reapplied ?? problem) === undefined);
    if (usable.length === 0) throw new UsageError("no archived decision can be reapplied");
    return usable.map(({ decision }) => decision.id);
  }
  return [...new Set(words)].map((word) => {
    if (isDecisionId(word)) return word;
    throw new UsageError("that is not a decision id", { target: word, fix: "Decision ids look like DECISION-R5-001." });
  });
}
