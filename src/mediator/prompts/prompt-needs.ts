import { exampleNeeds } from "../retry/choose-example.ts";
import { exampleReason } from "../retry/first-example.ts";
import type { State } from "../state.ts";
import type { PromptNeeds, PromptOrder } from "./prompt-order.ts";
import { documentsUnderReview } from "./proposal-text.ts";

/** The files of the session that `buildPrompt` will want for this order. */
export function promptNeeds(state: State, order: PromptOrder): PromptNeeds {
  const reviewed = order.role === "reviewer" ? documentsUnderReview(state, order.gaps).map(({ path }) => path) : [];
  const reason = exampleReason(state, order);
  const examples = reason === undefined ? [] : exampleNeeds(state, order, reason.failure);
  return { files: [...new Set([...reviewed, ...examples])].sort() };
}
