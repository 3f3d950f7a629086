import type { Token } from "../spec/tokens.ts";
import type { Sentence } from "../spec/unit.ts";
import { FAILURE_WORDS } from "./failure-word-list.ts";
import { HINT } from "./hints.ts";
import { wordSet } from "./word-set.ts";

/** The token speaks of something that goes wrong: "fails", "times out", "does not answer", a status of 4xx or 5xx. */
export function isFailureAt(tokens: readonly Token[], index: number, text = ""): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (token.kind === "code") return FAILURE_CODE.test(text.slice(token.at, token.at + token.text.length));
  if (token.kind === "number") return /^[45](?:\d\d|xx)$/.test(token.lower);
  if (token.kind !== "word") return false;
  if (FAILURE_WORDS.has(token.lower)) return true;
  const followers = LEADS.get(token.lower);
  const isArticle = /^(?:an?|any)$/.test(tokens[index + 1]?.lower ?? "");
  return followers?.has(tokens[index + (isArticle ? 2 : 1)]?.lower ?? "") ?? false;
}

const OUT = wordSet("out");
const BACK = wordSet("back up off");
const NOT = wordSet("not no");
const ANSWER = wordSet("answer response reply success confirmation");

/** Words that speak of failure with what follows them: "times out", "rolls back", "does not". */
const LEADS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[...wordSet("time times timed runs")].map((word) => [word, OUT] as const),
  ...[...wordSet("roll rolls rolled give gives back backs fall falls")].map((word) => [word, BACK] as const),
  ["without", ANSWER],
  ...[...wordSet("does do did is are was has have can could")].map((word) => [word, NOT] as const),
]);

/** `401 Unauthorized`, `E_TIMEOUT`, `failed`: the literal says it. */
const FAILURE_CODE = /\b[45]\d\d\b|error|fail|invalid|denied|timeout|reject|unauthori[sz]ed|forbidden/i;

/** The text is that of the unit which holds the tokens, as written. */
export function speaksOfFailure({ tokens, hints }: Pick<Sentence, "tokens" | "hints">, text = ""): boolean {
  return (hints & HINT.failure) !== 0 && tokens.some((_, index) => isFailureAt(tokens, index, text));
}
