import { UsageError } from "../../errors/whetstone-error.ts";
import { RECORD_HEADER } from "../../mediator/record-text.ts";
import { renderDecisions } from "../../mediator/records/render-decisions.ts";
import { archivedDecisions, type RecoverableDecision } from "../../mediator/rollback/reapply-decision.ts";
import type { State } from "../../mediator/state.ts";
import type { Decision } from "../../model/decision.ts";
import { defined } from "../../model/defined.ts";
import { type DecisionId, isDecisionId } from "../../model/ids.ts";
import { replacedDecisions } from "../../model/replaced-decisions.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CliContext } from "../context.ts";
import type { Paint } from "../paint.ts";
import { printWrapped } from "../wrap-line.ts";
import { stateOf } from "./locate-session.ts";
import { commandSession } from "./send-command.ts";

export async function showDecisions(
  session: string | undefined,
  options: { readonly archived?: true },
  context: CliContext,
): Promise<void> {
  const { state } = await stateOf(session, context);
  if (!options.archived) {
    if (context.json) return context.output.json({ decisions: state.decisions });
    if (context.output.onScreen) return printWrapped(decisionLines(state, context.output.paint), context.output);
    return context.output.document(renderDecisions(state).replace(RECORD_HEADER, ""));
  }
  const archived = archivedDecisions(state);
  if (context.json) return context.output.json({ archived });
  if (archived.length === 0) return context.output.result("No decisions were removed by a rollback.");
  for (const decision of archived) context.output.result(archivedText(decision));
}

/** On a screen: what was decided, about what, and why; decisions.md has the positions and all that followed. */
function decisionLines(state: State, paint: Paint): string[] {
  const replaced = replacedDecisions(state.decisions);
  const undone = archivedDecisions(state).length;
  return [
    ...(state.decisions.length === 0 ? ["No decisions yet.", ""] : []),
    ...state.decisions.flatMap((decision) => oneDecision(decision, paint, replaced.get(decision.id))),
    ...(undone === 0 ? [] : [`Removed by a rollback: ${undone}. See them: whetstone decisions --archived`]),
  ];
}

/** Words that were replaced hold no more, but they are the person's. */
function oneDecision(
  { id, title, decision, rationale, gaps, issues }: Decision,
  paint: Paint,
  later: DecisionId | undefined,
): string[] {
  const about = [...gaps, ...issues].join(", ");
  const replaced = later && `replaced by ${later}`;
  return [
    paint.bold(visibleLine(title)),
    ...(decision === title ? [] : [`  ${visibleLine(decision)}`]),
    ...(rationale === undefined ? [] : [`  because: ${visibleLine(rationale)}`]),
    `  ${paint.dim([id, about, replaced].filter(Boolean).join("  "))}`,
    "",
  ];
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

export interface ReapplyOptions {
  readonly text?: string;
  readonly rationale?: string;
  readonly session?: string;
}

export async function reapplyDecisions(
  words: readonly string[],
  options: ReapplyOptions,
  context: CliContext,
): Promise<void> {
  const { folder, state } = await stateOf(options.session, context);
  const ids = decisionsNamed(words, state);
  const { text, rationale } = options;
  if (ids.length > 1 && text !== undefined) {
    throw new UsageError("--text takes one decision at a time", { target: ids.join(", ") });
  }
  for (const decision of ids) {
    await commandSession(folder, { type: "decision-reapply", decision, ...defined({ text, rationale }) }, context);
  }
}

/** `all` is everything that can be applied again. */
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
