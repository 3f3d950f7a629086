/** Units of limits, as alternatives of a pattern. */
export const UNITS =
  "ms|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?|weeks?|months?|years?|bytes?|b|[kmgt]i?b|%|percent|frames?|ticks?|blocks?|rounds?|turns?|retries";

const WORD = `(?<![\\p{L}\\d])(?:${UNITS})(?![\\p{L}\\d])`;
export const UNIT = new RegExp(WORD, "iu");
export const UNIT_NEXT = new RegExp(`^\\s*${WORD}`, "iu");
/** A currency: `€`, `EUR`, `euros`. */
export const MONEY =
  /\p{Sc}|(?<!\p{L})(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HUF|INR|JPY|KRW|MXN|NOK|NZD|PLN|SEK|SGD|TRY|USD|ZAR|[Ee]uros?|[Dd]ollars?|[Cc]ents?)(?!\p{L})/u;
export const UNIT_LAST = new RegExp(`\\s${WORD}$`, "iu");

export function isNumber(words: string): boolean {
  return /^\d[\d.,]*$/.test(words);
}

/** "5" in place of "[TBD ms]" or "TBD (ms)" keeps the unit. */
export function withUnit(words: string, replaced: string, marker = ""): string {
  const rest = replaced
    .replace(marker, " ")
    .replace(/[^\p{L}%]+/gu, " ")
    .trim();
  return isNumber(words) && UNIT.exec(rest)?.[0] === rest ? `${words} ${rest}` : words;
}
