import type { Token } from "../spec/tokens.ts";
import { isActorNoun } from "./actors.ts";
import { FALLIBLE_VERBS, isStrongVerb } from "./fallible-verbs.ts";
import { phraseList } from "./phrases.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { numberValue } from "./units.ts";

/** Something that a sentence says is done. */
export interface Action {
  readonly verb: string;
  readonly index: number;
  /** It crosses a boundary and so can fail there. */
  readonly fallible: boolean;
}

const OUTCOMES = new Set(
  phraseList(`
    return, returns, show, shows, set, sets, mark, marks, begin, begins, start, starts, confirm, confirms, log, logs, report, reports
    display, displays, switch, switches, go, goes, continue, continues, close, closes, redirect, redirects, respond, responds
    answer, answers, emit, emits, record, records, print, prints, put, puts, build, builds, remove, removes, add, adds, tell, tells
    release, releases, enter, enters, leave, leaves, reboot, reboots, boot, boots, activate, activates, unlock, unlocks, run, runs
    turn, turns, make, makes, clear, clears, assign, assigns, keep, keeps, count, counts, join, joins, compute, computes, acknowledge
    acknowledges, verify, verifies, validate, validates, convert, converts, sign, signs, swap, swaps, proceed, proceeds, complete, completes, take, takes, use, uses, issue, issues, grant, grants
  `),
);

const MODALS = new Set(["must", "shall", "should", "will", "then", "and", "also"]);
const BEFORE_NOUN = new Set([
  "the",
  "a",
  "an",
  "this",
  "that",
  "these",
  "those",
  "its",
  "their",
  "each",
  "every",
  "any",
  "all",
  "no",
  "of",
  "in",
  "on",
  "for",
  "with",
  "by",
  "from",
  "at",
  "per",
  "such",
  "other",
  "which",
  "own",
]);
const FAR_SIDE = new Set(["from", "to", "into", "onto", "in", "on", "at", "through", "via", "over"]);

/** The verbs of a sentence that act, in the present tense or behind a modal verb; nouns of the same form are left out. */
export function findActions(tokens: readonly Token[]): Action[] {
  const actions: Action[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token !== undefined && CONDITIONS.has(token.lower)) {
      index = conditionEnd(tokens, index);
      continue;
    }
    if (token !== undefined && opensClause(tokens, index)) {
      index = conditionEnd(tokens, index);
      continue;
    }
    if (token?.kind !== "word" || !isVerbAt(tokens, index, actions.length > 0)) continue;
    const base = FALLIBLE_VERBS.get(token.lower);
    if (base === undefined && !OUTCOMES.has(token.lower)) continue;
    actions.push({
      verb: base ?? token.lower,
      index,
      fallible: base !== undefined && (isStrongVerb(base) || hasFarSide(tokens, index)),
    });
  }
  return actions;
}

const CONDITIONS = new Set([
  "when",
  "if",
  "while",
  "once",
  "after",
  "before",
  "until",
  "whenever",
  "unless",
  "since",
  "because",
]);

/** "that the client subscribes", "to which it should send": what follows belongs to another verb. "that rejoin" does not. */
function opensClause(tokens: readonly Token[], index: number): boolean {
  if (!/^(?:that|which|where|whose|how|what)$/.test(tokens[index]?.lower ?? "")) return false;
  return index > 0 && /^(?:the|an?|it|they|each|every|this|its|their)$/.test(tokens[index + 1]?.lower ?? "");
}

/** What a condition says is not done here: it is what sets the rest off. */
function conditionEnd(tokens: readonly Token[], index: number): number {
  let end = index + 1;
  while (end < tokens.length && tokens[end]?.text !== "," && tokens[end]?.text !== ";" && tokens[end]?.lower !== "then")
    end++;
  return end;
}

function isVerbAt(tokens: readonly Token[], index: number, inSequence: boolean): boolean {
  const token = tokens[index];
  const before = tokens[index - 1];
  const next = tokens[index + 1];
  if (token === undefined || before === undefined || next === undefined || !takesObject(next)) return false;
  if (BEFORE_NOUN.has(before.lower) || before.kind === "number" || NO_DUTY.has(before.lower)) return false;
  if (/(?:ing|['’]s)$/.test(before.lower) || (before.lower === "or" && !inSequence)) return false; // "incoming requests"
  const third = isThirdPerson(token.lower);
  if (MODALS.has(before.lower)) return before.lower !== "and" || inSequence || (third && hasSubject(tokens, index));
  if (before.kind === "mark") return before.text === "," && inSequence;
  if (third) return hasSubject(tokens, index);
  return DETERMINERS.has(next.lower) || isPluralNoun(before); // "nodes that rejoin pull the counts", "nodes pull"
}

function isPluralNoun({ kind, lower }: Token): boolean {
  return kind === "word" && lower.length > 3 && /[^su]s$/.test(lower) && !STOP_WORDS.has(lower);
}

/** What is only possible, forbidden or a purpose is no step. */
const NO_DUTY = new Set(["may", "can", "could", "might", "not", "never", "to", "cannot", "would"]);

/** "The client writes", "It sends", "`POST /x` asks": a noun with its article, a pronoun or code stands before the verb. */
function hasSubject(tokens: readonly Token[], index: number): boolean {
  for (let at = index - 1; at >= 0 && index - at <= 5; at--) {
    const token = tokens[at];
    if (token === undefined || token.kind === "mark") return false;
    if (token.kind === "code" || SUBJECT_OPENERS.has(token.lower)) return true;
    if (at === 0) return token.text !== token.lower;
  }
  return false;
}

const SUBJECT_OPENERS = new Set(["the", "a", "an", "each", "every", "it", "this", "which", "who"]);

function isThirdPerson(lower: string): boolean {
  return lower.endsWith("s") && !lower.endsWith("ss");
}

const DETERMINERS = new Set(["the", "a", "an", "its", "their", "each", "every", "all", "it", "them"]);
const OBJECT_WORDS = new Set([
  "the",
  "a",
  "an",
  "its",
  "their",
  "it",
  "them",
  "each",
  "every",
  "all",
  "one",
  "this",
  "that",
  "these",
  "those",
  "to",
  "from",
  "into",
  "in",
  "with",
  "both",
  "two",
  "any",
  "on",
  "for",
  "at",
  "as",
  "back",
  "out",
  "no",
  "up",
  "over",
  "off",
  "what",
  "which",
]);

function takesObject(next: Token): boolean {
  if (next.kind === "code" || next.kind === "quoted" || next.kind === "number") return true;
  if (numberValue(next.lower) !== undefined) return true; // "reads three tables"
  if (
    /^(?:need|needs|are|is|must|shall|should|can|may|will|have|has|do|does|in|of|succeed|fail|work|return|take|go|happen)$/.test(
      next.lower,
    )
  )
    return false;
  return next.kind === "word" && (OBJECT_WORDS.has(next.lower) || !STOP_WORDS.has(next.lower));
}

const RESOURCES = new Set(
  `file files disk database databases table tables store storage queue topic bucket folder directory registry cache flash slot schema
  partition network log archive repository stream socket port bank remote cloud vault printer card channel warehouse index ledger memory
  page pages view views target backup snapshot feed folder inbox outbox account accounts record records`.split(/\s+/),
);

/** Within a few words the sentence names where it comes from or goes to: another party, a resource, something in code. */
function hasFarSide(tokens: readonly Token[], index: number): boolean {
  for (let at = index + 1; at < Math.min(index + 9, tokens.length); at++) {
    const token = tokens[at];
    if (token === undefined || token.text === "." || token.text === ";") return false;
    if (FAR_SIDE.has(token.lower) && tokens.slice(at + 1, at + 5).some(isFar)) return true;
  }
  return false;
}

function isFar(token: Token): boolean {
  return token.kind === "code" || RESOURCES.has(token.lower) || isActorNoun(token);
}
