import { createHash } from "node:crypto";
import type { ToolSet } from "ai";
import { defined } from "../../model/defined.ts";
import type { AgentProgress, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { Codebase } from "../grounding/codebase.ts";
import { type Failure, failure, reasonForStatus, tooLarge } from "../outcomes.ts";
import { codebaseOf } from "../process/scratch.ts";
import { count, field, text } from "../programs/envelope-reader.ts";
import { type Connection, loadModel, type ModelSpec } from "./language-model.ts";
import type { TokensSpent } from "./prices.ts";

/** Enough for a long document with reasoning; providers lower it to the model's limit. */
const DEFAULT_OUTPUT_TOKENS = 32_000;
/** The most requests in one run: looking around in a codebase takes some, and the last one must answer. */
const MOST_STEPS = 24;

/** Streams the document, then returns all of it, or the failure; adds the tokens of each request to `requests`. */
export async function* streamDocument(
  task: AgentTask,
  { spec, clock }: { readonly spec: ModelSpec; readonly clock: Clock },
  connection: Connection,
  signal: AbortSignal,
  requests: TokensSpent[],
): AsyncGenerator<AgentProgress, string | Failure, void> {
  const parts = await openStream(task, spec, connection, signal);
  let text = "";
  let bytes = 0;
  let wrong = unfinished("other", undefined, spec.provider);
  try {
    for await (const part of parts) {
      switch (part.type) {
        case "text-delta":
          bytes += Buffer.byteLength(part.text);
          if (bytes > task.budget.outputBytes) return tooLarge(task.budget.outputBytes);
          text += part.text;
          if (part.text !== "") yield { type: "text", text: part.text };
          break;
        case "tool-call":
          yield { type: "note", message: `${part.toolName} ${JSON.stringify(part.input)}` };
          break;
        case "finish-step":
          requests.push({
            input: part.usage.inputTokens ?? 0,
            output: part.usage.outputTokens ?? 0,
            cachedInput: part.usage.inputTokenDetails.cacheReadTokens ?? 0,
            cacheWrite: part.usage.inputTokenDetails.cacheWriteTokens ?? 0,
          });
          wrong = unfinished(part.finishReason, part.rawFinishReason, spec.provider);
          break;
        case "start-step":
          // Text before a tool call is not the document.
          if (text !== "") yield { type: "restarted", message: "The model looked something up." };
          text = "";
          bytes = 0;
          break;
        case "error":
          return failureOf(part.error, spec.provider, clock.now());
        default:
          break;
      }
    }
  } catch (error) {
    return failureOf(error, spec.provider, clock.now());
  }
  return wrong ?? text;
}

/** A document that was cut off must not count as complete. */
function unfinished(reason: string, raw: string | undefined, provider: string): Failure | undefined {
  switch (reason) {
    case "stop":
      return undefined;
    case "length":
      return failure("too-large", `${provider} cut the document off at its token limit.`);
    case "content-filter":
      return failure("crashed", `${provider} refused to answer (${raw ?? "content filter"}).`);
    case "tool-calls":
      return failure("crashed", `The model did not answer within ${MOST_STEPS} requests.`);
    default:
      return raw === undefined || reason === "error"
        ? failure("network", `The answer from ${provider} broke off before its end.`)
        : undefined;
  }
}

async function openStream(task: AgentTask, spec: ModelSpec, connection: Connection, signal: AbortSignal) {
  globalThis.AI_SDK_LOG_WARNINGS = false; // only front ends print
  const [{ streamText, stepCountIs }, model, tools] = await Promise.all([
    import("ai"),
    loadModel(spec, connection),
    toolsFor(task),
  ]);
  const result = streamText({
    model,
    // The stable part comes first and is marked, because providers cache the beginning of a prompt (SPEC 15.4).
    system: {
      role: "system",
      content: task.preface,
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    },
    messages: [{ role: "user", content: task.prompt }],
    maxOutputTokens: task.budget.outputTokens ?? DEFAULT_OUTPUT_TOKENS,
    maxRetries: 0, // `resilient` repeats runs, so that each try is journalled
    abortSignal: signal,
    providerOptions: { openai: { store: false, promptCacheKey: cacheKey(task) } },
    onError: () => {}, // the default prints; errors also arrive in the stream
    ...(tools
      ? {
          tools,
          stopWhen: stepCountIs(MOST_STEPS),
          prepareStep: ({ stepNumber }: { stepNumber: number }) =>
            stepNumber === MOST_STEPS - 1 ? { toolChoice: "none" as const } : {},
        }
      : {}),
  });
  return result.fullStream;
}

async function toolsFor(task: AgentTask): Promise<ToolSet | undefined> {
  const folder = await codebaseOf(task);
  if (folder === undefined) return undefined;
  const { groundingTools } = await import("../grounding/grounding-tools.ts");
  return groundingTools(await Codebase.open(folder));
}

/** Requests with the same beginning go to the machine that has it cached. */
function cacheKey(task: AgentTask): string {
  return createHash("sha256").update(`${task.role}\n${task.preface}`).digest("hex").slice(0, 32);
}

/** What an error of the SDK or the network means for the run. `now` is needed if Retry-After is a date. */
function failureOf(error: unknown, provider: string, now: number): Failure {
  // A stream that breaks keeps its status 200, which says nothing.
  const answered = count(error, "statusCode");
  const status = answered >= 400 ? answered : statusOfEvent(error);
  const ownMessage = typeof error === "string" ? error : text(error, "message");
  const reason = ownMessage ?? text(error, "error", "message") ?? "no reason was given";
  if (status === undefined) {
    return isConnectionFault(error)
      ? failure("network", `The connection to ${provider} broke: ${reason}`)
      : failure("crashed", `${provider}: ${reason}`);
  }
  // OpenAI also answers 429 when the account is empty, and then waiting does not help.
  const isEmpty = /insufficient_quota|billing_hard_limit/.test(text(error, "responseBody") ?? "");
  const result = failure(
    isEmpty ? "unauthorised" : reasonForStatus(status),
    `${provider} answered ${status}: ${reason}`,
  );
  return result.transient ? { ...result, ...defined({ retryAfterSeconds: retryAfter(error, now) }) } : result;
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function retryAfter(error: unknown, now: number): number | undefined {
  const headers = field(error, "responseHeaders");
  const milliseconds = Number(text(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds / 1000;
  const header = text(headers, "retry-after");
  if (header === undefined) return undefined;
  const seconds = Number(header);
  if (seconds >= 0) return seconds;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Errors inside a stream that began well have a type or code instead of a status. */
function statusOfEvent(error: unknown): number | undefined {
  const inner = field(error, "error") ?? error;
  const words = ["type", "code", "status"].map((name) => text(inner, name) ?? "").join(" ");
  if (/overloaded|UNAVAILABLE/.test(words)) return 529;
  if (/rate_limit|RESOURCE_EXHAUSTED/.test(words)) return 429;
  if (/server_error|api_error|INTERNAL/.test(words)) return 500;
  return undefined;
}

const CONNECTION_CODES =
  /ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR/;
const CONNECTION_WORDS = /terminated|fetch failed|socket hang up|cannot connect|other side closed|stream ended/i;

function isConnectionFault(error: unknown): boolean {
  for (let cause = error, depth = 0; cause !== undefined && depth < 5; cause = field(cause, "cause"), depth += 1) {
    if (CONNECTION_CODES.test(text(cause, "code") ?? "")) return true;
    if (CONNECTION_WORDS.test(text(cause, "message") ?? "")) return true;
  }
  return false;
}
