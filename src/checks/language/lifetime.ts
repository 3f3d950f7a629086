import type { Token } from "../spec/tokens.ts";
import { isActorNoun } from "./actors.ts";
import type { Claim } from "./claim.ts";
import { isContentWord } from "./content-words.ts";
import { conceptOf } from "./synonyms.ts";
import { wordSet } from "./word-set.ts";

/** How long something lasts, whatever verb says it: what is kept for a time expires, and is deleted, after that time. */
export interface Lifetime {
  /** What lasts, or is waited for, with what the clock starts at: two that share it are about one time. */
  readonly key: string;
  /** What stands before the noun: "unfinished". */
  readonly modifiers: string;
}

type Kind = "lasts" | "waits";

const concepts = (words: string): ReadonlySet<string> => new Set([...wordSet(words)].map(conceptOf));
const KEEPS = concepts("keep store retain hold stay remain preserve live last");
const ENDS = concepts("delete remove purge erase discard expire lapse end clear release cancel take free");
const NO_WAITED = concepts("answer response reply result input request message call event signal value data");
const IDLE = /^(?:idle|inactive|inactivity|input|activity|without|unused|silence)$/;

/** What the time of a claim is the lifetime of, or undefined where it is of something else. */
export function lifetimeOf({ sentence: { tokens }, quantity }: Claim): Lifetime | undefined {
  if (quantity.dimension !== "time" || quantity.relation === "every") return undefined;
  const [from, to] = clauseAround(tokens, quantity.from);
  const clause = tokens.slice(from, to);
  const number = quantity.from - from;
  const verb = nearestVerb(clause, number);
  const kind = verb === undefined ? undefined : kindAt(clause, verb, number);
  const noun = verb === undefined || kind === undefined ? undefined : nounOf(clause, verb, kind);
  if (noun === undefined) return undefined;
  const isIdle = clause.some(({ lower }) => IDLE.test(lower));
  return { key: `${kind} ${noun.concept}${isIdle ? " idle" : ""}`, modifiers: noun.modifiers };
}

function nearestVerb(clause: readonly Token[], number: number): number | undefined {
  let nearest: number | undefined;
  for (let at = 0; at < clause.length; at++) {
    if (kindAt(clause, at, number) === undefined) continue;
    if (nearest === undefined || Math.abs(at - number) < Math.abs(nearest - number)) nearest = at;
  }
  return nearest;
}

function clauseAround(tokens: readonly Token[], index: number): [number, number] {
  let from = index;
  while (from > 0 && !/^[;:]$/.test(tokens[from - 1]?.text ?? "")) from--;
  let to = index;
  while (to < tokens.length && tokens[to]?.text !== ";") to++;
  return [from, to];
}

/** The verb at the token says how long something lasts, or is waited for, and the number belongs to it. */
function kindAt(tokens: readonly Token[], index: number, number: number): Kind | undefined {
  const token = tokens[index];
  if (token?.kind !== "word" || Math.abs(number - index) > FAR || !isVerb(tokens, index)) return undefined;
  const before = tokens[number - 1]?.lower ?? "";
  if (token.lower === "valid") return before === "for" && index < number ? "lasts" : undefined;
  if (KEEPS.has(token.concept)) return index < number && DURING.test(before) ? "lasts" : undefined;
  if (ENDS.has(token.concept)) return isAfter(tokens, number) ? "lasts" : undefined;
  // "Recipients have 7 days to collect a parcel"
  if (tokens[index - 1]?.lower === "to" && /^(?:have|has|had)$/.test(before) && index > number) return "lasts";
  if (/^waits?$/.test(token.lower) && index < number) return "waits";
  return /^(?:get|gets|obtain|obtains|acquire|acquires)$/.test(token.lower) &&
    isDenied(tokens, index) &&
    before === "within"
    ? "waits"
    : undefined;
}

const FAR = 14;
const DURING = /^(?:for|most|least|than|to|exactly|about|lasts?)$/;

/** "keeps", "is kept", "MUST keep", and no noun: "the stay", "a hold". */
function isVerb(tokens: readonly Token[], index: number): boolean {
  return !/^(?:the|an?|this|that|each|every|its|their|of|no|per|on|in)$/.test(tokens[index - 1]?.lower ?? "");
}

/** "after 30 days", "older than 30 days", "30 days after the upload". */
function isAfter(tokens: readonly Token[], number: number): boolean {
  const before = tokens[number - 1]?.lower ?? "";
  if (before === "after" || (before === "than" && /^(?:older|longer|more)$/.test(tokens[number - 2]?.lower ?? "")))
    return true;
  return tokens.slice(number + 1, number + 4).some(({ lower }) => lower === "after");
}

function isDenied(tokens: readonly Token[], index: number): boolean {
  return tokens[index - 1]?.lower === "not" || tokens[index - 1]?.lower === "cannot";
}

interface Noun {
  readonly concept: string;
  readonly modifiers: string;
}

/** The noun behind the verb, or the one before it where that does not do the keeping; "it" is the one before. */
function nounOf(tokens: readonly Token[], verb: number, kind: Kind): Noun | undefined {
  const found =
    nounFrom(tokens, verb + 1) ?? (meansIt(tokens, verb + 1) ? antecedent(tokens, verb) : subjectOf(tokens, verb));
  return found === undefined || (kind === "waits" && NO_WAITED.has(found.concept)) ? undefined : found;
}

function meansIt(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.lower === "it" || (tokens[at]?.lower === "for" && tokens[at + 1]?.lower === "it");
}

/** "takes the advisory lock 7 and waits for it": the lock. */
function antecedent(tokens: readonly Token[], verb: number): Noun | undefined {
  const last = tokens.slice(0, verb).findLast((token) => isContentWord(token));
  return last === undefined ? undefined : { concept: last.concept, modifiers: "" };
}

const OPENERS = /^(?:the|an?|each|every|any|all|such|for|its|their|this|that|off|out|up|unless|no)$/;

/** The words from the token on, up to the next one that is no content word; the last is the noun, the others tell which. */
function nounFrom(tokens: readonly Token[], start: number): Noun | undefined {
  let at = start;
  while (OPENERS.test(tokens[at]?.lower ?? "")) at++;
  const words: Token[] = [];
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || !isContentWord(token)) break;
    words.push(token);
  }
  return makeNoun(words);
}

function makeNoun(words: readonly Token[]): Noun | undefined {
  const noun = words[words.length - 1];
  if (noun === undefined) return undefined;
  return {
    concept: noun.concept,
    modifiers: words
      .slice(0, -1)
      .map(({ concept }) => concept)
      .sort()
      .join(" "),
  };
}

/** "the code on the ticket": what stands before the preposition is the thing, and the ticket tells which. */
function ownerOf(tokens: readonly Token[], start: number): Token | undefined {
  let at = start - 1;
  while (/^(?:the|an?|its|each|every|this)$/.test(tokens[at]?.lower ?? "")) at--;
  const owner = tokens[at - 1];
  return /^(?:on|of|in|for|with)$/.test(tokens[at]?.lower ?? "") && owner !== undefined && isContentWord(owner)
    ? owner
    : undefined;
}

/** "The spooler keeps ...": who does it is not what lasts; "the job stays" is. */
function isKeeper(tokens: readonly Token[], verb: number, words: readonly Token[]): boolean {
  const isActive = !/^(?:is|are|be|been|was)$/.test(tokens[verb - 1]?.lower ?? "");
  return isActive && isActorNoun(words[words.length - 1]) && !LASTING.test(tokens[verb]?.lower ?? "");
}

const LASTING = /^(?:stays?|remains?|lives?|lasts?|expires?|lapses?|ends?)$/;

/** The noun before the verb and its auxiliaries; behind a relative clause the one that the clause begins with. */
function subjectOf(tokens: readonly Token[], verb: number): Noun | undefined {
  let end = verb;
  while (
    end > 0 &&
    /^(?:is|are|be|must|shall|should|will|may|not|been|was|and|then|automatically|to)$/.test(
      tokens[end - 1]?.lower ?? "",
    )
  )
    end--;
  const words: Token[] = [];
  for (let at = end - 1; at >= 0; at--) {
    const token = tokens[at];
    if (token === undefined || !isContentWord(token)) break;
    words.unshift(token);
  }
  if (isKeeper(tokens, verb, words)) return undefined;
  const inner = ownerOf(tokens, end - words.length);
  if (inner !== undefined)
    return {
      concept: inner.concept,
      modifiers: words
        .map(({ concept }) => concept)
        .sort()
        .join(" "),
    };
  const isRelative = tokens.slice(0, end).some(({ lower }) => /^(?:that|which|who|whose|nobody)$/.test(lower));
  return isRelative ? (nounFrom(tokens, 0) ?? makeNoun(words)) : makeNoun(words);
}
