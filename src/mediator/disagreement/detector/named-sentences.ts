import type { Answer } from "./answers.ts";
import type { OpenIssue } from "./concern.ts";
import type { Mention } from "./mentions.ts";
import { fold } from "./passage.ts";

/** What a text is read by: its lines, those that stand outside fences, and the words of the text before it. */
export interface PlainLines {
  readonly lines: readonly string[];
  readonly plain: (line: number) => boolean;
  /** Whether the earlier proposal has a sentence too: then it answers nothing that was said since. */
  readonly isOld: (sentence: string) => boolean;
}

/** Words that may stand before the name of what a sentence answers, or beside it in brackets. */
const BESIDE =
  /\b(?:re|regarding|respon(?:ses?|ding)|repl(?:y|ies)|answers?|answering|address(?:ing|ed|es)?|fix(?:ed|es)?|resolve[sd]?|correct(?:s|ed|ing|ions?)?|concerning|following|about|on|to|for|per|by|the|this|that|your|we|i|have|as|with|and|of|closes?|in|made|raised|read|issues?|findings?|points?|items?|comments?|concerns?|remarks?|questions?|reviewer(?:['’]s)?)\b/gi;
const CLAIM = /\b(?:address|resolv|fix|clos|answer|correct)(?:e[sd]?|s|ing|ions?)\b/i;
/** A name among others: `F-02`, `ISSUE-R1-003`, `Point B`. */
const NAMES =
  /\b(?:ISSUE-R\d{1,6}-\d{3}|(?:[Pp]oint|[Ii]tem|[Ff]inding)\s[A-Z]\b|[A-Z]{1,10}[-.]?\d{1,4}(?:[-.]\d{1,4})?)\b/g;
const BRACKETS = /[([]([^()[\]\n]{2,80})[)\]]/g;
const MOST_READ = 1500;
/** No document answers an issue in more places; one that repeats a name without end is not read without end. */
const MOST_MENTIONS = 200;
const LONGEST_BLOCK = 10_000;
/** A sentence of fewer words behind which a name stands says nothing about it. */
const LEAST_WORDS = 5;

/**
 * The sentences that answer an issue by name: they begin with it ("On ISSUE-R1-002: …", "Point H is accepted. …") and
 * the rest of their paragraph goes with them, or end with it or have it in brackets ("… back out (F-02)"). A name
 * further in refers to the issue and is no answer, nor is one in a list of names.
 */
export function answersInSentences(mentions: readonly Mention[], issue: OpenIssue, text: PlainLines): Answer[] {
  const found = new Map<number, Answer>();
  let seen = 0;
  for (const { line, name } of mentions.slice(0, MOST_MENTIONS)) {
    if (found.has(line) || line === seen || !text.plain(line)) continue;
    seen = line;
    const answer =
      rowAnswer(line, name, issue, text) ?? headingAnswer(line, name, text) ?? blockAnswer(line, name, issue, text);
    if (answer) found.set(answer.line, answer);
  }
  return [...found.values()];
}

/** The cells beside the one that holds the name and nothing else, without those that only repeat the issue. */
function rowAnswer(line: number, name: string, { title, text: known }: OpenIssue, { lines }: PlainLines) {
  const row = (lines[line - 1] ?? "").slice(0, LONGEST_BLOCK);
  if (!/^\s{0,3}\|/.test(row)) return undefined;
  const cells = row.split("|").map((cell) => cell.trim());
  if (!cells.some((cell) => cell.includes(name) && isTalk(cell))) return undefined;
  const issue = fold(`${title} ${known}`);
  const body = cells.filter((cell) => !isTalk(cell) && !issue.includes(fold(cell))).join(". ");
  return { line, endLine: line, form: "table", reply: false, body: body.slice(0, MOST_READ) } satisfies Answer;
}

/** What stands below a heading that begins with the name, or has it in brackets. */
function headingAnswer(line: number, name: string, { lines }: PlainLines): Answer | undefined {
  const heading = (lines[line - 1] ?? "").slice(0, LONGEST_BLOCK);
  if (!/^\s{0,3}#{1,6}\s/.test(heading)) return undefined;
  const leads = leadsWith(heading, name);
  if (!leads && !inBrackets(heading, name)) return undefined;
  let endLine = line;
  while (endLine < lines.length && !/^\s{0,3}#{1,6}\s/.test(lines[endLine] ?? "")) endLine += 1;
  const body = lines
    .slice(line, Math.min(endLine, line + MOST_LINES))
    .join("\n")
    .trim();
  return { line, endLine, form: "heading", reply: leads, section: true, body: body.slice(0, MOST_READ) };
}

function blockAnswer(line: number, name: string, issue: OpenIssue, text: PlainLines): Answer | undefined {
  const block = blockAt(line, text);
  return block && (leadAnswer(block, name, issue, text) ?? passingAnswer(block, name, text));
}

interface Block {
  readonly line: number;
  readonly endLine: number;
  readonly words: string;
}

/** What begins a block of its own: an item of a list, a field. */
const ITEM = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s|\*\*[^*\n]{1,40}:\s?\*\*|\*\*[^*\n]{1,40}\*\*:)/;
const MOST_LINES = 40;

/** The paragraph or list item of a line; none for a heading, a row or a line of a fence. */
function blockAt(line: number, { lines, plain }: PlainLines): Block | undefined {
  const at = (number: number) => lines[number - 1] ?? "";
  const ends = (number: number) =>
    at(number).trim() === "" || /^\s{0,3}(?:#{1,6}\s|\|)/.test(at(number)) || !plain(number);
  if (line > lines.length || ends(line)) return undefined;
  let first = line;
  while (first > 1 && line - first < MOST_LINES && !ITEM.test(at(first)) && !ends(first - 1)) first -= 1;
  let last = line;
  while (last < lines.length && last - line < MOST_LINES && !ends(last + 1) && !ITEM.test(at(last + 1))) last += 1;
  const words = lines
    .slice(first - 1, last)
    .map((one) => one.trim())
    .join(" ")
    .slice(0, LONGEST_BLOCK)
    .replace(/<\/?[a-z]{1,10}>/gi, " ")
    .trim()
    .replace(/^(?:>\s*|[-*+]\s+(?:\[[ x]\]\s+)?|\d{1,3}[.)]\s+){1,3}/i, "");
  return { line: first, endLine: last, words };
}

/** What follows the name that a sentence begins with; below it where the name, or the issue's title with it, is all. */
function leadAnswer({ line, endLine, words }: Block, name: string, { title }: OpenIssue, text: PlainLines) {
  const sentences = sentencesOf(words);
  const begins = sentences.findIndex((sentence) => leadsWith(sentence, name));
  if (begins === -1) return undefined;
  const rest = sentences.slice(begins + 1);
  const next = rest.findIndex((sentence) => leadsWithAny(sentence));
  const own = [afterName(sentences[begins] ?? "", name), ...(next === -1 ? rest : rest.slice(0, next))].join(" ");
  const answer = (body: string, end: number): Answer => {
    return { line, endLine: end, form: "inline", reply: true, body: body.slice(0, MOST_READ) };
  };
  const repeats = own.length <= title.length + 20 && fold(title).includes(fold(own));
  if (!repeats) return answer(own, endLine);
  // "Addresses: F-02, F-03" claims that it was done, which is for the rest of the document to show.
  if (words.replace(name, " ").search(NAMES) !== -1)
    return CLAIM.test(words) ? answer("addressed", endLine) : undefined;
  const below = blockAt(endLine + 2, text);
  return below && !leadsWithAny(below.words) ? answer(below.words, below.endLine) : undefined;
}

/** A sentence that has the name behind what it says. */
function passingAnswer({ line, endLine, words }: Block, name: string, { isOld }: PlainLines): Answer | undefined {
  const holding = sentencesOf(words).find((one) => (inBrackets(one, name) || endsWith(one, name)) && !isOld(one));
  if (holding === undefined) return undefined;
  const body = holding.replace(BRACKETS, " ").replace(name, " ");
  if ((body.match(/\p{L}{2,}/gu) ?? []).length < LEAST_WORDS) return undefined;
  return { line, endLine, form: "inline", reply: false, body: body.slice(0, MOST_READ) };
}

function sentencesOf(words: string): string[] {
  return words.split(/(?<=[.!?]["”)*]{0,2})\s+(?=["“(*`]{0,2}[\p{Lu}\d])/u);
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

const MORE = /^[\s,*]{0,4}(?:and|&|,)[\s*]{1,4}/;

/** What follows the name and those beside it. */
function afterName(sentence: string, name: string): string {
  let rest = sentence.slice(sentence.indexOf(name) + name.length);
  for (let more = MORE.exec(rest); more; more = MORE.exec(rest)) {
    const behind = rest.slice(more[0].length);
    const [other] = behind.match(NAMES) ?? [];
    if (other === undefined || !behind.startsWith(other)) break;
    rest = behind.slice(other.length);
  }
  return rest.replace(/^[\s:*\])>.,;–—→-]{1,6}/, "");
}

function inBrackets(sentence: string, name: string): boolean {
  return [...sentence.matchAll(BRACKETS)].some(
    ([, inside = ""]) => inside.includes(name) && isTalk(inside.replace(name, " ")),
  );
}

/** "…, which closes F-02." or "… back out — F-02". */
function endsWith(sentence: string, name: string): boolean {
  const at = sentence.lastIndexOf(name);
  if (at < 20 || /[\p{L}\d]/u.test(sentence.slice(at + name.length))) return false;
  return /(?:[–—→]|\b(?:closes|fixes|resolves|addresses|answers|settles|meets|removes))\s{1,2}$/i.test(
    sentence.slice(0, at),
  );
}

/** What an issue is called in a text: its id, or the Reviewer's own name where that is not a mere number. */
export function nameOf({ id, label }: OpenIssue): string | undefined {
  if (id !== undefined) return id;
  return label !== undefined && /[A-Za-z]/.test(label) && label.length >= 2 ? label : undefined;
}
