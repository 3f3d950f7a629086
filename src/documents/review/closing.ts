import { plainText } from "../markdown/inline.ts";
import { fieldOfLine } from "../outline/fields.ts";
import { ANY_VERDICT_NAME } from "../words/verdict-names.ts";
import { bareVerdict, leadingVerdict } from "../words/verdict-words.ts";

/**
 * Where the last item of a review ends and its verdict begins: `**Verdict:** Needs revision`, `**APPROVED**`; after a
 * rule also `**Status:** Not ready`.
 */
export function isClosing(line: string, last: boolean, afterRule = false): boolean {
  const worded = line.includes(":") && ANY_VERDICT_NAME.test(line.slice(0, 60));
  if ((!last && !worded) || line.length > 2000 || /^(?:\s{4}|\t)/.test(line)) return false;
  if (last && bareVerdict(plainText(line)) !== undefined) return true;
  const field = worded ? fieldOfLine(line) : undefined;
  if (field?.name !== "verdict" && !(afterRule && field?.name === "status")) return false;
  const value = plainText(field.value.slice(0, 300));
  if (field.name === "status") return bareVerdict(value) !== undefined;
  const bare = value.replace(/(?:\bfor\s+)?GAP-[A-Z]{2,10}-\d{3}[a-z]?(?:\s+and\b|,)?/g, " ").trim();
  return (OWN.test(field.key) || bare !== value ? leadingVerdict(bare) : bareVerdict(value)) !== undefined;
}

/** A name that no issue has a field of: what an issue recommends is no verdict. */
const OWN = /verdict|overall|disposition|approval|review|final|sign-?\s?off/iu;
