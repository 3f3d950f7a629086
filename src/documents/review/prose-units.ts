import type { Block, Paragraph } from "../markdown/block.ts";
import type { Area } from "../outline/area.ts";
import { boldLead } from "../outline/outline.ts";
import { type Head, readHead } from "../words/head.ts";
import { saysNone } from "../words/none-words.ts";
import { severityOfWord } from "../words/severity-words.ts";
import { isClosing } from "./closing.ts";
import { isField, opensItem, words } from "./item-lines.ts";
import type { Scope } from "./scope.ts";

/** The lines of an item that is written as a paragraph, with what follows it. */
export interface ProseItem {
  readonly line: number;
  readonly endLine: number;
}

/** Where a paragraph is no item, whatever it begins with, unless that is a full id. */
const QUIET: readonly (Area | undefined)[] = ["aside", "summary", "verdict", "new-gaps", "actions"];

/**
 * The items of a section that are paragraphs: those that begin with a name (`H-1. No owner`), and below a severity those
 * that begin in bold. A list that follows one is part of it.
 */
export function titledProse(blocks: readonly Block[], scope: Scope, firstChild: number | undefined): ProseItem[] {
  const content = contentOf(blocks, firstChild);
  const bold = isSevere(scope) && startsInBold(content);
  const starts = content.filter(
    (block) => block.type === "paragraph" && (isNamed(block, scope) || (bold && isBoldTitled(block.text))),
  );
  return itemsFrom(starts, content);
}

/** Prose below a severity heading that lists nothing: an issue for each bold beginning; else it is one in all. */
export function plainProse(blocks: readonly Block[], scope: Scope, firstChild: number | undefined): ProseItem[] {
  if (!isSevere(scope)) return [];
  const content = contentOf(blocks, firstChild);
  const first = content.find((block): block is Paragraph => block.type === "paragraph");
  if (first === undefined || saysNone(first.text)) return [];
  const titled = content.filter((block) => block.type === "paragraph" && isBoldTitled(block.text));
  if (titled.length > 0) return itemsFrom(titled, content);
  if (/:\s*$/u.test(first.text)) return [];
  const rule = content.findIndex(({ type, line }) => type === "rule" && line > first.line);
  return itemsFrom([first], rule === -1 ? content : content.slice(0, rule));
}

function isSevere(scope: Scope): boolean {
  return scope.severity !== undefined && scope.area === "issues";
}

/** What comes after the items within a section, or after the verdict, closes the review. */
function contentOf(blocks: readonly Block[], firstChild: number | undefined): readonly Block[] {
  const end = blocks.findIndex(
    (block) =>
      (firstChild !== undefined && block.line > firstChild) ||
      (block.type === "paragraph" && isClosing(block.text.split("\n", 1)[0] ?? "", false)),
  );
  return end === -1 ? blocks : blocks.slice(0, end);
}

/** `**No owner.** Two runs may write at once:` over a list: the list is part of it. */
function startsInBold(blocks: readonly Block[]): boolean {
  const first = blocks.find((block) => block.type !== "rule");
  return first?.type === "paragraph" && isBoldTitled(first.text);
}

function isBoldTitled(text: string): boolean {
  const first = text.split("\n", 1)[0] ?? "";
  if (opensItem(first)) return true;
  const bold = boldLead(first);
  return bold !== undefined && words(bold.words) >= 1 && !isField(first) && !saysNone(bold.words);
}

/** Paragraphs that can begin with a name or a severity; most begin with a word. */
const LIKE_NAME = /^(?:[[(*_~]|\p{Extended_Pictographic}|[A-Za-z]{1,16}[-_# ]?[A-Za-z]{0,4}\d|[A-Za-z]{3,12}\s?[:([])/u;

function isNamed({ text }: Paragraph, scope: Scope): boolean {
  if (!LIKE_NAME.test(text)) return false;
  const line = text.split("\n", 1)[0] ?? "";
  const head = readHead(line);
  if (head.issue !== undefined) return /^\W*ISSUE-R\d+-\d{3}[\s*_)\]]*(?:[:.([–—]|-\s|\*\*)/u.test(line);
  if (QUIET.includes(scope.area)) return false;
  if (head.label !== undefined && !head.ordinal) return words(head.rest) >= (scope.area === "recheck" ? 1 : 2);
  return scope.area !== "recheck" && says(head) && !isField(line);
}

/** A comment's word or a severity before at least a few words: `[HIGH] No owner of the lock`. */
function says(head: Head): boolean {
  if (head.comment !== undefined) return head.comment !== "praise";
  const counts = /^\W*\d+\b/u.test(head.rest) || isLegend(head.rest);
  return head.severity !== undefined && !head.severityFromLabel && words(head.rest) >= 3 && !counts;
}

/** `🔴 critical · 🟠 high · 🟡 medium`: what the signs mean. */
function isLegend(text: string): boolean {
  const named = text
    .slice(0, 300)
    .match(/\p{L}+/gu)
    ?.flatMap((word) => severityOfWord(word) ?? []);
  return new Set(named).size > 1;
}

function itemsFrom(starts: readonly Block[], content: readonly Block[]): ProseItem[] {
  const last = content.findLast((block) => block.type !== "rule");
  return starts.map(({ line, endLine }, index) => {
    const next = starts[index + 1];
    return { line, endLine: next === undefined ? (last?.endLine ?? endLine) : next.line - 1 };
  });
}
