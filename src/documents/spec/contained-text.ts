import { visibleText } from "../../model/visible-text.ts";
import type { Block, Heading } from "../markdown/block.ts";
import { findHidden } from "../markdown/inline.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import { inlineText } from "../rendering/inline-text.ts";

const SENTINEL = "whetstone-end-of-text";

/**
 * Text of an agent made fit to stand inside a spec: its headings sit below `level`, and nothing in it reaches beyond
 * itself. An open fence is closed; HTML and comments are shown instead of obeyed; it defines no link for the rest.
 */
export function containedText(text: string, level: number): string {
  const clean = withoutBlankEnds(visibleText(text));
  const escaped = escapedMarkup(clean);
  return escaped === undefined ? fenced(clean) : closed(shiftedHeadings(escaped, level));
}

function withoutBlankEnds(text: string): string {
  const lines = text.trimEnd().split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(0, first)).join("\n");
}

/** Such a text under a title of its own, one level below `level`. */
export function titledText(title: string, text: string, level: number): string {
  const depth = Math.min(6, level + 1);
  return `${"#".repeat(depth)} ${inlineText(title)}\n\n${containedText(text, depth)}`;
}

/** Whether a text is one section already: it begins with a heading, and has no other of that level. */
export function hasOwnTitle(text: string): boolean {
  const { blocks } = parseMarkdown(text);
  const levels = blocks.flatMap((block) => (block.type === "heading" ? [block.level] : []));
  const highest = Math.min(...levels);
  return blocks[0]?.type === "heading" && levels[0] === highest && levels.filter((one) => one === highest).length === 1;
}

/** What an escaped tag no longer hides may be read anew: again, until nothing changes. */
function escapedMarkup(text: string): string | undefined {
  let current = text;
  for (let turn = 0; turn < 5; turn++) {
    const next = escapeMarkup(current);
    if (next === current) return current;
    current = next;
  }
  return undefined;
}

/** Closes what is left open, so that what follows the text is read as it was. */
function closed(text: string): string {
  if (endsBefore(text)) return text;
  const last = parseMarkdown(text).blocks.at(-1);
  const fence = last?.type === "fence" && !last.closed ? openingMarks(text, last.line) : "";
  const shut = fence === "" ? text : `${text}\n${fence}`;
  return endsBefore(shut) ? shut : fenced(text);
}

function endsBefore(text: string): boolean {
  // Only a fence or HTML reaches over a blank line into what stands at the margin.
  if (!/```|~~~|</.test(text)) return true;
  const last = parseMarkdown(`${text}\n\n${SENTINEL}\n`).blocks.at(-1);
  return last?.type === "paragraph" && last.text === SENTINEL;
}

function openingMarks(text: string, line: number): string {
  return /^ {0,3}(`{3,}|~{3,})/.exec(text.split("\n")[line - 1] ?? "")?.[1] ?? "";
}

/** The last resort: shown as it is, inside a fence that nothing in it can close. */
function fenced(text: string): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const marks = "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length), 2) + 1);
  return `${marks}text\n${text}\n${marks}`;
}

/** Moves all headings together, so that the highest stands one below `level`; deeper than six there is none. */
function shiftedHeadings(text: string, level: number): string {
  if (!/^ {0,3}(?:#|=|-)/m.test(text)) return text;
  const markdown = parseMarkdown(text);
  const headings = markdown.blocks.filter((block): block is Heading => block.type === "heading");
  const highest = Math.min(...headings.map((heading) => heading.level));
  const lines: (string | undefined)[] = [...markdown.lines];
  for (const heading of headings) {
    const moved = Math.min(6, Math.max(1, heading.level - highest + level + 1));
    lines[heading.line - 1] = `${"#".repeat(moved)} ${heading.text.replace(/\n/g, " ")}`.trimEnd();
    for (let line = heading.line; line < heading.endLine; line++) lines[line] = undefined;
  }
  return lines.filter((line) => line !== undefined).join("\n");
}

/** Escapes HTML and link definitions outside code, where they would act on more than their own words. */
function escapeMarkup(text: string): string {
  if (!/[<[]/.test(text)) return text;
  const markdown = parseMarkdown(text);
  const code = codeLines(markdown.blocks, new Set());
  const out: string[] = [];
  let prose: string[] = [];
  markdown.lines.forEach((line, index) => {
    const isProse = !code.has(index + 1) && line.trim() !== "";
    if (isProse) prose.push(line);
    if (isProse && index + 1 < markdown.lines.length) return;
    out.push(...escapeProse(prose));
    prose = [];
    if (!isProse) out.push(line);
  });
  return out.join("\n");
}

function codeLines(blocks: readonly Block[], into: Set<number>): Set<number> {
  for (const block of blocks) {
    if (block.type === "fence" || block.type === "code") {
      for (let line = block.line; line <= block.endLine; line++) into.add(line);
    } else if (block.type === "quote") codeLines(block.blocks, into);
    else if (block.type === "list") for (const item of block.items) codeLines(item.blocks, into);
  }
  return into;
}

const KEPT_TAG = /^<(?:\/?(?:br|sub|sup|kbd)\s*\/?>|https?:\/\/[^\s<>]{1,500}>|[\w.+-]{1,100}@[\w.-]{1,100}>)/i;

/** A tag at the beginning of a line begins a block, also where a code span of the line before reaches over it. */
const BLOCK_START = /^((?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])){0,40})(<[A-Za-z/!?][^\n]{0,600})/gm;

function escapeTagBehind(_: string, before: string, tag: string): string {
  return before + (KEPT_TAG.test(tag) ? tag : `&lt;${tag.slice(1)}`);
}

function escapeProse(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const text = lines.join("\n").replace(BLOCK_START, escapeTagBehind);
  let out = "";
  let done = 0;
  for (const span of findHidden(text)) {
    if (span.kind !== "code") continue;
    out += escapeTags(text.slice(done, span.start)) + text.slice(span.start, span.end);
    done = span.end;
  }
  out += escapeTags(text.slice(done));
  return out.replace(/^([ >]{0,20})\[(?=[^\]\n]{1,999}\]:)/gm, "$1\\[").split("\n");
}

function escapeTags(text: string): string {
  return text.replace(/<(?=[A-Za-z/!?])/g, (mark, at: number) =>
    KEPT_TAG.test(text.slice(at, at + 600)) ? mark : "&lt;",
  );
}
