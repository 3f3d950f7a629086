import type { Token } from "../spec/tokens.ts";

const WORDS = new Set(
  `fail fails failed failing failure failures error errors erroneous invalid reject rejects rejected rejection refuse refuses refused refusal
  decline declines declined deny denies denied timeout timeouts unreachable unavailable abort aborts aborted rollback retry retries
  retried retrying otherwise cannot missing corrupt corrupted lost loses loss exceed exceeds exceeded conflict conflicts conflicting exception exceptions
  unknown malformed duplicate duplicates expired expires interrupted interruption crash crashes crashed broken partial unless
  unable impossible dropped drops stale incomplete truncated mismatch mismatches unauthorised unauthorized forbidden disconnect disconnects disconnected
  alert alerts fallback wrong bad fault faults faulty overflow full dead-letter attempts resume resumes unreadable unparsable discards discard skips
  skip warns warning rejects unsuccessful absent empty`.split(/\s+/),
);

/** The token speaks of something that goes wrong: "fails", "times out", "does not answer", a status of 4xx or 5xx. */
export function isFailureAt(tokens: readonly Token[], index: number, text = ""): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (token.kind === "code") return FAILURE_CODE.test(text.slice(token.at, token.at + token.text.length));
  if (token.kind === "number") return /^[45](?:\d\d|xx)$/.test(token.lower);
  if (token.kind !== "word") return false;
  if (WORDS.has(token.lower)) return true;
  const next = tokens[index + 1]?.lower ?? "";
  if (/^times?$/.test(token.lower) && next === "out") return true;
  if (/^(?:roll|rolls|rolled|give|gives|back|backs|fall|falls)$/.test(token.lower) && /^(?:back|up|off)$/.test(next))
    return true;
  return /^(?:does|do|did|is|are|was|has|have|can|could)$/.test(token.lower) && (next === "not" || next === "no");
}

/** `401 Unauthorized`, `E_TIMEOUT`, `failed`: the literal says it. */
const FAILURE_CODE = /\b[45]\d\d\b|error|fail|invalid|denied|timeout|reject|unauthori[sz]ed|forbidden/i;

/** The text is that of the unit which holds the tokens, as written. */
export function speaksOfFailure(tokens: readonly Token[], text = ""): boolean {
  return tokens.some((_, index) => isFailureAt(tokens, index, text));
}
