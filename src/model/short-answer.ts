type ShortAnswer = "keep" | "strike" | "later";

/** Phrases that give an instruction instead of text for the spec; "unclear" ones could mean two instructions. */
const PHRASES: Readonly<Record<Exclude<ShortAnswer, "strike"> | "unclear", string>> = {
  keep: `keep it|keep this|keep as is|keep it as is|keep it as it is|leave|leave it|leave this|leave as is
    |leave it as is|leave it as it is|leave it alone|fine|it is fine|this is fine|fine as is|fine as it is
    |it is fine as it stands|ok as it is|as is|it stays|unchanged|no change|no changes|no change needed`,
  later: `tbd|tbc|tba|todo|to be decided|to be determined|later|maybe later|ask later|decide later|open|still open|not yet|undecided
    |not decided|not decided yet|unknown|unsure|not sure|not sure yet|maybe|no idea|idk|do not know|do not know yet
    |i do not know|we do not know|we will see|skip it`,
  unclear: `keep|ok|okay|it is ok|no|nope|yes|yep|yeah|n/a|na|not applicable|not needed|not required|not necessary|not relevant|no need
    |no longer needed|unnecessary|we do not need it|we do not need this|do not need it|do not need this|we do not need this section|whatever|it depends|see above
    |skip|pass|next|back|undo|cancel|stop|exit|quit|help`,
};

const MEANT = new Map(
  Object.entries(PHRASES).flatMap(([kind, phrases]) =>
    phrases.split(/\s*\|/).map((phrase) => [phrase, kind as keyof typeof PHRASES]),
  ),
);

/** Words for removing the passage, whatever the User calls it. */
const STRIKE =
  /^(?:remove|delete|strike|drop)(?: (?:it|(?:this|that)(?: one| line)?|the (?:line|passage|heading|section|requirement|item|row|sentence|question|marker|note|todo|tbd|reference|link|mention)))?$/;

function meant(part: string): ShortAnswer | "unclear" | undefined {
  return STRIKE.test(part) ? "strike" : MEANT.get(part);
}

const LONGEST = 400;

/** The instruction in a typed answer (SPEC 16.4): `undefined` if it is text, `unclear` if it could mean two things. */
export function understoodAs(text: string): ShortAnswer | "unclear" | undefined {
  if (text.length > LONGEST) return undefined;
  const parts = plain(text)
    .split(/ ?[,;.!:–—]+ ?| (?:and|so) | - /)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length === 0) return "unclear";
  const kinds = parts.map(meant);
  // "not sure, ask legal", "wrong, remove it": an instruction with other words, so the User is asked.
  if (kinds.includes(undefined)) {
    const isSaid = kinds[0] === "later" || [parts[0], parts.at(-1)].some((part = "") => isCommand(part));
    return isSaid ? "unclear" : undefined;
  }
  const clear = [...new Set(kinds.filter((kind) => kind !== "unclear"))];
  return clear.length === 1 ? clear[0] : "unclear";
}

/** "leave it" is an instruction; a single word may be one of a list: "create, delete". */
function isCommand(part: string): boolean {
  const kind = meant(part);
  return part.includes(" ") && (kind === "keep" || kind === "strike");
}

/** Whether the words leave the question open: "we will see", "tbd", "?". */
export function isNonAnswer(text: string): boolean {
  return understoodAs(text) === "later" || !/[\p{L}\p{N}]/u.test(text);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\bn\.a\./g, "n/a")
    .replace(/\bdon'?t\b/g, "do not")
    .replace(/\bit'?s\b/g, "it is")
    .replace(/'ll\b/g, " will")
    .replace(/\bplease\b|[^\p{L}\p{N}/,;.!:–— -]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
