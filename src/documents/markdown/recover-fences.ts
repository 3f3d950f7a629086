import type { Token } from "./parser.ts";

/** A line of a fence that is read as something else than it is to CommonMark. The number of lines never changes. */
export interface FenceChange {
  readonly kind: "widened-fence" | "unwrapped-document";
  readonly line: number;
  readonly to: string;
}

export interface FenceProblem {
  readonly kind: "unclosed-fence" | "nested-fence" | "unclosed-comment";
  readonly line: number;
  readonly message: string;
}

export interface Recovery {
  readonly changes: readonly FenceChange[];
  readonly problems: readonly FenceProblem[];
}

interface FenceLine {
  /** 0-based. */
  readonly index: number;
  /** The backticks or tildes. */
  readonly marks: string;
  readonly info: string;
}

/** A document has few fences that cannot be paired; one with many is left to CommonMark. */
const MOST_FAILURES = 8;

/**
 * Models write a fence inside a fence of equal length, and every CommonMark parser ends the outer one too early. Where
 * the lines pair up like brackets (an inner fence names its language, a bare one closes), the outer fence is read as
 * longer. Where they do not, CommonMark holds and the place is named.
 */
export function recoverFences(tokens: readonly Token[], lines: readonly string[]): Recovery {
  const suspect = firstSuspect(tokens, lines);
  const comments = unclosedComments(tokens);
  return suspect === undefined ? { changes: [], problems: comments } : pairUp(lines, suspect, comments);
}

/** The first fence that holds the opening of another, or that the text ends in. */
function firstSuspect(tokens: readonly Token[], lines: readonly string[]): number | undefined {
  const last = lastLine(lines);
  for (const token of tokens) {
    if (token.type !== "fence" || token.map == null) continue;
    const [start, end] = token.map;
    const open = fenceLine(lines, start);
    if (open === undefined) continue;
    const isOpen = end >= last && !(end - 1 > start && closes(fenceLine(lines, end - 1), open));
    if (isOpen || opensAnother(token, open)) return start;
  }
  return undefined;
}

function lastLine(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "") + 1;
}

function opensAnother({ content }: Token, open: FenceLine): boolean {
  if (!content.includes(open.marks)) return false;
  return fencesIn(content.split("\n"), 0).some((inner) => isAsLong(inner, open) && inner.info !== "");
}

function isAsLong(fence: FenceLine | undefined, open: FenceLine): fence is FenceLine {
  return fence?.marks.startsWith(open.marks) ?? false;
}

function closes(fence: FenceLine | undefined, open: FenceLine): fence is FenceLine {
  return isAsLong(fence, open) && fence.info === "";
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})[ \t]*([^`]*)$/;

function fenceLine(lines: readonly string[], index: number): FenceLine | undefined {
  const line = lines[index] ?? "";
  if (line.length > 400 || !(line.includes("```") || line.includes("~~~"))) return undefined;
  const [, marks, info = ""] = FENCE.exec(line) ?? [];
  return marks === undefined ? undefined : { index, marks, info: info.trim() };
}

function fencesIn(lines: readonly string[], from: number, to = lines.length): FenceLine[] {
  const fences: FenceLine[] = [];
  for (let index = from; index < to; index++) {
    const fence = fenceLine(lines, index);
    if (fence !== undefined) fences.push(fence);
  }
  return fences;
}

/** A fence with those within it. */
interface Pair {
  readonly open: FenceLine;
  readonly close: FenceLine;
  /** The longest fence within. */
  readonly inner: number;
  /** The fence behind it, in the list. */
  readonly next: number;
}

function pairUp(lines: readonly string[], suspect: number, comments: readonly FenceProblem[]): Recovery {
  const fences = fencesIn(lines, suspect);
  const changes: FenceChange[] = [];
  const problems: FenceProblem[] = [...comments];
  let at = 0;
  let failures = 0;
  for (let open = fences[at]; open !== undefined; open = fences[at]) {
    const pair = failures < MOST_FAILURES ? pairFrom(fences, at) : undefined;
    if (pair !== undefined) {
      if (pair.inner > 0) changes.push(...widen(lines, pair));
      at = pair.next;
      continue;
    }
    failures++;
    const opening = open;
    const close = fences.findIndex((fence, index) => index > at && closes(fence, opening));
    problems.push(problem(open.index + 1, close === -1));
    at = close === -1 ? fences.length : close + 1;
  }
  return { changes, problems };
}

/** From an opening fence to the one that closes it, counting those that open in between. */
function pairFrom(fences: readonly FenceLine[], at: number): Pair | undefined {
  const stack = fences.slice(at, at + 1);
  let inner = 0;
  for (let index = at + 1; index < fences.length; index++) {
    const [fence, top, open] = [fences[index], stack.at(-1), stack[0]];
    if (top === undefined || open === undefined || !isAsLong(fence, top)) continue;
    if (fence.info !== "") stack.push(fence);
    else if (stack.length === 1) return { open, close: fence, inner, next: index + 1 };
    else stack.pop();
    inner = Math.max(inner, fence.marks.length);
  }
  return undefined;
}

function problem(line: number, unclosed: boolean): FenceProblem {
  const message = unclosed
    ? `The code block that begins on line ${line} does not end: what follows it is read as code.`
    : `The code blocks from line ${line} on do not pair up: it is not plain where this one ends.`;
  return { kind: unclosed ? "unclosed-fence" : "nested-fence", line, message };
}

function widen(lines: readonly string[], { open, close, inner }: Pair): FenceChange[] {
  const longer = open.marks.charAt(0).repeat(Math.max(inner, open.marks.length) + 1);
  return [open, close].map(({ index, marks }) => {
    return { kind: "widened-fence", line: index + 1, to: (lines[index] ?? "").replace(marks, longer) };
  });
}

/** The whole document inside one markdown fence, perhaps after a sentence to the person who asked for it. */
export function findWrapper(lines: readonly string[]): FenceChange[] {
  const first = lines.findIndex((line) => /^\s{0,3}(?:`{3,}|~{3,}|#)/.test(line.slice(0, 12)));
  const open = first > 12 ? undefined : fenceLine(lines, first);
  if (open === undefined || !/^(?:markdown|md)\b/iu.test(open.info)) return [];
  const last = lastLine(lines) - 1;
  const close = fenceLine(lines, last);
  if (last <= first || !closes(close, open) || !isBalanced(fencesIn(lines, first + 1, last))) return [];
  if (!lines.slice(first + 1, last).some((line) => /^#{1,3}\s/.test(line))) return [];
  return [open, close].map(({ index }) => ({ kind: "unwrapped-document", line: index + 1, to: "" }));
}

/** Every fence is opened and closed. */
function isBalanced(fences: readonly FenceLine[]): boolean {
  let at = 0;
  while (at < fences.length) {
    const pair = pairFrom(fences, at);
    if (pair === undefined) return false;
    at = pair.next;
  }
  return true;
}

function unclosedComments(tokens: readonly Token[]): FenceProblem[] {
  return tokens
    .filter(({ type, content }) => type === "html_block" && content.trimStart().startsWith("<!--"))
    .filter(({ content }) => !content.includes("-->"))
    .map(({ map }) => {
      const line = (map?.[0] ?? 0) + 1;
      const message = `The comment that begins on line ${line} does not end: what follows it is not read.`;
      return { kind: "unclosed-comment", line, message };
    });
}
