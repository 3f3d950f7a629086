import type { Agent, AgentTask } from "../../ports/agent.ts";
import { type AgentKind, guarded, type KindOptions, type KindRun } from "../guarded.ts";
import { failed, failure, returned } from "../outcomes.ts";
import {
  type Connection,
  type ConnectionSettings,
  connectionFor,
  isLocal,
  type ModelSpec,
  PROVIDER_FACTS,
  type Provider,
} from "./language-model.ts";
import { type Price, type Prices, priceOf, type TokensSpent, usageOf } from "./prices.ts";
import { streamDocument } from "./stream-document.ts";

interface ModelOptions extends KindOptions, ConnectionSettings {
  readonly spec: ModelSpec;
  readonly prices: Prices;
}

/** A model behind an API. Its SDK is loaded at the first run. */
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
  options: ModelOptions,
  connection: Connection,
  price: Price | undefined,
): KindRun {
  const unready = unreadiness(options.spec.provider, connection);
  if (unready) return failed(failure(unready.reason, `${unready.message}. ${unready.fix}.`), {});
  const requests: TokensSpent[] = [];
  const end = yield* streamDocument(task, options, connection, signal, requests);
  const usage = usageOf(requests, price);
  if (typeof end !== "string") return failed(end, usage);
  return returned(end === "" ? undefined : Buffer.from(end), task, usage);
}

/** What is missing before a provider can be used, and how to fix it. */
export function unreadiness(provider: Provider, connection: Connection) {
  const { keys, baseUrls } = PROVIDER_FACTS[provider];
  if (!URL.canParse(connection.baseUrl)) {
    const fix = `Set it in the configuration or ${baseUrls.join(" or ")}`;
    return { reason: "not-found", message: `${provider} needs a base URL`, fix } as const;
  }
  if (connection.apiKey === undefined && provider !== "openai-compatible") {
    const fix = `Set ${keys.join(" or ")}`;
    return { reason: "unauthorised", message: `no API key for ${provider}`, fix } as const;
  }
  return undefined;
}
