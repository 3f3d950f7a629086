import { type EstimateFacts, estimateSession } from "../mediator/estimate.ts";
import { promptPath } from "../mediator/session-paths.ts";
import { dueOrders } from "../mediator/steps/agent-phases.ts";
import { isOpen } from "../model/counting.ts";
import { estimateTokens } from "../model/token-estimate.ts";
import type { Agent } from "../ports/agent.ts";
import { preparePrompt } from "./agent-task.ts";
import type { EngineParts } from "./engine-parts.ts";

export type RunEstimate = Awaited<ReturnType<typeof estimateRun>>;

interface Parts extends Pick<EngineParts, "kit"> {
  readonly store: Pick<EngineParts["store"], "state" | "files">;
  readonly agents?: EngineParts["agents"];
}

/** The prompts that the next round would send, and the estimate for the whole session (SPEC 15.3). */
export async function estimateRun({ store, kit, agents }: Parts) {
  const { state, orders } = dueOrders(store.state);
  const prompts: { path: string; text: string }[] = [];
  for (const order of orders) {
    const { preface, prompt } = await preparePrompt({ files: store.files, kit }, state, order);
    prompts.push({ path: promptPath(order), text: `${preface}\n\n${prompt}\n` });
  }
  const spec = state.spec.text.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const tokens = prompts.map(({ text }) => estimateTokens(text));
  const mean = tokens.reduce((sum, count) => sum + count, 0) / Math.max(1, tokens.length);
  const facts: EstimateFacts = {
    gaps: store.state.gaps.filter(isOpen).length,
    parallelGaps: Math.max(1, orders.length),
    engineerPrompt: Math.round(mean),
    reviewerPreface: estimateTokens(kit.templates.reviewer.body) + spec,
    source: spec,
    ...priceOf("engineerPrice", agents?.engineer),
    ...priceOf("reviewerPrice", agents?.reviewer),
  };
  return { estimate: estimateSession(facts), prompts };
}

function priceOf(name: "engineerPrice" | "reviewerPrice", agent: Agent | undefined): Partial<EstimateFacts> {
  const price = agent?.needsNoTokens ? "free" : agent?.price;
  return price === undefined ? {} : { [name]: price };
}
