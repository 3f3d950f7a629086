import type { GapId } from "../../model/ids.ts";
import { plainText } from "../markdown/inline.ts";
import { type Markdown, type MarkdownSection, parseMarkdown } from "../markdown/markdown.ts";
import { containedText } from "./contained-text.ts";
import { headingKey } from "./find-section.ts";
import type { LineEdits } from "./line-edits.ts";

/** Where a text goes: at the end of a section, or instead of what stands there. */
export interface PlaceRequest {
  readonly gap: GapId | undefined;
  readonly mode: "replace" | "append";
  readonly text: string;
}

/**
 * Places a text in a section of the source. The heading and the headings below it always stay. `replace` takes away
 * what the source says directly below the heading, once, however many texts replace it; where the text has a section of
 * the same name as one below, it goes there. `append` puts it before the first section below, or, when it begins with a
 * heading of its own, behind the last.
 */
export function placeText(edits: LineEdits, section: MarkdownSection, request: PlaceRequest): void {
  const text = containedText(withoutOwnHeading(request.text, section), section.level);
  if (text === "") return;
  const heading = section.heading ? plainText(section.heading.text) : "";
  if (request.mode === "replace") {
    replaceBody(edits, section, { gap: request.gap, markdown: parseMarkdown(text), heading });
    return;
  }
  const after = /^#{1,6}\s/.test(text) ? lastContent(edits, section.line, section.endLine) : bodyEnd(edits, section);
  edits.insert(after, { gap: request.gap, text, heading });
}

/** A text that repeats the heading it is placed under says it once. */
function withoutOwnHeading(text: string, section: MarkdownSection): string {
  const first = parseMarkdown(text).blocks[0];
  if (first?.type !== "heading" || section.heading === undefined) return text;
  const own = headingKey(section.heading.text);
  const key = headingKey(first.text);
  if (key.words !== own.words || (key.number !== own.number && key.number !== "" && own.number !== "")) return text;
  return text.replace(/\r\n?/g, "\n").split("\n").slice(first.endLine).join("\n");
}

interface Replacement {
  readonly gap: GapId | undefined;
  readonly markdown: Markdown;
  readonly heading: string;
}

function replaceBody(edits: LineEdits, section: MarkdownSection, replacement: Replacement): void {
  const start = section.heading?.endLine ?? 0;
  const end = bodyEnd(edits, section);
  if (end > start) edits.remove(start + 1, end);
  // Behind the old body, so that texts which were appended to it keep their order.
  let after = Math.max(start, end);
  for (const piece of piecesOf(replacement.markdown)) {
    const same = piece.name === undefined ? undefined : childNamed(section, piece.name);
    if (same) {
      placeText(edits, same, { gap: replacement.gap, mode: "replace", text: piece.text });
      after = lastContent(edits, same.line, same.endLine);
    } else if (piece.text.trim() !== "") {
      edits.insert(after, { gap: replacement.gap, text: piece.text, heading: replacement.heading });
    }
  }
}

interface Piece {
  /** The heading of the piece; absent for what stands before the first. */
  readonly name?: string;
  readonly text: string;
}

function piecesOf(markdown: Markdown): Piece[] {
  const sections = markdown.root.sections;
  const cut = (from: number, to: number) =>
    markdown.lines
      .slice(from - 1, to)
      .join("\n")
      .trimEnd();
  const lead = cut(1, (sections[0]?.line ?? markdown.lines.length + 1) - 1);
  return [
    ...(lead === "" ? [] : [{ text: lead }]),
    ...sections.map(({ heading, line, endLine }) => ({ name: heading?.text ?? "", text: cut(line, endLine) })),
  ];
}

function childNamed(section: MarkdownSection, name: string): MarkdownSection | undefined {
  const wanted = headingKey(name);
  return section.sections.find((child) => {
    const key = headingKey(child.heading?.text ?? "");
    return key.words === wanted.words && (key.number === wanted.number || key.number === "" || wanted.number === "");
  });
}

/** The last line of what stands directly below a heading; the heading's own when nothing does. */
export function bodyEnd(edits: LineEdits, section: MarkdownSection): number {
  const start = section.heading?.endLine ?? 0;
  const next = section.sections[0]?.line ?? section.endLine + 1;
  return lastContent(edits, start, next - 1);
}

/** Blank lines and rules at a section's end part it from the next one, and stay there. */
function lastContent(edits: LineEdits, from: number, to: number): number {
  let line = Math.min(to, edits.count);
  while (line > from && (edits.original(line).trim() === "" || isRule(edits.original(line)))) line--;
  return Math.max(line, from);
}

function isRule(line: string): boolean {
  const marks = line.slice(0, 200).replace(/[ \t]/g, "");
  return /^(?:-{3,}|\*{3,}|_{3,})$/.test(marks);
}
