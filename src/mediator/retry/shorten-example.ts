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

const LEAST_PIECE = 25;

/** The pieces in the order of their weight as far as the budget goes, written down in the order of the document. */
function keepWithin(pieces: readonly Piece[], tokens: number): string {
  let left = tokens;
  const kept: Omit<Piece, "most">[] = [];
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

/** What is kept of a resolution, in the order of SPEC 6: the section, how many of its blocks, and their budget. */
const PARTS: readonly [section: RegExp, count: (blocks: readonly Block[]) => number | undefined, most: number][] = [
  [/^gap resolution\b/i, (blocks) => 1 + blocks.findIndex(isParagraph(/^[*_]{0,3}confidence\b/i)), 120],
  [/^proposed solution/i, () => 1, 250],
  [/^spec changes/i, (blocks) => blocks.flatMap((block, at) => (isChange(block) ? [at] : []))[1], 700],
  [/^trade-?offs/i, () => undefined, 250],
  // With the code that the first block announces.
  [/^examples?\b/i, (blocks) => (blocks[1]?.type === "fence" ? 2 : 1), 250],
  [/^new gaps/i, () => undefined, 150],
];

function isParagraph(words: RegExp): (block: Block) => boolean {
  return (block) => block.type === "paragraph" && words.test(block.text);
}

const isChange = isParagraph(/^\*\*Change\b/i);

function resolutionPieces(markdown: Markdown): Piece[] {
  const named = (name: RegExp) => (section: MarkdownSection) => name.test(section.heading?.text ?? "");
  const resolution = [...allSections(markdown.root)].find(named(/^gap resolution\b/i));
  const sections = resolution ? [resolution, ...allSections(resolution)] : [];
  return PARTS.flatMap(([name, count, most]) => {
    const { line, blocks = [] } = sections.find(named(name)) ?? {};
    if (line === undefined) return [];
    const text = textOfLines(markdown, line, blocks.slice(0, count(blocks)).at(-1)?.endLine ?? line);
    if (!name.test("trade-offs") || fits(text, most)) return [{ line, text, most }];
    // The first point of each list: both sides are shown.
    const shown = blocks.map((block) =>
      block.type === "list" ? points(markdown, block.items, 1) : textOfLines(markdown, block.line, block.endLine),
    );
    return [{ line, text: [textOfLines(markdown, line, line), ...shown].join("\n\n"), most }];
  });
}

/** Items of a list by their first sentence, then a count. */
function points(markdown: Markdown, items: readonly { readonly line: number }[], most: number): string {
  const lines = items.slice(0, most).map(({ line }) => {
    const text = textOfLines(markdown, line, line);
    return /^.{10,240}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 240);
  });
  if (items.length > most) lines.push(`- [… and ${items.length - most} more]`);
  return lines.join("\n");
}

const MOST_FURTHER = 3;

/** Headings, the first issue of each section whole, the others by their first sentence, then a count. */
function reviewPieces(markdown: Markdown): Piece[] {
  const sections = [...allSections(markdown.root)];
  const heads = sections.map(({ line }) => ({ line, text: textOfLines(markdown, line, line), most: 60 }));
  const first = sections.flatMap(({ blocks }) =>
    blocks.slice(0, 2).map((block) => {
      const [end, most] = block.type === "list" ? [block.items[0]?.endLine, 300] : [undefined, 80];
      return { line: block.line, text: textOfLines(markdown, block.line, end ?? block.endLine), most };
    }),
  );
  const further = sections.flatMap(({ blocks }) => {
    const list = blocks.find((block) => block.type === "list");
    const [, ...others] = list?.type === "list" ? list.items : [];
    return others.slice(0, 1).map(({ line }) => ({ line, text: points(markdown, others, MOST_FURTHER), most: 200 }));
  });
  return [...heads, ...first, ...further];
}
