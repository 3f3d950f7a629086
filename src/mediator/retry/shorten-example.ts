import type { Block } from "../../documents/markdown/block.ts";
import {
  allSections,
  type Markdown,
  type MarkdownSection,
  parseMarkdown,
  textOfLines,
} from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { clip, fits } from "../prompts/clip.ts";

const NOTE = "[This example was shortened to fit. A document of yours has every section, in full.]";
const NOTE_TOKENS = estimateTokens(NOTE) + 4;

/** An example within its budget: cut by structure, so that what is left still shows the form (SPEC 6). */
export function shortenExample(text: string, role: "engineer" | "reviewer", tokens: number): string {
  if (fits(text, tokens)) return text.trim();
  const left = tokens - NOTE_TOKENS;
  const markdown = parseMarkdown(text);
  const pieces = role === "engineer" ? resolutionPieces(markdown) : reviewPieces(markdown);
  const shortened = keepWithin(pieces, left);
  const kept = shortened !== "" && fits(shortened, left) ? shortened : clip(text.trim(), Math.max(20, left));
  return `${kept.trimEnd()}\n\n${NOTE}`;
}

/** A piece of the example: where it stands, what is kept of it, and how much of the budget it may take. */
interface Piece {
  readonly line: number;
  readonly text: string;
  readonly most: number;
}

/** The pieces in the order of their weight as far as the budget goes, written down in the order of the document. */
function keepWithin(pieces: readonly Piece[], tokens: number): string {
  let left = tokens;
  const kept: { readonly line: number; readonly text: string }[] = [];
  for (const { line, text, most } of pieces) {
    // A block that is too large is itself cut: it never empties the rest.
    const budget = Math.min(most, left) - 2;
    if (budget < LEAST_PIECE && !fits(text, budget)) continue;
    const shown = clip(text, budget);
    const cost = estimateTokens(shown) + 2;
    if (cost > left) continue;
    kept.push({ line, text: shown });
    left -= cost;
  }
  return kept
    .sort((a, b) => a.line - b.line)
    .map(({ text }) => text.trim())
    .join("\n\n");
}

const LEAST_PIECE = 25;

function resolutionPieces(markdown: Markdown): Piece[] {
  const sections = [...allSections(markdown.root)];
  const resolution = sections.find(({ heading }) => /^gap resolution\b/i.test(heading?.text ?? ""));
  if (resolution === undefined) return [];
  const within = [...allSections(resolution)];
  const named = (words: RegExp) => within.find(({ heading }) => words.test(heading?.text ?? ""));
  return [
    ...opening(markdown, resolution, 1 + resolution.blocks.findIndex(statesConfidence), 120),
    ...opening(markdown, named(/^proposed solution/i), 1, 250),
    ...firstChange(markdown, named(/^spec changes/i)),
    ...tradeOffs(markdown, named(/^trade-?offs/i)),
    ...firstExample(markdown, named(/^examples?\b/i)),
    ...opening(markdown, named(/^new gaps/i), Number.POSITIVE_INFINITY, 150),
  ];
}

/** The heading and its first blocks. */
function opening(markdown: Markdown, section: MarkdownSection | undefined, blocks: number, most: number): Piece[] {
  if (section === undefined) return [];
  const shown = section.blocks.slice(0, blocks);
  const endLine = shown.at(-1)?.endLine ?? section.line;
  return [{ line: section.line, text: textOfLines(markdown, section.line, endLine), most }];
}

function statesConfidence(block: Block): boolean {
  return block.type === "paragraph" && /^[*_]{0,3}confidence\b/i.test(block.text);
}

/** The first block, with the code that it announces. */
function firstExample(markdown: Markdown, section: MarkdownSection | undefined): Piece[] {
  return opening(markdown, section, section?.blocks[1]?.type === "fence" ? 2 : 1, 250);
}

/** Where they are too long, the first point of each list, by its first sentence. */
function tradeOffs(markdown: Markdown, section: MarkdownSection | undefined): Piece[] {
  const most = 250;
  const [whole] = opening(markdown, section, Number.POSITIVE_INFINITY, most);
  if (section === undefined || whole === undefined || fits(whole.text, most)) return whole ? [whole] : [];
  const blocks = section.blocks.map((block) =>
    block.type === "list" ? points(markdown, block.items, 1) : textOfLines(markdown, block.line, block.endLine),
  );
  return [{ ...whole, text: [textOfLines(markdown, section.line, section.line), ...blocks].join("\n\n") }];
}

/** Items of a list by their first sentence, then a count. */
function points(markdown: Markdown, items: readonly { readonly line: number }[], most: number): string {
  const lines = items.slice(0, most).map(({ line }) => firstSentence(textOfLines(markdown, line, line)));
  if (items.length > most) lines.push(`- [… and ${items.length - most} more]`);
  return lines.join("\n");
}

/** Up to where the second change begins. */
function firstChange(markdown: Markdown, section: MarkdownSection | undefined): Piece[] {
  if (section === undefined) return [];
  const second = section.blocks.filter((block) => block.type === "paragraph" && /^\*\*Change\b/i.test(block.text))[1];
  const endLine = second === undefined ? section.endLine : second.line - 1;
  return [{ line: section.line, text: textOfLines(markdown, section.line, endLine).trimEnd(), most: 700 }];
}

/** Headings, the first issue of each section whole, the others by their first sentence, then a count. */
function reviewPieces(markdown: Markdown): Piece[] {
  const sections = [...allSections(markdown.root)];
  const heads = sections.map(({ line }) => ({ line, text: textOfLines(markdown, line, line), most: 60 }));
  const first = sections.flatMap((section) => sectionBlocks(markdown, section));
  const others = sections.flatMap((section) => furtherIssues(markdown, section));
  return [...heads, ...first, ...others];
}

function sectionBlocks(markdown: Markdown, { blocks }: MarkdownSection): Piece[] {
  return blocks.slice(0, 2).map((block) => {
    const endLine = block.type === "list" ? (block.items[0]?.endLine ?? block.endLine) : block.endLine;
    return {
      line: block.line,
      text: textOfLines(markdown, block.line, endLine),
      most: block.type === "list" ? 300 : 80,
    };
  });
}

const MOST_FURTHER = 3;

function furtherIssues(markdown: Markdown, { blocks }: MarkdownSection): Piece[] {
  const list = blocks.find((block) => block.type === "list");
  const [, ...others] = list?.type === "list" ? list.items : [];
  const [next] = others;
  if (next === undefined) return [];
  return [{ line: next.line, text: points(markdown, others, MOST_FURTHER), most: 200 }];
}

function firstSentence(line: string): string {
  return /^.{10,240}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line.slice(0, 240);
}
