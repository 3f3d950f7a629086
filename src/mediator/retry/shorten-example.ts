import type { Block, List } from "../../documents/markdown/block.ts";
import { allSections, type Markdown, type MarkdownSection, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { clip, fits } from "../prompts/clip.ts";

const NOTE = "[This example was shortened to fit. A document of yours has every section, in full.]";
const NOTE_TOKENS = estimateTokens(NOTE) + 4;

/** An example within its budget: cut by structure, so that what is left still shows the form (SPEC 6). */
export function shortenExample(text: string, role: "engineer" | "reviewer", tokens: number): string {
  if (fits(text, tokens)) return text.trim();
  const left = tokens - NOTE_TOKENS;
  const markdown = parseMarkdown(text);
  const shortened = role === "engineer" ? shortenResolution(markdown, left) : shortenReview(markdown, left);
  const kept =
    shortened !== undefined && fits(shortened, left) ? shortened : clip(text.trim(), Math.max(20, left - 15));
  return `${kept.trimEnd()}\n\n${NOTE}`;
}

/** A piece of the example: where it stands, and what is kept of it. */
interface Piece {
  readonly line: number;
  readonly text: string;
}

/** In this order, as far as the budget goes; written down in the order of the document. */
function shortenResolution(markdown: Markdown, tokens: number): string | undefined {
  const resolution = markdown.root.sections.find(isResolution) ?? [...allSections(markdown.root)].find(isResolution);
  if (resolution === undefined) return undefined;
  const named = (words: RegExp) => [...allSections(resolution)].find((one) => words.test(one.heading?.text ?? ""));
  const pieces: Piece[] = [];
  let left = tokens;
  const keep = (piece: Piece | undefined): boolean => {
    const cost = piece === undefined ? 0 : estimateTokens(piece.text) + 2;
    if (piece === undefined || cost > left) return false;
    pieces.push(piece);
    left -= cost;
    return true;
  };
  const solution = named(/^proposed (?:solution|resolution)/i);
  if (!keep(headOf(markdown, resolution))) return undefined;
  if (solution !== undefined && !keep(opening(markdown, solution, 1))) return undefined;
  const rest = [
    clipped(markdown, named(/^trade-?offs/i), 150),
    firstExample(markdown, named(/^examples?\b/i)),
    clipped(markdown, named(/^new gaps/i), 120),
    clipped(markdown, named(/^spec text/i), 300),
  ];
  for (const piece of rest) keep(piece);
  if (solution !== undefined) growSolution(markdown, solution, pieces, left);
  return pieces
    .sort((a, b) => a.line - b.line)
    .map((piece) => piece.text)
    .join("\n\n");
}

function isResolution(section: MarkdownSection): boolean {
  return /^gap resolution\b/i.test(section.heading?.text ?? "");
}

/** The heading and what stands below it up to the confidence. */
function headOf(markdown: Markdown, section: MarkdownSection): Piece {
  const upTo = section.blocks.findIndex((block) => block.type === "paragraph" && /confidence/i.test(block.text));
  return opening(markdown, section, upTo + 1);
}

/** The heading and its first blocks. */
function opening(markdown: Markdown, section: MarkdownSection, count: number): Piece {
  const last = section.blocks[count - 1] ?? section.blocks.at(-1);
  const endLine = count === 0 ? section.line : Math.max(section.line, last?.endLine ?? section.line);
  return { line: section.line, text: slice(markdown, section.line, endLine) };
}

function growSolution(markdown: Markdown, section: MarkdownSection, pieces: Piece[], left: number): void {
  const at = pieces.findIndex((piece) => piece.line === section.line);
  const start = pieces[at];
  if (start === undefined) return;
  const budget = left + estimateTokens(start.text);
  for (let count = section.blocks.length; count > 1; count--) {
    const longer = opening(markdown, section, count);
    if (!fits(longer.text, budget)) continue;
    pieces[at] = longer;
    return;
  }
}

function clipped(markdown: Markdown, section: MarkdownSection | undefined, tokens: number): Piece | undefined {
  if (section === undefined) return undefined;
  const heading = slice(markdown, section.line, section.line);
  const body = slice(markdown, section.line + 1, section.endLine).trim();
  return { line: section.line, text: `${heading}\n\n${clip(body, tokens)}`.trim() };
}

/** Up to and with the first block of code or, where there is none, the first block. */
function firstExample(markdown: Markdown, section: MarkdownSection | undefined): Piece | undefined {
  if (section === undefined) return undefined;
  const inner = section.blocks.length > 0 ? section : section.sections[0];
  const blocks = inner?.blocks ?? [];
  const code = blocks.findIndex((block) => block.type === "fence" || block.type === "code");
  const last = blocks[code === -1 || code > 3 ? 0 : code];
  return { line: section.line, text: slice(markdown, section.line, last?.endLine ?? section.line) };
}

/** Headings, the first issue of each section whole, the others by their first sentence, then a count. */
function shortenReview(markdown: Markdown, tokens: number): string | undefined {
  for (const further of [Number.POSITIVE_INFINITY, 3, 1, 0]) {
    const parts = [...allSections(markdown.root)].map((section) => reviewSection(markdown, section, further));
    const text = parts.join("\n\n");
    if (fits(text, tokens)) return text;
  }
  return undefined;
}

function reviewSection(markdown: Markdown, section: MarkdownSection, further: number): string {
  const heading = slice(markdown, section.line, section.line);
  const kept = section.blocks.map((block) =>
    block.type === "list" ? shortenList(markdown, block, further) : clip(blockText(markdown, block), 80),
  );
  return [heading, ...kept.slice(0, 2)].join("\n\n");
}

function shortenList(markdown: Markdown, list: List, further: number): string {
  const [first, ...others] = list.items;
  if (first === undefined) return "";
  const lines = [slice(markdown, first.line, first.endLine)];
  for (const item of others.slice(0, further)) lines.push(firstSentence(slice(markdown, item.line, item.endLine)));
  if (others.length > further) lines.push(`- [… and ${others.length - further} more]`);
  return lines.join("\n");
}

function firstSentence(item: string): string {
  const line = item.split("\n")[0] ?? "";
  return /^.{10,240}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line.slice(0, 240);
}

function blockText(markdown: Markdown, block: Block): string {
  return slice(markdown, block.line, block.endLine);
}

function slice(markdown: Markdown, from: number, to: number): string {
  return markdown.lines.slice(from - 1, to).join("\n");
}
