import { editorFrom } from "../../agents/human/editor.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { renderDecisions } from "../../mediator/records/render-decisions.ts";
import { archivedDecisions, type RecoverableDecision } from "../../mediator/rollback/reapply-decision.ts";
import type { State } from "../../mediator/state.ts";
import { isDecisionId } from "../../model/ids.ts";
import { editText } from "../asking/edit-text.ts";
import type { CliContext } from "../context.ts";
import { commandSession } from "./send-command.ts";
import { stateOf } from "./session-parts.ts";

export async function showDecisions(
  options: { archived?: true; session?: string },
  context: CliContext,
): Promise<void> {
  const { state } = await stateOf(options.session, context);
  if (!options.archived) {
    if (context.json) return context.output.json({ decisions: state.decisions });
    return context.output.document(renderDecisions(state));
  }
  const archived = archivedDecisions(state);
  if (context.json) return context.output.json({ archived });
  if (archived.length === 0) return context.output.result("No decision was taken away by a rollback.");
  for (const one of archived) context.output.result(archivedText(one));
}

function archivedText({ decision, archive, rolledBackAt, reapplied, problem }: RecoverableDecision): string {
  const state = reapplied !== undefined ? `applied again as ${reapplied}` : (problem ?? "can be applied again");
  return [
    `${decision.id}: ${decision.title}`,
    `  ${decision.decision.replace(/\s+/g, " ")}`,
    ...(decision.rationale === undefined ? [] : [`  because: ${decision.rationale.replace(/\s+/g, " ")}`]),
    `  undone ${rolledBackAt}, in ${archive || "no archive"}; ${state}`,
  ].join("\n");
}

export interface ReapplyOptions {
  readonly edit?: true;
  readonly text?: string;
  readonly rationale?: string;
  readonly session?: string;
}

export async function reapplyDecision(id: string, options: ReapplyOptions, context: CliContext): Promise<void> {
  if (!isDecisionId(id)) {
    throw new UsageError("that is not a decision id", { target: id, fix: "Decision ids look like DECISION-R5-001." });
  }
  const { folder, state } = await stateOf(options.session, context);
  const text = options.edit ? await edited(state, id, context) : options.text;
  await commandSession(
    folder,
    {
      type: "decision-reapply",
      decision: id,
      ...(text === undefined ? {} : { text }),
      ...(options.rationale === undefined ? {} : { rationale: options.rationale }),
    },
    context,
  );
}

async function edited(state: State, id: string, context: CliContext): Promise<string | undefined> {
  const editor = editorFrom(context.env);
  const archived = archivedDecisions(state).find((one) => one.decision.id === id);
  if (!archived) return undefined; // refused with the reason by whoever applies it
  if (editor === undefined) {
    throw new UsageError("no editor is set", { target: "--edit", fix: "Set EDITOR, or give the words with --text." });
  }
  const text = await editText(editor, archived.decision.decision, `${id}: ${archived.decision.title}`);
  if (text === "") throw new UsageError("nothing was written: the decision is not applied", { target: id });
  return text;
}
