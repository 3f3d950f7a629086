import type { Block } from "../markdown/block.ts";
import { plainText } from "../markdown/inline.ts";
import { fieldNamed, fieldOfLine } from "../outline/fields.ts";
import { BOLD_LEVEL, type OutlineNode } from "../outline/outline.ts";
import type { Ambiguity, Confidence } from "../values.ts";

/** A word on confidence, and where it stands. */
export interface StatedConfidence {
  readonly value: Confidence;
  readonly line: number;
  /** A line of its own that can be rewritten: `Confidence: high` rather than a cell or a heading. */
  readonly ownLine: boolean;
  /** Two levels at once (`MEDIUM-HIGH`): the lower one is taken. */
  readonly mixed: boolean;
}

const LEVELS: Readonly<Record<string, Confidence>> = {
  high: "HIGH",
  medium: "MEDIUM",
  med: "MEDIUM",
  moderate: "MEDIUM",
  low: "LOW",
};

/** HIGH, MEDIUM or LOW in the first words; a percentage is no word (SPEC 5: repair never invents). */
export function confidenceOf(words: string): { value: Confidence; mixed: boolean } | undefined {
  const start = plainText(words.slice(0, 200)).split(/\.(?!\d)|[;\n]|\s[-–—]\s|\bbecause\b|\bsince\b/u, 1)[0] ?? "";
  const found: Confidence[] = [];
  for (const match of start.slice(0, 60).matchAll(/\b(?:high|medium|med|moderate|low)\b/giu)) {
    const value = LEVELS[match[0].toLowerCase()];
    if (value !== undefined) found.push(value);
  }
  const order: readonly Confidence[] = ["LOW", "MEDIUM", "HIGH"];
  const value = order.find((level) => found.includes(level));
  return value === undefined ? undefined : { value, mixed: new Set(found).size > 1 };
}

/** The confidence stated in these blocks: a field, a list item, a row of a table of facts. */
export function confidenceIn(blocks: readonly Block[]): StatedConfidence | undefined {
  for (const block of blocks) {
    const found = inBlock(block);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inBlock(block: Block): StatedConfidence | undefined {
  switch (block.type) {
    case "paragraph":
      return inLines(block.text, block.line, true);
    case "list":
      for (const item of block.items.slice(0, 40)) {
        const first = item.blocks[0];
        const found = first?.type === "paragraph" ? inLines(first.text, first.line, false) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    case "table":
      for (const row of [block.header, ...block.rows].slice(0, 40)) {
        if (fieldNamed(row.cells[0] ?? "") !== "confidence") continue;
        const level = confidenceOf(row.cells[1] ?? "");
        if (level !== undefined) return { ...level, line: row.line, ownLine: false };
      }
      return undefined;
    default:
      return undefined;
  }
}

function inLines(text: string, firstLine: number, ownLine: boolean): StatedConfidence | undefined {
  if (!/confidence/iu.test(text.slice(0, 4000))) return undefined;
  const lines = text.slice(0, 4000).split("\n");
  for (const [index, line] of lines.entries()) {
    const field = fieldOfLine(line) ?? loose(line);
    if (field?.name !== "confidence") continue;
    const level = confidenceOf(field.value);
    if (level !== undefined) return { ...level, line: firstLine + index, ownLine };
  }
  return undefined;
}

/** `Confidence - High`, `_Confidence: high_`, `confidence: high`. */
function loose(line: string): { name: "confidence"; value: string } | undefined {
  const match =
    /^\W{0,6}(?:overall\s+|my\s+)?confidence(?:\s+(?:level|rating))?\W{0,4}(?:[:=–—-]|\sis\s)\W{0,4}(.*)$/iu.exec(
      line.slice(0, 300),
    );
  return match === null ? undefined : { name: "confidence", value: match[1] ?? "" };
}

/** In the heading, in the first blocks, or under a heading of its own. */
export function confidenceOfNode(node: OutlineNode): StatedConfidence | undefined {
  const heading = node.heading;
  const inHeading =
    heading === undefined ? null : /confidence[\s:=(]{0,6}\w+|\b\w+[\s-]confidence/iu.exec(heading.text.slice(0, 300));
  const level = inHeading === null ? undefined : confidenceOf(inHeading[0]);
  if (level !== undefined && heading !== undefined) return { ...level, line: heading.line, ownLine: false };
  return confidenceIn(node.blocks) ?? confidenceBeside(node) ?? confidenceBelow(node);
}

/** Below a bold line before the first section: still at the top of the resolution. */
function confidenceBeside(node: OutlineNode): StatedConfidence | undefined {
  for (const child of node.children) {
    if (child.heading?.level !== BOLD_LEVEL) return undefined;
    const found = confidenceIn(child.blocks);
    if (found !== undefined) return found;
  }
  return undefined;
}

function confidenceBelow(node: OutlineNode): StatedConfidence | undefined {
  for (const child of node.children) {
    const text = child.heading?.text ?? "";
    if (/^\W*(?:\d+[.)]\s*)?(?:overall\s+)?confidence\b/iu.test(text)) {
      const own = confidenceOf(text.replace(/^.*?confidence(?:\s+(?:level|rating))?/iu, ""));
      if (own !== undefined) return { ...own, line: child.line, ownLine: false };
      const first = child.blocks[0];
      const below = first?.type === "paragraph" ? confidenceOf(first.text) : undefined;
      if (below !== undefined) return { ...below, line: first?.line ?? child.line, ownLine: false };
    }
    const inside = confidenceIn(child.blocks);
    if (inside !== undefined) return { ...inside, ownLine: false };
  }
  return undefined;
}

export function mixedConfidence(stated: StatedConfidence): Ambiguity[] {
  if (!stated.mixed) return [];
  const message = `The confidence names more than one level; ${stated.value}, the lowest, is taken.`;
  return [{ kind: "confidence", line: stated.line, message }];
}
