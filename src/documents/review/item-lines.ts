import type { Markdown } from "../markdown/markdown.ts";
import { fieldNamed, fieldOfLine } from "../outline/fields.ts";
import { boldLead } from "../outline/outline.ts";
import { severityPhrase } from "../words/severity-words.ts";
import { isClosing } from "./closing.ts";

/**
 * Some lines of an item, without blank lines and rules at the end. The verdict below the last issue of a review is no
 * part of that issue, nor is what follows it.
 */
export function itemLines({ lines }: Markdown, line: number, endLine: number, lastLine: number): string[] {
  const own = lines.slice(line - 1, endLine);
  const isCode = codeTracker();
  let ruled = false;
  const end = own.findIndex((text, index) => {
    if (isCode(text) || index === 0) return false;
    if (isClosing(text, line + index === lastLine, ruled)) return true;
    if (text.trim() !== "") ruled = RULE.test(text.slice(0, 40));
    return false;
  });
  return trimmed(end === -1 ? own : own.slice(0, end));
}

const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** Tells of one line after the other whether it stands in a fence, or is one. */
export function codeTracker(): (line: string) => boolean {
  let fence: string | undefined;
  return (line) => {
    const mark = line.includes("```") || line.includes("~~~") ? /^\s{0,8}(`{3,}|~{3,})/.exec(line)?.[1] : undefined;
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) === true) fence = undefined;
    return fence !== undefined || mark !== undefined;
  };
}

/** The column where the words of a list item begin. */
export function contentColumn(line: string): number {
  const match = /^(\s*)([-*+]|\d{1,9}[.)])(\s*)/.exec(line.slice(0, 60));
  if (match === null) return 0;
  const [whole = "", before = "", marker = "", after = ""] = match;
  return after.length > 4 ? before.length + marker.length + 1 : whole.length;
}

export function dedent(line: string, columns: number): string {
  let at = 0;
  while (at < columns && (line.charCodeAt(at) === 32 || line.charCodeAt(at) === 9)) at++;
  return line.slice(at);
}

/** Without blank lines, and rules, at the end. */
export function trimmed(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})?$/.test((lines[end - 1] ?? "").slice(0, 200)))
    end--;
  return lines.slice(0, end);
}

export function words(text: string): number {
  return text.slice(0, 400).match(/[\p{L}\p{N}_$][\p{L}\p{N}_'’]*/gu)?.length ?? 0;
}

/** `**Problem:** No owner of the lock`: a field that an item begins with, where it has no title. */
export function opensItem(line: string): boolean {
  const lead =
    /^(?:\*\*|__)(?:problem|issue|finding|concern|defect|what|description)(?::(?:\*\*|__)|(?:\*\*|__):)\s*(\S.*)$/iu.exec(
      line,
    );
  return words(lead?.[1] ?? "") >= 2;
}

/** `**Location:** …`: a fact about an item, and no item. */
export function isField(line: string): boolean {
  const bold = boldLead(line);
  return bold !== undefined
    ? fieldNamed(bold.words) !== undefined &&
        severityPhrase(bold.words.replace(/\s*:\s*$/u, "")) === undefined &&
        /^\s*:|:$/u.test(bold.words.slice(-1) + bold.rest.slice(0, 1))
    : fieldOfLine(line) !== undefined;
}
