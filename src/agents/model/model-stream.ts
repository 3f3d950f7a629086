import { createHash } from "node:crypto";
import type { LanguageModelUsage, ToolSet } from "ai";
import { defined } from "../../model/defined.ts";
import type { AgentProgress, AgentTask } from "../../ports/agent.ts";
import type { Clock } from "../../ports/clock.ts";
import { Codebase } from "../grounding/codebase.ts";
import { type Failure, failure, reasonForStatus, tooLarge } from "../outcomes.ts";
import { codebaseOf } from "../process/scratch.ts";
import { count, field, text } from "../programs/envelope-reader.ts";
import { type Connection, loadModel, type ModelSpec } from "./language-model.ts";
import type { TokensSpent } from "./prices.ts";

/** Enough for a long document and the thinking before it; providers lower it to what the model can do. */
const DEFAULT_OUTPUT_TOKENS = 32_000;
/** Requests in one run: looking around in a codebase takes some, the last one must answer. */
const MOST_STEPS = 24;

/** Sends the prompt and gives the document as it comes, then whole, or why not; tokens are added to `requests`. */
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
          requests.push(tokensOf(part.usage));
          wrong = unfinished(part.finishReason, part.rawFinishReason, spec.provider);
          break;
        case "start-step":
          // What was said before a tool was called is talk and not the document.
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

/** A document that was cut must not be taken for a whole one. */
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
    // Stable part first, and marked: the providers' caches go by the beginning of the prompt (SPEC 15.4).
    system: {
      role: "system",
      content: task.preface,
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    },
    messages: [{ role: "user", content: task.prompt }],
    maxOutputTokens: task.budget.outputTokens ?? DEFAULT_OUTPUT_TOKENS,
    maxRetries: 0, // the back-off around the agent owns retries, so that each is journalled
    abortSignal: signal,
    providerOptions: { openai: { store: false, promptCacheKey: cacheKey(task) } },
    onError: () => {}, // the default prints; errors come as parts
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

/** The tools for the folder that the task may read, if there is one (SPEC 15.5). */
async function toolsFor(task: AgentTask): Promise<ToolSet | undefined> {
  const folder = await codebaseOf(task);
  if (folder === undefined) return undefined;
  const { groundingTools } = await import("../grounding/grounding-tools.ts");
  return groundingTools(await Codebase.open(folder));
}

function tokensOf(usage: LanguageModelUsage): TokensSpent {
  return {
    input: usage.inputTokens ?? 0,
    output: usage.outputTokens ?? 0,
    cachedInput: usage.inputTokenDetails.cacheReadTokens ?? 0,
    cacheWrite: usage.inputTokenDetails.cacheWriteTokens ?? 0,
  };
}

/** Requests with one beginning go to the machine that has it in its cache. */
function cacheKey(task: AgentTask): string {
  return createHash("sha256").update(`${task.role}\n${task.preface}`).digest("hex").slice(0, 32);
}

/** What an error of the SDK or of the network means for the run. `now` is for a Retry-After that is a date. */
function failureOf(error: unknown, provider: string, now: number): Failure {
  // A stream that breaks keeps the status that it began with, 200: that says nothing.
  const answered = count(error, "statusCode");
  const status = answered >= 400 ? answered : statusOfEvent(error);
  const own = typeof error === "string" ? error : text(error, "message");
  const said = own ?? text(error, "error", "message") ?? "no reason was given";
  if (status === undefined) {
    return isConnectionFault(error)
      ? failure("network", `The connection to ${provider} broke: ${said}`)
      : failure("crashed", `${provider}: ${said}`);
  }
  // OpenAI answers 429 both to too many requests and to an empty account, which no waiting helps.
  const isEmpty = /insufficient_quota|billing_hard_limit/.test(text(error, "responseBody") ?? "");
  const found = failure(isEmpty ? "unauthorised" : reasonForStatus(status), `${provider} answered ${status}: ${said}`);
  return found.transient ? { ...found, ...defined({ retryAfterSeconds: retryAfter(error, now) }) } : found;
}

/** `retry-after-ms`, or `retry-after` as seconds or as a date. */
function retryAfter(error: unknown, now: number): number | undefined {
  const headers = field(error, "responseHeaders");
  const milliseconds = Number(text(headers, "retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds / 1000;
  const asked = text(headers, "retry-after");
  if (asked === undefined) return undefined;
  const seconds = Number(asked);
  if (seconds >= 0) return seconds;
  const date = Date.parse(asked);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}

/** Errors that come as an event of a stream that began well have a type or code and no status. */
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
  for (let each = error, depth = 0; each !== undefined && depth < 5; each = field(each, "cause"), depth += 1) {
    if (CONNECTION_CODES.test(text(each, "code") ?? "")) return true;
    if (CONNECTION_WORDS.test(text(each, "message") ?? "")) return true;
  }
  return false;
}
