import { defined } from "../../model/defined.ts";
import { count, field, text } from "../json-fields.ts";
import { type Failure, failure, reasonForStatus } from "../outcomes.ts";

/** What an error of the SDK or of the network means for the run. `now` is for a Retry-After that is a date. */
export function failureOf(error: unknown, provider: string, now: number): Failure {
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
