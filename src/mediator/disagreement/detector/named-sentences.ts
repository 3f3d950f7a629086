import type { Answer } from "./answers.ts";
import type { OpenIssue } from "./concern.ts";
import type { Mention } from "./mentions.ts";

/** What a text is read by: its lines, those that stand outside fences, and the words of the text before it. */
export interface PlainLines {
  readonly lines: readonly string[];
  readonly plain: (line: number) => boolean;
  /** Whether the earlier proposal has a sentence too: then it answers nothing that was said since. */
  readonly isOld: (sentence: string) => boolean;
}

/** Words that may stand before the name of what a sentence answers, or beside it in brackets. */
const BESIDE =
  /\b(?:re|regarding|responses?|reply|replies|answers?|answering|address(?:ing|ed|es)?|fix(?:ed|es)?|resolve[sd]?|concerning|about|on|to|for|per|the|as|with|and|of|closes?|in|issues?|findings?|points?|items?|comments?|concerns?|remarks?|questions?)\b/gi;
/** A name among others: `F-02`, `ISSUE-R1-003`, `Point B`. */
const NAMES =
  /\b(?:ISSUE-R\d{1,6}-\d{3}|(?:[Pp]oint|[Ii]tem|[Ff]inding)\s[A-Z]\b|[A-Z]{1,10}[-.]?\d{1,4}(?:[-.]\d{1,4})?)\b/g;
const BRACKETS = /\(([^()\n]{2,80})\)/g;
const MOST_READ = 1500;

/**
 * The sentences that answer an issue by name: they begin with it ("On ISSUE-R1-002: …", "Point H is accepted. …") and
 * the rest of their paragraph goes with them, or have it in brackets ("… back out (F-02)"). A name further in refers to
 * the issue and is no answer.
 */
export function answersInSentences(mentions: readonly Mention[], name: string, text: PlainLines): Answer[] {
  const found = new Map<number, Answer>();
  for (const { line } of mentions) {
    const block = blockAt(line, text);
    if (!block || found.has(block.line)) continue;
    const answer = answerIn(block, name, text);
    if (answer) found.set(block.line, answer);
  }
  return [...found.values()];
}

interface Block {
  readonly line: number;
  readonly endLine: number;
  readonly words: string;
}

const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;
const MOST_LINES = 40;

/** The paragraph or list item of a line; none for a heading, a row or a line of a fence. */
function blockAt(line: number, { lines, plain }: PlainLines): Block | undefined {
  const at = (number: number) => lines[number - 1] ?? "";
  const ends = (number: number) =>
    at(number).trim() === "" || /^\s{0,3}(?:#{1,6}\s|\|)/.test(at(number)) || !plain(number);
  if (ends(line)) return undefined;
  let first = line;
  while (first > 1 && line - first < MOST_LINES && !ITEM.test(at(first)) && !ends(first - 1)) first -= 1;
  let last = line;
  while (last < lines.length && last - line < MOST_LINES && !ends(last + 1) && !ITEM.test(at(last + 1))) last += 1;
  const words = lines
    .slice(first - 1, last)
    .map((one) => one.trim())
    .join(" ")
    .replace(/^(?:>\s*|[-*+]\s+|\d{1,3}[.)]\s+){1,3}/, "");
  return { line: first, endLine: last, words };
}

function answerIn({ line, endLine, words }: Block, name: string, { isOld }: PlainLines): Answer | undefined {
  const sentences = words.split(/(?<=[.!?]["”)*]{0,2})\s+(?=["“(*`]{0,2}[\p{Lu}\d])/u);
  const begins = sentences.findIndex((sentence) => leadsWith(sentence, name));
  if (begins !== -1) {
    const rest = sentences.slice(begins + 1);
    const next = rest.findIndex((sentence) => leadsWithAny(sentence));
    const body = [afterName(sentences[begins] ?? "", name), ...(next === -1 ? rest : rest.slice(0, next))].join(" ");
    return { line, endLine, form: "inline", reply: true, body: body.slice(0, MOST_READ) };
  }
  const holding = sentences.find((sentence) => inBrackets(sentence, name) && !isOld(sentence));
  if (holding === undefined) return undefined;
  return { line, endLine, form: "inline", reply: false, body: holding.replace(BRACKETS, " ").slice(0, MOST_READ) };
}

/** Whether nothing but names and the talk about them stands before a name. */
function leadsWith(sentence: string, name: string): boolean {
  const at = sentence.indexOf(name);
  return at !== -1 && at <= 80 && isTalk(sentence.slice(0, at));
}

function leadsWithAny(sentence: string): boolean {
  const [first] = sentence.match(NAMES) ?? [];
  return first !== undefined && leadsWith(sentence, first);
}

function isTalk(words: string): boolean {
  return !/[\p{L}\d]/u.test(words.replace(NAMES, " ").replace(BESIDE, " "));
}

/** What follows the name and those beside it. */
function afterName(sentence: string, name: string): string {
  let rest = sentence.slice(sentence.indexOf(name) + name.length);
  for (
    let more = /^[\s,*]{0,4}(?:and|&|,)[\s*]{1,4}/.exec(rest);
    more;
    more = /^[\s,*]{0,4}(?:and|&|,)[\s*]{1,4}/.exec(rest)
  ) {
    const behind = rest.slice(more[0].length);
    const [other] = behind.match(NAMES) ?? [];
    if (other === undefined || !behind.startsWith(other)) break;
    rest = behind.slice(other.length);
  }
  return rest.replace(/^[\s:*.,;–—-]{1,6}/, "");
}

function inBrackets(sentence: string, name: string): boolean {
  return [...sentence.matchAll(BRACKETS)].some(
    ([, inside = ""]) => inside.includes(name) && isTalk(inside.replace(name, " ")),
  );
}

/** What an issue is called in a text: its id, or the Reviewer's own name where that is not a mere number. */
export function nameOf({ id, label }: OpenIssue): string | undefined {
  if (id !== undefined) return id;
  return label !== undefined && /[A-Za-z]/.test(label) && label.length >= 2 ? label : undefined;
}
