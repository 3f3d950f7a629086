import { buildPrompt, promptNeeds } from "../mediator/build-prompt.ts";
import type { RunOrder } from "../mediator/effect.ts";
import type { BuiltPrompt, PromptKit } from "../mediator/prompts/prompt-order.ts";
import { attemptPath, documentPath, specFilePath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { TaskDocument } from "../ports/agent.ts";
import type { Files } from "../ports/files.ts";

/** A run's prompt, and the files of the session that its role may read besides (SPEC 2). */
export interface PreparedPrompt extends BuiltPrompt {
  readonly reads: readonly TaskDocument[];
  /** The document of the attempt before, when it failed: a person goes on from there. */
  readonly earlier?: string;
}

/** Loads what the prompt of an order needs, and builds it (SPEC 15.4). */
export async function preparePrompt(
  { files, kit }: { readonly files: Files; readonly kit: PromptKit },
  state: State,
  order: RunOrder,
): Promise<PreparedPrompt> {
  const promptOrder = { ...order, documentPath: documentPath(".") }; // from where the agent works
  const texts = new Map<string, string>();
  for (const path of promptNeeds(state, promptOrder)) {
    const text = await files.readText(path);
    if (text !== undefined) texts.set(path, text);
  }
  const before = order.failure === undefined ? undefined : attemptPath({ ...order, attempt: order.attempt - 1 });
  const read = before === undefined ? undefined : await files.readText(before);
  const earlier = read === undefined || read.trim() === "" ? {} : { earlier: read };
  return {
    ...buildPrompt(state, promptOrder, { kit, files: texts, ...earlier }),
    reads: [...specDocuments(state), ...[...texts].map(([path, text]) => ({ path, text }))],
    ...earlier,
  };
}

function specDocuments({ spec: { text } }: State): TaskDocument[] {
  return text.map((file) => ({ path: specFilePath("spec", text, file), text: file.text }));
}
