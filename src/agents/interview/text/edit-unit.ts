import type { Unit } from "../../../checks/spec/unit.ts";
import type { LineEdit } from "../../../documents/values.ts";
import type { Subject } from "../subject.ts";

/** A stretch of a unit's text. */
export interface Stretch {
  readonly unit: Unit;
  readonly from: number;
  readonly to: number;
}

/** The edit that puts other words in the place of a stretch. Lines before it stay as they are. */
export function replaceStretch(subject: Subject, stretch: Stretch, given: string): LineEdit {
  const { unit, from, to } = unbroken(stretch);
  const words = sayingOnce(unit.text.slice(0, from), given, unit.text.slice(to));
  const text = spliced(unit.text, from, to, words);
  const before = subject.lines.slice(unit.line - 1, unit.endLine);
  if (unit.kind === "cell") return { before, after: [changedCell(before[0] ?? "", unit.text, text)] };
  return { before, after: laidOut(subject, unit, text, before, unit.text.slice(0, from).split("\n").length - 1) };
}

/** Links, macros and code: what is cut in two is none any more. */
const WHOLE =
  /\[\[[^\]\n]{0,200}\]\]|!?\[[^[\]\n]{0,300}\]\([^()\s]{0,300}\)|`[^`\n]{1,300}`|\*\*[^*\n]{1,400}\*\*|<[^<>\s]{1,300}>/g;

/** The stretch such that no link, macro or code is cut: words within a link's text may change, its target may not. */
function unbroken({ unit, from, to }: Stretch): Stretch {
  let [start, end] = [from, to];
  for (const { index, 0: whole } of unit.text.matchAll(WHOLE)) {
    const stop = index + whole.length;
    if (end <= index || start >= stop || (start <= index && stop <= end)) continue;
    const isWithin = index < start && end < stop;
    if (isWithin && start === end) [start, end] = [stop, stop];
    else if (!isWithin || /^(?:\[\[|`|<)/.test(whole)) [start, end] = [Math.min(start, index), Math.max(end, stop)];
  }
  return { unit, from: start, to: end };
}

const MOST_REPEATED = 4;

/** "after TBD" and "after 90 days" is "after 90 days"; "TBD mails" and "5 mails" is "5 mails". */
function sayingOnce(head: string, words: string, tail: string): string {
  const bare = (text: string) => text.toLowerCase().replace(/[.,;:]+$/, "");
  const before = (head.match(/\S+/g) ?? []).slice(-MOST_REPEATED).map(bare);
  const after = (tail.match(/\S+/g) ?? []).slice(0, MOST_REPEATED).map(bare);
  const own = words.match(/\S+\s*/g) ?? [];
  const same = (some: readonly string[], others: readonly string[]) =>
    some.length > 0 && some.every((word, index) => bare(word.trim()) === others[index]);
  // Sentences that begin alike are sentences still.
  if (/\s$/.test(head) && !/[.!?:]\s+$/.test(head)) {
    for (let count = Math.min(before.length, own.length - 1); count > 0; count--) {
      if (same(own.slice(0, count), before.slice(-count))) return sayingOnce("", own.slice(count).join(""), tail);
    }
  }
  if (/^\s/.test(tail)) {
    for (let count = Math.min(after.length, own.length - 1); count > 0; count--) {
      if (same(own.slice(-count), after.slice(0, count))) return own.slice(0, -count).join("").trimEnd();
    }
  }
  return words;
}

/** One blank between words, none before a mark; the article fits the word behind it. */
export function spliced(text: string, from: number, to: number, words: string): string {
  const head = text.slice(0, from);
  const tail = text.slice(to);
  if (words !== "") return fitArticle(head, words) + tail;
  const lead = head.replace(/[ \t]+$/, "");
  const rest = tail.replace(/^[ \t]+/, "");
  if (rest === "" || /^[.,;:!?)]/.test(rest)) return lead.replace(/[,;]$/, "") + rest;
  if (lead === "" || /[\n(]$/.test(lead)) return lead + rest;
  return `${fitArticle(`${lead} `, rest)}`;
}

function fitArticle(head: string, words: string): string {
  const article = /\b(an?)( +)$/i.exec(head);
  if (article?.[1] === undefined || !/^[a-z]/i.test(words)) return head + words;
  const fitting = /^[aeiou]/i.test(words) && !/^(?:uni|use|one|eu)/i.test(words) ? "an" : "a";
  const cased = article[1].startsWith("A") ? fitting.replace("a", "A") : fitting;
  return head.slice(0, article.index) + cased + (article[2] ?? " ") + words;
}

function laidOut(subject: Subject, unit: Unit, text: string, before: readonly string[], changed: number): string[] {
  const [first, next] = prefixes(unit, before);
  const lines = text.split("\n");
  const kept = lines.slice(0, changed).map((_, index) => before[index] ?? "");
  const rest = lines.slice(changed).join(" ").replace(/ {2,}/g, " ");
  const width = subject.style.width;
  if (rest.trim() === "") return kept;
  return [...kept, ...wrapped(rest, changed === 0 ? first : next, next, width)];
}

/** What stands before the text on its first line, and on the others. */
function prefixes(unit: Unit, raw: readonly string[]): [string, string] {
  const [firstText = "", secondText] = unit.text.split("\n");
  const first = leading(raw[0] ?? "", firstText);
  if (secondText !== undefined) return [first, leading(raw[1] ?? "", secondText)];
  return [first, first.replace(/[^\s>]/g, " ")];
}

function leading(raw: string, text: string): string {
  const at = text === "" ? -1 : raw.indexOf(text);
  return at === -1 ? (/^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?/.exec(raw)?.[0] ?? "") : raw.slice(0, at);
}

/** Breaks a text as the document does. Code and links are not broken inside. */
export function wrapped(text: string, first: string, next: string, width: number | undefined): string[] {
  if (width === undefined || first.length + text.length <= width) return [first + text];
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.match(/`[^`]{1,200}`\S*|\S+/g) ?? []) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = next;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return isEmpty ? lines : [...lines, line];
}

/** The cell keeps its width where the new words fit. */
function changedCell(row: string, old: string, text: string): string {
  const cells = row.split(/(?<!\\)\|/);
  const at = cells.findIndex((cell) => cell.trim() === old);
  const cell = cells[at];
  if (cell === undefined) return row;
  const lead = /^\s*/.exec(cell)?.[0] ?? " ";
  const words = text.replace(/\n/g, " ").replace(/(?<!\\)\|/g, "\\|");
  const padded = `${lead}${words}`.padEnd(Math.max(0, cell.length - 1));
  return cells.with(at, `${padded} `).join("|");
}
