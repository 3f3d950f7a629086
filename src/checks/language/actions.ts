import type { Token } from "../spec/tokens.ts";
import { isActorNoun } from "./actors.ts";
import { FALLIBLE_VERBS, isStrongVerb } from "./fallible-verbs.ts";
import { HINT } from "./hints.ts";
import { isVerbAt } from "./verb-position.ts";
import { wordSet } from "./word-set.ts";

/** Something that a sentence says is done. */
export interface Action {
  readonly verb: string;
  readonly index: number;
  /** It crosses a boundary and so can fail there, or it answers as if it could not. */
  readonly fallible: boolean;
  /** Only its place tells that it is a verb. */
  readonly isPlain: boolean;
}

/** Verbs that go on from a step, or tell its outcome. */
const OUTCOMES = wordSet(`
  return returns show shows set sets mark marks begin begins start starts confirm confirms log logs report reports display displays
  switch switches continue continues close closes redirect redirects respond responds answer answers emit emits record records
  put puts build builds remove removes add adds tell tells release releases enter enters leave leaves reboot reboots boot boots
  activate activates unlock unlocks mail mails turn turns clear clears assign assigns count counts join joins compute computes
  acknowledge acknowledges verify verifies validate validates convert converts sign signs swap swaps proceed proceeds
  complete completes issue issues grant grants
`);

/** The verbs of a sentence that act, in the present tense or behind a modal verb; nouns of the same form are left out. */
export function findActions(tokens: readonly Token[], actors: ReadonlySet<string> = NOBODY): Action[] {
  const actions: Action[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind !== "word") continue;
    if (CONDITIONS.has(token.lower) || opensClause(tokens, index)) {
      index = clauseEnd(tokens, index);
      continue;
    }
    if (endsSequence(tokens, index, actions.length > 0))
      actions.push({ verb: token.lower, index, fallible: false, isPlain: false });
    const base = FALLIBLE_VERBS.get(token.lower);
    const isKnown = base !== undefined || OUTCOMES.has(token.lower) || isTold(tokens, index, actions.length > 0);
    if (!isKnown || (TAKES.test(base ?? "") && !comesFrom(tokens, index))) continue; // "takes effect"
    if (!isVerbAt(tokens, index, actions.length > 0)) continue;
    const isPlain = base === undefined && !OUTCOMES.has(token.lower);
    actions.push({
      verb: base ?? token.lower,
      index,
      fallible: !isPlain && isFallible(tokens, index, base, actors),
      isPlain,
    });
  }
  return actions;
}

const OBJECTS = wordSet("the a an its their it them each every all one both");

/** Whatever the verb: "The rebuild makes a new table", "..., then swaps the names", "and drop the old one". */
function isTold(tokens: readonly Token[], index: number, inSequence: boolean): boolean {
  const token = tokens[index];
  if (token === undefined || (token.hints & HINT.content) === 0 || !OBJECTS.has(tokens[index + 1]?.lower ?? ""))
    return false;
  if (/[^su]s$/.test(token.lower)) return true;
  return inSequence && /^(?:and|then)$/.test(tokens[index - 1]?.lower ?? "") && !/(?:ed|ing|ly)$/.test(token.lower);
}

const INTRANSITIVE = wordSet(
  "restart restarts reboot reboots continue continues proceed proceeds exit exits stop stops resume resumes end ends",
);

/** "... and restarts.": a last step that needs no object. */
function endsSequence(tokens: readonly Token[], index: number, inSequence: boolean): boolean {
  if (!inSequence || !INTRANSITIVE.has(tokens[index]?.lower ?? "")) return false;
  const next = tokens[index + 1];
  return /^(?:and|then|,)$/.test(tokens[index - 1]?.lower ?? "") && (next === undefined || next.kind === "mark");
}

const NOBODY: ReadonlySet<string> = new Set();
function isFallible(
  tokens: readonly Token[],
  index: number,
  base: string | undefined,
  actors: ReadonlySet<string>,
): boolean {
  if (base === undefined) return answersSuccess(tokens, index);
  if (LOADS.test(base) && comesFrom(tokens, index)) return true;
  if (base === "ask" && tokens[index + 1]?.lower === "for") return false; // a question to a person
  return isStrongVerb(base) || hasFarSide(tokens, index, actors);
}

const LOADS = /^(?:load|read|copy|take|obtain|order|collect|retrieve|update)$/;
const TAKES = /^(?:take|obtain|order)$/;

/** "loads the titles from the regional catalogue"; "from left to right" and "from 1 to 9" name no other side. */
function comesFrom(tokens: readonly Token[], index: number): boolean {
  const from = tokens.findIndex(({ lower }, at) => at > index && lower === "from");
  if (from === -1 || from - index > 9 || tokens.slice(index, from).some(({ kind }) => kind === "mark")) return false;
  return (
    /^(?:the|an?|its|each|every|two|three|all)$/.test(tokens[from + 1]?.lower ?? "") &&
    !NEAR_SIDE.test(tokens[from + 2]?.lower ?? "")
  );
}

const NEAR_SIDE =
  /^(?:list|screen|top|bottom|start|end|beginning|left|right|menu|field|form|line|header|row|table|same|first|last|next|other|phone)$/;

/** "answers 202", "returns 200": where there is a status for success there is one for failure. */
function answersSuccess(tokens: readonly Token[], index: number): boolean {
  if (!/^(?:return|answer|respond)s?$/.test(tokens[index]?.lower ?? "")) return false;
  return tokens.slice(index + 1, index + 4).some(({ kind, text }) => kind === "number" && /^20[0-6]$/.test(text));
}

const CONDITIONS = wordSet("when if while once after before until whenever unless since because");

/** "that the client subscribes", "to which it should send": what follows belongs to another verb. "that rejoin" does not. */
function opensClause(tokens: readonly Token[], index: number): boolean {
  if (index === 0 || !CLAUSE_OPENERS.has(tokens[index]?.lower ?? "")) return false;
  return CLAUSE_SUBJECTS.has(tokens[index + 1]?.lower ?? "");
}

const CLAUSE_OPENERS = wordSet("that which where whose how what");
const CLAUSE_SUBJECTS = wordSet("the a an it they each every this its their");

/** What a condition says is not done here: it is what sets the rest off. */
function clauseEnd(tokens: readonly Token[], index: number): number {
  let end = index + 1;
  while (end < tokens.length && !isClauseEnd(tokens[end])) end++;
  return end;
}

function isClauseEnd(token: Token | undefined): boolean {
  return token?.text === "," || token?.text === ";" || token?.lower === "then";
}

const FAR_SIDE = wordSet("from to into onto in on at through via over with");
const RESOURCES = wordSet(`
  file files disk database databases table tables store storage queue topic bucket folder directory registry cache flash slot schema
  partition network log archive repository stream socket port bank remote cloud vault printer card channel warehouse index ledger
  memory page pages view views target backup snapshot feed inbox outbox account accounts record records
  authority authorities bureau carrier hospital clinic depot headquarters ministry institute exchange agency company lab laboratory
  tcp udp http https mqtt smtp sftp ftp radio bluetooth usb lan wan internet sms e-mail email satellite
`);

/** Within a few words the sentence names where it comes from or goes to: another party, a resource, something in code. */
function hasFarSide(tokens: readonly Token[], index: number, actors: ReadonlySet<string>): boolean {
  for (let at = index + 1; at < Math.min(index + 9, tokens.length); at++) {
    const token = tokens[at];
    if (token === undefined || token.text === "." || token.text === ";") return false;
    if (FAR_SIDE.has(token.lower) && tokens.slice(at + 1, at + 5).some((far) => isFar(far) || actors.has(far.lower)))
      return true;
  }
  return false;
}

function isFar(token: Token): boolean {
  return token.kind === "code" || RESOURCES.has(token.lower) || isActorNoun(token);
}
