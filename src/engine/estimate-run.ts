import type { RunOrder } from "../mediator/effect.ts";
import { estimateSession } from "../mediator/estimate.ts";
import { setupEffect } from "../mediator/inventory/inventory-question.ts";
import { surveyGaps } from "../mediator/inventory/survey.ts";
import { promptPath } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { dueOrders } from "../mediator/steps/within-round.ts";
import { isOpen } from "../model/counting.ts";
import { defined } from "../model/defined.ts";
import { estimateTokens } from "../model/estimate-tokens.ts";
import type { EstimateBasis } from "../model/events/session-events.ts";
import type { Agent } from "../ports/agent.ts";
import { preparePrompt } from "./agent-task.ts";
import type { EngineParts } from "./engine-parts.ts";

export type RunEstimate = Awaited<ReturnType<typeof estimateRun>>;

interface Parts extends Pick<EngineParts, "kit"> {
  readonly store: Pick<EngineParts["store"], "state" | "files">;
  readonly agents?: EngineParts["agents"];
}

/** The prompts of the survey that is due and of the next round, and the estimate for the whole session (SPEC 15.3). */
export async function estimateRun({ store, kit, agents }: Parts) {
  const setup = setupEffect(store.state);
  const { state, orders } = dueOrders(store.state);
  const prepare = (from: State, asked: readonly RunOrder[]) =>
    Promise.all(asked.map((order) => promptFile({ files: store.files, kit }, from, order)));
  const [survey] = await prepare(store.state, setup?.type === "run" ? setup.orders : []);
  const prompts = await prepare(state, orders);
  const spec = state.spec.text.reduce((sum, { text }) => sum + estimateTokens(text), 0);
  const tokens = prompts.map(({ text }) => estimateTokens(text));
  const mean = tokens.reduce((sum, count) => sum + count, 0) / tokens.length;
  const basis: EstimateBasis = {
    engineerPrompt: tokens.length === 0 ? estimateTokens(kit.templates.engineer) + spec : Math.round(mean),
    reviewerPreface: estimateTokens(kit.templates.reviewer) + spec,
    source: spec,
    ...priceOf("engineerPrice", agents?.engineer),
    ...priceOf("reviewerPrice", agents?.reviewer),
  };
  const estimate = estimateSession({
    ...basis,
    gaps: store.state.gaps.filter(isOpen).length,
    parallelGaps: survey === undefined ? Math.max(1, orders.length) : state.config.parallelGaps,
    ...(survey && {
      survey: { prompt: estimateTokens(survey.text), gaps: surveyGaps(state.config, state.spec.text) },
    }),
  });
  return { basis, estimate, prompts: survey ? [survey, ...prompts] : prompts };
}

async function promptFile(parts: Parameters<typeof preparePrompt>[0], state: State, order: RunOrder) {
  const { preface, prompt } = await preparePrompt(parts, state, order);
  return { path: promptPath(order), text: `${preface}\n\n${prompt}\n` };
}

function priceOf(name: "engineerPrice" | "reviewerPrice", agent: Agent | undefined): Partial<EstimateBasis> {
  if (agent?.needsNoTokens) return { [name]: "free" };
  if (agent?.price === undefined) return {};
  // Only what the journal records: an agent may know more about its price.
  const { input, output, cachedInput, cacheWrite } = agent.price;
  return { [name]: { input, output, ...defined({ cachedInput, cacheWrite }) } };
}
