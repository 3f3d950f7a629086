export type ShortAnswer = "keep" | "strike" | "later";

const IT =
  "(?: it| this| that| them| (?:the|this|that) (?:passage|line|row|item|sentence|section|paragraph|requirement|reference))?";

const KEEP = new RegExp(
  `^(?:(?:please )?(?:keep|leave)${IT}(?: in)?(?: (?:as|like|the way) (?:it|this|that) (?:is|stands|was)| as is| alone| unchanged| there)?|(?:it is |it's |its |this is |that is |that's |looks |all )?(?:fine|ok|okay|good|correct|right|intended|intentional|by design)(?: as (?:it )?(?:is|stands)| so| for me)?|no change(?:s)?(?: (?:is |are )?(?:needed|required|necessary))?|nothing to (?:change|do|add)|(?:it )?stays?(?: as it is)?|as (?:it )?is|unchanged|lgtm|both stand)$`,
);

const STRIKE = new RegExp(
  `^(?:please )?(?:(?:remove|delete|strike|drop|cut|scrap|erase)${IT}(?: (?:out|altogether|completely|please))?|get rid of${IT}|take${IT} out|(?:(?:it|this|that) )?(?:can|should|must|may) (?:go|be (?:removed|deleted|dropped|struck)))$`,
);

/** Words that answer something, but not which of two things. */
const UNCLEAR =
  /^(?:no|nope|nah|yes|yep|yeah|sure|not (?:needed|required|necessary|applicable|relevant|important)|(?:it is |it's |this is )?(?:no longer|not) (?:needed|required|relevant)|unnecessary|irrelevant|obsolete|n ?a|none|nothing|nil|null|see above|whatever|does not matter|doesn't matter|don't care|(?:let's |we should |we must |please )?ask (?:the )?\p{L}+|can we (?:drop|remove|keep|skip) (?:it|this|that)|no need(?: for (?:it|this|that))?|(?:we|i) (?:do not|don't|dont) need (?:it|this|that|any)|(?:remove|drop|delete|strike) (?:the|this|that|these|those|all) [\p{L} ]{1,40}|what do you mean|as discussed|(?:next|back|undo|cancel|stop|exit|quit|help))$/u;

const NON_ANSWERS =
  /^(?:(?:well )?we(?:'ll| will| shall) see|tb[dac]|todo|to be (?:decided|determined|defined|done|discussed|confirmed|clarified|announced)|(?:i |we )?(?:do not|don't|dont) know(?: yet| it)?|dunno|idk|(?:i |we )?(?:have )?no idea|who knows|nvm|never ?mind|not sure(?: yet)?|unsure|unknown|unclear|undecided|open|later|maybe|perhaps|it depends|depends|not (?:yet )?(?:decided|known|clear|defined|sure)(?: yet)?|(?:(?:we |i )?(?:will |must |need to |to )?(?:decide|discuss|clarify|check|see|define)(?: it| this| that)? (?:later|soon|then))|ask (?:me |again )?later|whatever|something|(?:please )?skip(?: (?:it|this|that|one|question|the question|please|now|for now|for the moment|for today))*|pass)$/i;

/** Who begins so has not decided, whatever follows: "not sure, ask legal", "waiting for legal". */
const UNSURE =
  /^(?:let me (?:check|ask|think|see)|(?:(?:i|we) )?(?:'ll |will |must |have to |need to )?(?:ask|check with) \p{L}+|waiting (?:for|on)|still open|not yet|good question|it depends(?! ?:)|depends on)\b|^\p{L}+ (?:knows|will (?:decide|know|say|tell)|has to (?:decide|say))\b|^(?:(?:i'm|i am|we're|we are) )?not sure\b|^(?:sorry )?(?:(?:i|we) )?(?:do not|don't|dont) know\b|^(?:no idea|dunno|idk)\b/u;

/** "not sure, but use 30 days", "I don't know. 30 days": something is said after all, perhaps. */
const SAYS_MORE = /[;.!:]\s*[\p{L}\p{N}]|\bbut\b/u;

const MARKER =
  /^[^\p{L}\p{N}]*(?:[Tt][Bb][DdCcAa]\b|(?:TODO|FIXME)\b(?!\s+(?:items?|lists?|comments?|apps?|entry|entries|tasks?|tags?)\b)|NEEDS CLARIFICATION\b|[Tt]o be (?:decided|determined)\b)/u;

/** A marker in place of an answer: "TBD by Ana". */
export function isMarker(text: string): boolean {
  return text.length <= 120 && MARKER.test(text);
}

/** Words that leave a question as open as it was: "we will see", "tbd", "?". */
export function isNonAnswer(text: string): boolean {
  const words = text
    .replace(/[’‘]/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" || NON_ANSWERS.test(words);
}

/** What a typed answer says is to be done (SPEC 16.4): `undefined` for other text, `unclear` for either of two. */
export function understoodAs(text: string): ShortAnswer | "unclear" | undefined {
  if (text.length > 120) return undefined;
  const parts = plain(text)
    .split(/\s*[,;.!:–—]\s*|\s+(?:and|so|but|then)\s+|\s+-\s+/)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  if (parts.length === 0) return "unclear";
  const kinds = parts.map(kindOf);
  if (kinds.includes(undefined)) return unsure(plain(text));
  const plainKinds = [...new Set(kinds.filter((kind) => kind !== "unclear"))];
  return plainKinds.length === 1 ? plainKinds[0] : "unclear";
}

function unsure(text: string): "later" | "unclear" | undefined {
  if (!UNSURE.test(text)) return undefined;
  return SAYS_MORE.test(text) ? "unclear" : "later";
}

function kindOf(part: string): ShortAnswer | "unclear" | undefined {
  if (STRIKE.test(part)) return "strike";
  if (KEEP.test(part)) return "keep";
  if (UNCLEAR.test(part)) return "unclear";
  return isNonAnswer(part) ? "later" : undefined;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\bn(?:\/a\b|\.a\.)/g, "na")
    .replace(/[^\p{L}\p{N}',;.!:–— -]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
