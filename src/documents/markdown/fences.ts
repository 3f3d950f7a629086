import type { Token } from "markdown-it";

export interface FenceProblem {
  readonly line: number;
  readonly message: string;
}

interface FenceLine {
  /** The backticks or tildes. */
  readonly marks: string;
  readonly info: string;
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})[ \t]*([^`]*)$/;

function fenceLine(line = ""): FenceLine | undefined {
  if (line.length > 400 || !(line.includes("```") || line.includes("~~~"))) return undefined;
  const [, marks, info = ""] = FENCE.exec(line) ?? [];
  return marks === undefined ? undefined : { marks, info: info.trim() };
}

function isAsLong(fence: FenceLine | undefined, open: FenceLine): fence is FenceLine {
  return fence?.marks.startsWith(open.marks) ?? false;
}

function closes(fence: FenceLine | undefined, open: FenceLine): boolean {
  return isAsLong(fence, open) && fence.info === "";
}

/** Code blocks and comments that probably end elsewhere than meant, so that the text after them is misread. */
export function fenceProblems(tokens: readonly Token[], lines: readonly string[]): FenceProblem[] {
  const last = lastLine(lines);
  return tokens.flatMap(({ type, content, map }) => {
    const [start, end] = map ?? [0, 0];
    const line = start + 1;
    const open = type === "fence" ? fenceLine(lines[start]) : undefined;
    if (open !== undefined && end >= last && !(end > line && closes(fenceLine(lines[end - 1]), open)))
      return [{ line, message: `The code block that begins on line ${line} does not end.` }];
    if (open !== undefined && content.includes(open.marks) && opensAnother(content, open))
      return [{ line, message: `a longer fence on line ${line}, around text that has fences itself` }];
    const isOpen = type === "html_block" && content.trimStart().startsWith("<!--") && !content.includes("-->");
    return isOpen ? [{ line, message: `The comment that begins on line ${line} does not end.` }] : [];
  });
}

function opensAnother(content: string, open: FenceLine): boolean {
  return content.split("\n").some((line) => {
    const inner = fenceLine(line);
    return isAsLong(inner, open) && inner.info !== "";
  });
}

function lastLine(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "") + 1;
}

/** The two lines of a markdown fence around the whole document, possibly after a short introduction; else none. */
export function findWrapper(lines: readonly string[]): number[] {
  const first = lines.findIndex((line) => /^\s{0,3}(?:`{3,}|~{3,}|#)/.test(line.slice(0, 12)));
  const open = first > 12 ? undefined : fenceLine(lines[first]);
  if (open === undefined || !/^(?:markdown|md)\b/iu.test(open.info)) return [];
  const last = lastLine(lines) - 1;
  const within = lines.slice(first + 1, last);
  const isWrapper = last > first && closes(fenceLine(lines[last]), open) && isBalanced(within);
  if (!isWrapper || !within.some((line) => /^#{1,3}\s/.test(line))) return [];
  return [first + 1, last + 1];
}

/** Whether every fence that is opened is closed. */
function isBalanced(lines: readonly string[]): boolean {
  const open: FenceLine[] = [];
  for (const line of lines) {
    const [fence, top] = [fenceLine(line), open.at(-1)];
    if (fence !== undefined && (top === undefined || (isAsLong(fence, top) && fence.info !== ""))) open.push(fence);
    else if (top !== undefined && closes(fence, top)) open.pop();
  }
  return open.length === 0;
}
