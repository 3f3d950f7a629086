import type { Agent, AgentTask } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { type Failure, failed, failure, type KindOutcome, returned, type Spent, tooLarge } from "../outcomes.ts";
import { type Connection, type ConnectionSettings, connectionFor, isLocal } from "./language-model.ts";
import { failureOf } from "./model-faults.ts";
import { type ModelSpec, PROVIDER_FACTS, type Provider } from "./model-spec.ts";
import { MOST_STEPS, type StreamEnd, streamDocument } from "./model-stream.ts";
import { type Price, type Prices, priceOf, type TokensSpent, usageOf } from "./prices.ts";

export interface ModelOptions extends KindOptions, ConnectionSettings {
  readonly spec: ModelSpec;
  readonly prices: Prices;
}

/** An agent that is a model behind an API. The SDK is loaded at the first run. */
export function createModelAgent(options: ModelOptions): Agent {
  const { spec, environment } = options;
  const connection = connectionFor(spec.provider, options, environment);
  const price = priceOf(`${spec.provider}:${spec.model}`, options.prices);
  const agent: AgentKind = {
    name: `${spec.provider}:${spec.model}`,
    paid: !isLocal(connection.baseUrl),
    writesNoFile: true,
    ...(price === undefined ? {} : { price }),
    run: (task, signal) => runModel(task, signal, options, connection, price),
  };
  return guarded(agent, options, connection.apiKey);
}

async function* runModel(
  task: AgentTask,
  signal: AbortSignal,
  { spec, clock }: ModelOptions,
  connection: Connection,
  price: Price | undefined,
): KindRun {
  const unready = unreadiness(spec.provider, connection);
  if (unready) return failed(failure(unready.reason, `${unready.message}. ${unready.fix}.`), {});
  yield { type: "started" };
  const requests: TokensSpent[] = [];
  const end = yield* streamDocument(task, spec, connection, signal, requests);
  return concluded(end, task, spec, usageOf(requests, price), clock.now());
}

function concluded(end: StreamEnd, task: AgentTask, spec: ModelSpec, usage: Spent, now: number): KindOutcome {
  switch (end.type) {
    case "overflowed":
      return tooLarge(task.budget.outputBytes, usage);
    case "broken":
      return failed(failureOf(end.error, spec.provider, now), usage);
    case "finished": {
      const wrong = unfinished(end.reason, end.raw, spec.provider);
      if (wrong) return failed(wrong, usage);
      return returned(end.text === "" ? undefined : Buffer.from(end.text), task, usage);
    }
  }
}

/** A document that was cut must not be taken for a whole one. */
function unfinished(reason: string, raw: string | undefined, provider: string): Failure | undefined {
  switch (reason) {
    case "stop":
      return undefined;
    case "length":
      return failure("too-large", `${provider} cut the document at the most tokens that it may have.`);
    case "content-filter":
      return failure("crashed", `${provider} refused to answer (${raw ?? "content filter"}).`);
    case "tool-calls":
      return failure("crashed", `The model did not answer within ${MOST_STEPS} requests.`);
    default:
      return raw === undefined || reason === "error"
        ? failure("network", `The answer of ${provider} broke off before its end.`)
        : undefined;
  }
}

/** What a provider lacks before anything can be asked of it, and what mends it. */
export function unreadiness(provider: Provider, connection: Connection) {
  const { keys, baseUrls } = PROVIDER_FACTS[provider];
  if (!URL.canParse(connection.baseUrl)) {
    const fix = `Set it in the configuration or ${baseUrls.join(" or ")}`;
    return { reason: "not-found", message: `${provider} needs a base URL`, fix } as const;
  }
  if (connection.apiKey === undefined && provider !== "openai-compatible") {
    const fix = `Set ${keys.join(" or ")}`;
    return { reason: "unauthorised", message: `there is no key for ${provider}`, fix } as const;
  }
  return undefined;
}
