import type { EngineerDocument, ReadDisagreement, ReadResponse } from "../../../documents/values.ts";
import type { OpenIssue } from "./concern.ts";
import { labelAt } from "./leads.ts";
import { names } from "./scope.ts";

/** What a document says in answer to an issue that it names. */
export interface Answer {
  readonly line: number;
  readonly endLine: number;
  readonly form: ReadResponse["form"];
  /** A reply to the issue, not a section or a row that names it by the way: `## Response to ISSUE-…`. */
  readonly reply: boolean;
  /** A section whose heading names the issue: what it says is said on the issue. */
  readonly section?: true;
  /** The words of the answer, without the heading or lead-in that names the issue; of a long one the beginning. */
  readonly body: string;
}

/** The answers that the reader finds by the issue's id or by the Reviewer's name for it (SPEC 9, H1). */
export function answersRead(issue: OpenIssue, document: EngineerDocument, lines: readonly string[]): Answer[] {
  return document.responses.filter((response) => names(response, issue)).map((response) => answerOf(response, lines));
}

/** The DISAGREE block about an issue: it names it, or stands where it is named. */
export function disagreementWith(
  issue: OpenIssue,
  document: EngineerDocument,
  answers: readonly Answer[],
): ReadDisagreement | undefined {
  return document.disagreements.find(
    (one) =>
      names(one, issue) ||
      (one.issue === undefined && answers.some(({ line, form }) => form === "heading" && line === one.line)),
  );
}

function answerOf(response: ReadResponse, lines: readonly string[]): Answer {
  const { line, endLine, form } = response;
  switch (form) {
    case "heading": {
      const end = endLine > line ? endLine : endOfLeadIn(line, lines);
      const reply = REPLY_HEADING.test(lines[line - 1] ?? "");
      return { line, endLine: end, form, reply, body: beginningOf(lines, line, end) };
    }
    case "table":
      return { line, endLine, form, reply: false, body: cellsOf(response, lines[line - 1] ?? "").slice(0, MOST_READ) };
    case "list":
      return { line, endLine, form, reply: true, body: withoutLabel(withoutIds(response.text.slice(0, MOST_READ))) };
    case "inline":
      return { line, endLine, form, reply: false, body: sayingLines(response.text).slice(0, MOST_READ) };
  }
}

const REPLY_HEADING = /^[\s#*_]*(?:\d{1,3}[.)]\s*)?(?:(?:response|reply|answer|re)\b|\[?ISSUE-R\d)/i;

/** The cells beside the one with the id; where they hold nothing to speak of, that one too. */
function cellsOf({ text }: ReadResponse, row: string): string {
  const words = text.match(/\p{L}{2,}/gu) ?? [];
  return words.length >= 3 ? text : withoutIds(row.replace(/^\s*\||\|\s*$/g, "").replaceAll("|", ". "));
}

/** Whether an answer says something, and what it stands for, shows long before this. */
const MOST_READ = 1500;

function beginningOf(lines: readonly string[], from: number, end: number): string {
  let last = from;
  for (let length = 0; last < end && length <= MOST_READ; last++) length += (lines[last]?.length ?? 0) + 1;
  return lines.slice(from, last).join("\n").slice(0, MOST_READ);
}

/** A paragraph may hold fields beside the one that names the issue: only lines that name an issue, and those after. */
function sayingLines(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.includes("ISSUE-R"));
  return withoutIds(
    lines
      .slice(Math.max(0, first))
      .filter((line, index) => index === 0 || !/^\*\*[^*]{1,40}\*\*/.test(line))
      .join("\n"),
  );
}

function withoutIds(text: string): string {
  return text
    .replace(/^\W{0,4}to\s+(?:address|resolve|fix|answer|meet|close)\s+(?=ISSUE-R\d)/i, "")
    .replace(/\*{0,2}\(?ISSUE-R\d{1,6}-\d{3}\)?\*{0,2}:?/g, "");
}

/** An item without its mark and the Reviewer's label that it begins with: the number of an issue says nothing. */
function withoutLabel(item: string): string {
  const text = item.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, "");
  const label = labelAt(text);
  if (label === undefined) return text;
  return text.slice(text.toLowerCase().indexOf(label) + label.length).replace(/^[\s:*→)\]–—-]{1,6}/, "");
}

/** A bold line that names the issue leads in what follows it, down to the next heading or rule. */
function endOfLeadIn(line: number, lines: readonly string[]): number {
  if (/^\s{0,3}#/.test(lines[line - 1] ?? "")) return line;
  let fenced = false;
  let end = line;
  while (end < lines.length) {
    const next = lines[end] ?? "";
    if (/^\s{0,3}(?:`{3}|~{3})/.test(next)) fenced = !fenced;
    if (!fenced && /^\s{0,3}(?:#{1,6}\s|(?:-{3,}|\*{3,}|_{3,})\s*$)/.test(next)) break;
    end += 1;
  }
  return end;
}
