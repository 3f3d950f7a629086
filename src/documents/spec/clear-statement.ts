import type { GapId } from "../../model/ids.ts";
import type { Block, Table } from "../markdown/block.ts";
import { withoutCode } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { itemLabel, namesGap } from "./item-label.ts";
import type { LineEdits } from "./line-edits.ts";
import { findMarkers, sentenceAround } from "./marker.ts";
import type { Passage } from "./passage.ts";
import { statementOf } from "./statement.ts";

/** What a resolved gap leaves in its place: its own words when they fit there, else a pointer, else nothing. */
export interface Remainder {
  readonly gap: GapId;
  /** One line that may stand in the place of the statement. */
  readonly inPlace?: string;
  /** For a cell or a section that may not be empty: `see "Errors"`. */
  readonly pointer: string;
  /** Lines within a section that state other gaps, and stay. */
  readonly keeps: (line: number) => boolean;
}

/** Whether the words in the remainder were used. */
export type Cleared = "in-place" | "cleared" | "kept";

/**
 * Takes a gap's statement out of the source, once the gap is resolved (SPEC 12): a list item, a row, a paragraph, or the
 * sentence with the marker. What only mentions the gap stays, and so does every heading.
 */
export function clearStatement(
  edits: LineEdits,
  markdown: Markdown,
  passage: Passage,
  text: string,
  remainder: Remainder,
): Cleared {
  if (edits.isRemoved(passage.line)) return "cleared";
  const states = statementOf(passage) !== undefined;
  switch (passage.kind) {
    case "heading":
      return states ? clearSection(edits, passage, remainder) : clearSentence(edits, passage, text, remainder);
    case "row":
      return states ? clearRow(edits, markdown, passage) : clearCell(edits, passage, remainder);
    case "item":
      return states ? clearItem(edits, passage, remainder) : clearSentence(edits, passage, text, remainder);
    case "paragraph":
      return clearSentence(edits, passage, text, remainder);
  }
}

/** Below a heading that begins with the gap's name all is its description; a name further on only refers to it. */
function clearSection(edits: LineEdits, passage: Passage, remainder: Remainder): Cleared {
  const named = itemLabel(withoutCode(passage.text));
  const isOwn = passage.openList || (named !== undefined && namesGap(named.label));
  if (!isOwn || passage.endLine === passage.line) return "kept";
  for (let line = passage.line + 1; line <= passage.endLine; line++) {
    // Blank lines keep what stays apart.
    if (!edits.isBlank(line) && !remainder.keeps(line)) edits.remove(line, line);
  }
  edits.insert(passage.endLine, {
    gap: remainder.inPlace === undefined ? undefined : remainder.gap,
    text: remainder.inPlace ?? remainder.pointer,
    heading: passage.heading,
  });
  return remainder.inPlace === undefined ? "cleared" : "in-place";
}

function clearItem(edits: LineEdits, passage: Passage, remainder: Remainder): Cleared {
  const marker = /^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+/.exec(edits.original(passage.line))?.[0];
  if (remainder.inPlace === undefined || marker === undefined) {
    edits.remove(passage.line, passage.endLine);
    return "cleared";
  }
  edits.change(passage.line, marker + remainder.inPlace);
  edits.remove(passage.line + 1, passage.endLine);
  return "in-place";
}

/** A table that loses its last row goes with its head. */
function clearRow(edits: LineEdits, markdown: Markdown, passage: Passage): Cleared {
  edits.remove(passage.line, passage.line);
  const table = tableAt(markdown.blocks, passage.line);
  const left = table?.rows.some((row) => !edits.isRemoved(row.line)) ?? true;
  if (table && !left) edits.remove(table.line, table.endLine);
  return "cleared";
}

function tableAt(blocks: readonly Block[], line: number): Table | undefined {
  for (const block of blocks) {
    if (line < block.line || line > block.endLine) continue;
    if (block.type === "table") return block;
    if (block.type === "quote") return tableAt(block.blocks, line);
    if (block.type === "list")
      return tableAt(
        block.items.flatMap((item) => item.blocks),
        line,
      );
  }
  return undefined;
}

const LONGEST_CELL = 80;

function clearCell(edits: LineEdits, passage: Passage, remainder: Remainder): Cleared {
  const raw = edits.line(passage.line);
  const fits = remainder.inPlace !== undefined && remainder.inPlace.length <= LONGEST_CELL;
  const words = (fits ? remainder.inPlace : remainder.pointer) ?? remainder.pointer;
  const cell = words.replace(/\\?\|/g, "\\|");
  const changed = findMarkers(raw).reduceRight(
    (line, marker) => line.slice(0, marker.start) + cell + line.slice(marker.end),
    raw,
  );
  if (changed === raw) return "kept";
  edits.change(passage.line, changed);
  return fits ? "in-place" : "cleared";
}

/** Cuts the gap's words out of the lines of its passage; lines that are left empty go. */
function clearSentence(edits: LineEdits, passage: Passage, text: string, remainder: Remainder): Cleared {
  const lines: string[] = [];
  for (let line = passage.line; line <= passage.endLine; line++) lines.push(edits.line(line));
  const raw = lines.join("\n");
  const cut = cutOf(raw, text);
  if (!cut || passage.kind === "heading") return "kept";
  const behind = raw.slice(cut.end);
  const inPlace = remainder.inPlace ?? "";
  const before = inPlace === "" && behind.trim() === "" ? raw.slice(0, cut.start).trimEnd() : raw.slice(0, cut.start);
  const joined = `${before}${inPlace}${inPlace === "" ? behind.replace(/^[ \t]+/, "") : behind}`;
  writeLines(edits, passage, joined.split("\n"));
  return inPlace === "" ? "cleared" : "in-place";
}

function cutOf(raw: string, text: string): { start: number; end: number } | undefined {
  const at = text === "" ? -1 : raw.indexOf(text);
  if (at !== -1) return { start: at, end: at + text.length };
  const marker = findMarkers(raw)[0];
  if (!marker) return undefined;
  const sentence = sentenceAround(raw, marker);
  // The marks of a list item, a quote or a heading are not part of its first sentence.
  const marks = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/.exec(raw)?.[0].length ?? 0;
  return { start: Math.max(sentence.start, marks), end: sentence.end };
}

function writeLines(edits: LineEdits, passage: Passage, kept: readonly string[]): void {
  for (let index = 0; index <= passage.endLine - passage.line; index++) {
    const number = passage.line + index;
    const line = kept[index] ?? "";
    if (line === edits.line(number)) continue;
    edits.change(number, line.trimEnd());
    if (/^[\s>]*(?:[-*+]|\d{1,9}[.)])?\s*$/.test(line)) edits.remove(number, number);
  }
}
