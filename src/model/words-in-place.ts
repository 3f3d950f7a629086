import { visibleLine } from "./visible-text.ts";

/** "PDF or CSV [NEEDS CLARIFICATION: which?]": the words before the note change, too. */
export function isNoteOnChoice(before: string, note: string): boolean {
  return /^[[(]/.test(note) && /\bor\b[^.;:|]*$/i.test(before.slice(-80));
}

/** Nothing that is a sentence can stand inside another; a number, a name, a date can (SPEC 16.4). */
export function fitsBetween(before: string, text: string, behind: string): boolean {
  const lead = before.replace(/[\s*_`("'[]+$/, "");
  const goesOn = /^[*_`)"']*(?:\s*[%°€$]|\s+\p{L}|[-/]\p{L})/u.test(behind);
  const isWithin = goesOn || /[^\s:|.!?]$/.test(lead) || ABBREVIATED.test(lead);
  if (!isWithin) return true;
  const count = wordsIn(text).length;
  const isSentence = /[.!?]$/.test(text) && (goesOn || (/^\p{Lu}\p{Ll}/u.test(text) && count > 2));
  return !(
    isSentence ||
    /^[-*+]\s|\n|[.!?]["')]?\s+\p{Lu}/u.test(text) ||
    isReply(text) ||
    (begins(text) && (goesOn || count > 4 || /\p{Ll}$/u.test(lead))) ||
    (goesOn && count > 8) ||
    ((isBeforeNoun(behind) || /^[*_`)"']*\s*[%°€$]/.test(behind)) && !isAmount(text, behind)) ||
    repeats(before, text, behind)
  );
}

const COUNT =
  "(?:[<>≤≥~±]?\\d[\\d.,]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|a hundred)(?! \\d))";
const AMOUNT = new RegExp(
  `^(?:(?:about|around|at most|at least|up to|no more than|exactly|between|every) )?${COUNT}(?:\\s?(?:to|and|or|x|×|-|–|/)\\s?${COUNT})?$`,
  "i",
);

/** Before a unit stands a number, before a noun at most a word or two that are no amount with a unit of its own. */
function isAmount(text: string, behind: string): boolean {
  if (/^[*_`)"']*\s*[%°€$]/.test(behind)) return /\d$/.test(text) && AMOUNT.test(text);
  return AMOUNT.test(text) || (!UNIT.test(behind) && !/\d\s?\p{L}/u.test(text) && wordsIn(text).length <= 2);
}

/** What follows measures. */
const UNIT =
  /^[*_`)"']*[\s-](?:working |business )?(?:ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?|months?|years?|px|kg|g|km|m|cm|mm|[kmgt]i?b|bytes?|eur|usd|euros?|dollars?|times|percent)\b/i;

const ABBREVIATED = /\b(?:max|min|approx|ca|nr|vs|avg|est|incl|e\.g|i\.e)\.$/i;

/** `TBD items`, `TBD kg`: few words can stand before such a word. */
function isBeforeNoun(behind: string): boolean {
  const [, next = ""] = /^[*_`)"']*\s+(\p{L}+)/u.exec(behind) ?? [];
  return (
    next !== "" &&
    !/^(?:after|and|are|as|at|before|between|but|by|can|during|each|for|from|has|have|if|in|into|is|may|must|of|on|or|over|per|shall|should|so|than|that|the|then|to|under|unless|until|was|were|when|which|while|who|will|with|within|without)$/i.test(
      next,
    )
  );
}

/** "It means requirement 1", "20 kilos should do, I think": said to whoever asks, and not words in the place of others. */
export function isReply(text: string): boolean {
  const speaks =
    /^(?:(?:it|we|i|they|you|he|she|there)(?:['’]\p{L}+)?\s+\p{L}|(?:this|that|these|those)(?:['’]s|\s+(?:is|are|was|were|means?|meant|refers?|should|must|has|can|may|will|would))\b|(?:it|that)['’]s\b)/iu;
  const wants =
    /\b(?:should|must|shall|would|could|might)\b/i.test(text) && !/\b(?:as|if|than|that|wh\p{L}+|until)\b/iu.test(text);
  return (
    wants || speaks.test(text) || /\b(?:i|we) (?:think|guess|believe|suppose|mean|meant|want|prefer)\b/i.test(text)
  );
}

/** Several words that begin as a sentence does; a name may begin with a capital anywhere. */
function begins(text: string): boolean {
  return (
    wordsIn(text).length > 1 &&
    /^(?:More|Per|Same|One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Once|Twice|Every|Each|All|Any|Only|No|Not|Never|Always|Up|At|In|On|By|For|From|With|Without|After|Before|Until|When|While|If|The|An?|We|They|You|There|Then|As|Both|Either|None)\s/.test(
      text,
    )
  );
}

/** Words behind it are said twice, or those before it: "retried three times times", "20 per page per page". */
function repeats(before: string, text: string, behind: string): boolean {
  const said = wordsIn(text);
  const [following, leading] = [wordsIn(firstWords(behind)), wordsIn(lastWords(before))];
  const [next = ""] = following;
  const isWithin = next.length > 4 && said.length > 1 && said.includes(next);
  const counts = [1, 2, 3];
  const isSame = (a: readonly string[], b: readonly string[]) => a.length > 0 && a.join(" ") === b.join(" ");
  const isBehind = counts.some((count) => isSame(said.slice(-count), following.slice(0, count)));
  return isWithin || isBehind || counts.some((count) => isSame(said.slice(0, count), leading.slice(-count)));
}

/** The words with what stands right before and behind them. */
export function readsAs(before: string, text: string, behind: string): string {
  return visibleLine(`${lastWords(before)}${text}${firstWords(behind)}`, 160);
}

function lastWords(text: string): string {
  return /(?:\S+\s+){0,3}\S*$/.exec(text.slice(-60))?.[0] ?? "";
}

function firstWords(text: string): string {
  return /^\S*(?:\s+\S+){0,3}/.exec(text.slice(0, 60))?.[0] ?? "";
}

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu) ?? [];
}
