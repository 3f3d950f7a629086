import type { SectionPart } from "../../documents/agent-document.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { allSections, type Markdown, parseMarkdown, textOfLines } from "../../documents/markdown/markdown.ts";
import { estimateTokens } from "../../model/estimate-tokens.ts";
import { clip, fits } from "../prompts/clip.ts";

const NOTE = "[This example was shortened to fit. A document of yours has every section, in full.]";
const NOTE_TOKENS = estimateTokens(NOTE) + 4;

/** Cuts an example to its budget along its structure, so that the rest still shows the form (SPEC 6). */
export function shortenExample(text: string, role: "engineer" | "reviewer", tokens: number): string {
  if (fits(text, tokens)) return text.trim();
  const left = tokens - NOTE_TOKENS;
  const pieces = role === "engineer" ? resolutionPieces(text) : reviewPieces(parseMarkdown(text));
  const shortened = keepWithin(pieces, left);
  const kept = shortened !== "" && fits(shortened, left) ? shortened : clip(text.trim(), Math.max(20, left));
  return `${kept.trimEnd()}\n\n${NOTE}`;
}

/** A piece of the example. */
interface Piece {
  readonly line: number;
  readonly text: string;
  /** The tokens that it may take at most. */
  readonly most: number;
}

const LEAST_PIECE = 25;

/** Takes the pieces, the most important first, as long as they fit, and puts them in the order of the document. */
function keepWithin(pieces: readonly Piece[], tokens: number): string {
  let left = tokens;
  const kept: Omit<Piece, "most">[] = [];
  for (const { line, text, most } of pieces) {
    // A piece that is too large is cut, so that it leaves room for others.
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

/** The sections of a resolution that are kept beside its head, in the order of SPEC 6, and the budget of each. */
const PARTS: readonly [part: SectionPart, most: number][] = [
  ["solution", 250],
  ["changes", 700],
  ["trade-offs", 250],
  ["examples", 250],
  ["new-gaps", 150],
];

function resolutionPieces(example: string): Piece[] {
  const { document, text } = readForm(example, "engineer");
  const markdown = parseMarkdown(text);
  const [resolution] = document.role === "engineer" ? document.resolutions : [];
  if (resolution === undefined) return [];
  const { line, endLine, sections, changes } = resolution;
  const piece = (from: number, to: number, most: number) => ({
    line: from,
    text: textOfLines(markdown, from, to),
    most,
  });
  const parts = PARTS.flatMap(([part, most]) => {
    const section = sections.find((candidate) => candidate.part === part);
    if (section === undefined) return [];
    const blocks = markdown.blocks.filter((block) => block.line > section.line && block.endLine <= section.endLine);
    const whole = piece(section.line, section.endLine, most);
    if (part === "changes") return piece(section.line, changes[0]?.endLine ?? section.endLine, most);
    // If the first block of an example is followed by code, both are kept.
    const count = part === "examples" && blocks[1]?.type === "fence" ? 2 : 1;
    if (part === "solution" || part === "examples")
      return piece(section.line, blocks.slice(0, count).at(-1)?.endLine ?? section.line, most);
    if (part === "new-gaps" || fits(whole.text, most)) return whole;
    // Of each list the first point: trade-offs usually have one list of pros and one of cons.
    const points = blocks.map((block) =>
      block.type === "list"
        ? firstSentences(markdown, block.items, 1)
        : textOfLines(markdown, block.line, block.endLine),
    );
    return { ...whole, text: [textOfLines(markdown, section.line, section.line), ...points].join("\n\n") };
  });
  return [piece(line, (sections[0]?.line ?? endLine + 1) - 1, 120), ...parts];
}

/** The first sentences of the first items of a list, then the number of those left out. */
function firstSentences(markdown: Markdown, items: readonly { readonly line: number }[], most: number): string {
  const lines = items.slice(0, most).map(({ line }) => {
    const text = textOfLines(markdown, line, line);
    return /^.{10,240}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 240);
  });
  if (items.length > most) lines.push(`- [… and ${items.length - most} more]`);
  return lines.join("\n");
}

const MOST_FURTHER = 3;

/** Headings, the first issue of each section whole, and the first sentences of further ones. */
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
    return others
      .slice(0, 1)
      .map(({ line }) => ({ line, text: firstSentences(markdown, others, MOST_FURTHER), most: 200 }));
  });
  return [...heads, ...first, ...further];
}
