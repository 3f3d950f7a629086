import type { Agent, AgentOutcome, AgentProgress, AgentTask, Usage } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { guarded } from "../guarded.ts";
import { aborted, type Failure, failed, failure, startWatch, timedOut, tooLarge } from "../outcomes.ts";
import { type Environment, secretsOf } from "../secrets.ts";
import { limitTime } from "../time-limit.ts";
import { type Connection, type ConnectionSettings, connectionFor, isLocal } from "./language-model.ts";
import { failureOf } from "./model-faults.ts";
import { type ModelSpec, PROVIDER_FACTS } from "./model-spec.ts";
import { MOST_STEPS, type StreamEnd, streamDocument } from "./model-stream.ts";
import { type Prices, priceOf, type TokensSpent, usageOf } from "./prices.ts";

export interface ModelOptions extends ConnectionSettings {
  readonly spec: ModelSpec;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly prices: Prices;
}

/** An agent that is a model behind an API. The SDK is loaded at the first run. */
export function createModelAgent(options: ModelOptions): Agent {
  const { spec, clock, environment } = options;
  const connection = connectionFor(spec.provider, options, environment);
  const price = priceOf(`${spec.provider}:${spec.model}`, options.prices);
  const agent: Agent = {
    name: `${spec.provider}:${spec.model}`,
    paid: !isLocal(connection.baseUrl),
    writesNoFile: true,
    ...(price === undefined ? {} : { price }),
    run: (task, signal) => runModel(task, signal, options, connection),
  };
  const key = connection.apiKey;
  return guarded(agent, [...secretsOf(environment), ...(key === undefined ? [] : [key])], clock);
}

async function* runModel(
  task: AgentTask,
  signal: AbortSignal,
  options: ModelOptions,
  connection: Connection,
): AsyncGenerator<AgentProgress, AgentOutcome, void> {
  const { spec, clock, prices } = options;
  const watch = startWatch(clock);
  const requests: TokensSpent[] = [];
  const price = priceOf(`${spec.provider}:${spec.model}`, prices);
  const usage = (): Usage => ({ ...usageOf(requests, price), ...watch() });
  const unready = unreadiness(spec, connection);
  if (unready) return failed(unready, usage());
  const limit = limitTime(signal, task.budget.seconds, clock);
  try {
    yield { type: "started" };
    const end = yield* streamDocument(task, spec, connection, limit.signal, requests);
    if (limit.reached() === "aborted") return aborted(usage());
    if (limit.reached() === "timeout") return timedOut(task.budget.seconds, usage());
    return concluded(end, task, spec, usage(), clock.now());
  } finally {
    limit.release();
  }
}

function concluded(end: StreamEnd, task: AgentTask, spec: ModelSpec, usage: Usage, now: number): AgentOutcome {
  switch (end.type) {
    case "overflowed":
      return tooLarge(task.budget.outputBytes, usage);
    case "broken":
      return failed(failureOf(end.error, spec.provider, now), usage);
    case "finished": {
      const wrong = unfinished(end.reason, end.raw, spec.provider);
      if (wrong) return failed(wrong, usage);
      return end.text === "" ? { type: "missing", usage } : { type: "document", bytes: Buffer.from(end.text), usage };
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

/** What keeps a model from being asked at all: no key, no address. */
export function unreadiness({ provider }: ModelSpec, connection: Connection): Failure | undefined {
  const { keys, baseUrls } = PROVIDER_FACTS[provider];
  if (!URL.canParse(connection.baseUrl)) {
    return failure(
      "not-found",
      `${provider} needs a base URL: set it in the configuration or ${baseUrls.join(" or ")}.`,
    );
  }
  if (connection.apiKey === undefined && provider !== "openai-compatible") {
    return failure("unauthorised", `There is no key for ${provider}: set ${keys.join(" or ")}.`);
  }
  return undefined;
}
