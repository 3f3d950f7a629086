import { type Failure, type FailureReason, failure, reasonForStatus } from "../outcomes.ts";

/** What programs say when something is wrong, in the order in which it is looked for. */
const SIGNS: readonly (readonly [RegExp, FailureReason])[] = [
  [/output token maximum|max_output_tokens|maximum output/i, "too-large"],
  [
    /not logged in|log in|login|authenticat|unauthori[sz]ed|api key|auth method|missing environment variable/i,
    "unauthorised",
  ],
  [/overloaded|rate limit|too many requests|high demand|usage limit|quota|capacity/i, "overloaded"],
  [/connect|network|ECONN|ENOTFOUND|ETIMEDOUT|lookup address|socket|empty response/i, "network"],
];

/** A program tells its failures in prose, sometimes with the status that the provider gave. */
export function programFailure(name: string, said: string, status?: unknown): Failure {
  const known = typeof status === "number" ? status : statusIn(said);
  const sign = SIGNS.find(([words]) => words.test(said))?.[1];
  // A bad request is the status of many things: the words know better.
  const reason = known !== undefined && known !== 400 ? reasonForStatus(known) : (sign ?? "crashed");
  return failure(reason, `${name}: ${said}`);
}

function statusIn(said: string): number | undefined {
  const found = /\b(?:status:?|error:?|code"?:|code)\s{0,3}([45]\d\d)\b|\(([45]\d\d)\)/i.exec(said);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? undefined : Number(digits);
}
