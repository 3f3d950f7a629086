import { plainText } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import { fieldOfLine } from "../outline/fields.ts";
import type { OutlineNode } from "../outline/outline.ts";
import type { LineEdit, Lines, SpecText } from "../values.ts";
import { readDiff } from "./read-diff.ts";

/** The words for the spec below a `### Spec Text`: one piece for each `**Target:**` line (SPEC 5). */
export function readSpecTexts(markdown: Markdown, node: OutlineNode): SpecText[] {
  const start = node.heading?.endLine ?? node.line;
  const lines = markdown.lines.slice(start, node.endLine);
  const targets = targetLines(node);
  if (targets.length === 0) return piece(lines, start + 1, undefined, "append");
  return targets.flatMap((line, index) => {
    const end = (targets[index + 1] ?? node.endLine + 1) - 1;
    const field = fieldOfLine(markdown.lines[line - 1] ?? "");
    const { target, mode } = splitTarget(field?.value ?? "");
    const below = lines.slice(line - start, end - start);
    const modeLine = below.findIndex((one) => one.trim() !== "");
    const stated = modeLine === -1 ? undefined : fieldOfLine(below[modeLine] ?? "");
    const own = stated?.name === "mode" ? modeOf(stated.value) : undefined;
    const body = own === undefined ? below : below.slice(modeLine + 1);
    return piece(body, line + 1 + (below.length - body.length), target, own ?? mode ?? "append");
  });
}

function targetLines(node: OutlineNode): number[] {
  return node.blocks.flatMap((block) => {
    if (block.type !== "paragraph") return [];
    return block.text
      .split("\n")
      .flatMap((line, index) => (fieldOfLine(line)?.name === "target" ? [block.line + index] : []));
  });
}

/** `## Retry limits (replace)`, `` `Retry limits`, append ``. */
function splitTarget(value: string): { target: string | undefined; mode: SpecText["mode"] | undefined } {
  const match = /[\s,;–—(-]+\(?`?(replace|append|edit)(?:s|d|ed)?`?\)?\W*$/iu.exec(value);
  const name = plainText(match === null ? value : value.slice(0, match.index))
    .replace(/^#+\s*/, "")
    .replace(/^["“]|["”]$/g, "")
    .trim();
  return { target: name === "" ? undefined : name, mode: match === null ? undefined : modeOf(match[1] ?? "") };
}

function modeOf(words: string): SpecText["mode"] | undefined {
  return /\breplac/iu.test(words) ? "replace" : /\b(?:append|add|insert)/iu.test(words) ? "append" : undefined;
}

function piece(
  lines: readonly string[],
  firstLine: number,
  target: string | undefined,
  mode: SpecText["mode"],
): SpecText[] {
  let start = 0;
  let end = lines.length;
  while (start < end && (lines[start] ?? "").trim() === "") start++;
  while (end > start && (lines[end - 1] ?? "").trim() === "") end--;
  if (start === end) return [];
  const edits = readDiff(lines.slice(start, end));
  if (edits !== undefined) return [editPiece(edits, { line: firstLine + start, endLine: firstLine + end - 1 }, target)];
  const text = unfenced(lines.slice(start, end));
  return [
    { line: firstLine + start, endLine: firstLine + end - 1, mode, text, ...(target === undefined ? {} : { target }) },
  ];
}

function editPiece(edits: readonly LineEdit[], lines: Lines, target: string | undefined): SpecText {
  const text = edits.map(({ after }) => after.join("\n")).join("\n\n");
  return { ...lines, mode: "edit", text, edits, ...(target === undefined ? {} : { target }) };
}

/** Spec text that is one markdown fence as a whole is what the fence holds. */
function unfenced(lines: readonly string[]): string {
  const open = /^(`{3,}|~{3,})\s*(?:markdown|md)\s*$/u.exec(lines[0] ?? "")?.[1];
  const last = lines.length - 1;
  if (open === undefined || (lines[last] ?? "").trim() !== open) return lines.join("\n");
  const inner = lines.slice(1, last);
  return inner.some((line) => line.trim() === open) ? lines.join("\n") : inner.join("\n");
}
