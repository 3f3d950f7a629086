import type { LineEdit } from "../values.ts";

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*diff\b[^`]*$/u;

/**
 * The edits of a text that is nothing but `diff` fences: lines with `-` go, lines with `+` come, lines with a blank stay.
 * `@@` parts one stretch of lines from the next. `undefined` for any other text.
 */
export function readDiff(lines: readonly string[]): LineEdit[] | undefined {
  const edits: LineEdit[] = [];
  let at = 0;
  while (at < lines.length) {
    if ((lines[at] ?? "").trim() === "") {
      at++;
      continue;
    }
    const marks = OPENING.exec(lines[at] ?? "")?.[1];
    const end = marks === undefined ? -1 : lines.findIndex((line, index) => index > at && line.trim() === marks);
    if (end === -1) return undefined;
    edits.push(...stretches(lines.slice(at + 1, end)));
    at = end + 1;
  }
  return edits.length === 0 ? undefined : edits;
}

function stretches(lines: readonly string[]): LineEdit[] {
  const found: { before: string[]; after: string[] }[] = [{ before: [], after: [] }];
  for (const line of lines) {
    const current = found.at(-1);
    if (current === undefined || isHead(line, current)) found.push({ before: [], after: [] });
    else note(current, line);
  }
  return found.filter(({ before }) => before.length > 0);
}

/** The names of two files stand before anything else; further on such a line is one that begins with dashes. */
function isHead(line: string, current: LineEdit): boolean {
  const isFirst = current.before.length === 0 && current.after.length === 0;
  return line.startsWith("@@") || (isFirst && /^(?:--- |\+\+\+ )/.test(line));
}

function note(edit: { before: string[]; after: string[] }, line: string): void {
  const text = line.slice(1);
  if (!line.startsWith("+")) edit.before.push(text);
  if (!line.startsWith("-")) edit.after.push(text);
}
