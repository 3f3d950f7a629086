import type { Token } from "./parser.ts";

/** A line of a fence that is read as something else than it is to CommonMark. The number of lines never changes. */
export interface FenceChange {
  readonly kind: "widened-fence" | "unwrapped-document";
  readonly line: number;
  readonly from: string;
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
  readonly char: string;
  readonly length: number;
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
  for (const token of tokens) {
    if (token.type !== "fence" || token.map == null) continue;
    const [start, end] = token.map;
    const opening = fenceLine(lines[start] ?? "", start);
    if (opening === undefined) continue;
    if (
      opensAnother(token, opening, start) ||
      (end >= lastLine(lines) && !closes(lines[end - 1] ?? "", opening, end - 1, start))
    ) {
      return start;
    }
  }
  return undefined;
}

function lastLine(lines: readonly string[]): number {
  let last = lines.length;
  while (last > 0 && (lines[last - 1] ?? "").trim() === "") last--;
  return last;
}

function opensAnother(token: Token, opening: FenceLine, start: number): boolean {
  if (!token.content.includes(opening.char.repeat(3))) return false;
  return token.content.split("\n").some((line, index) => {
    const inner = fenceLine(line, start + 1 + index);
    return inner !== undefined && inner.char === opening.char && inner.length >= opening.length && inner.info !== "";
  });
}

function closes(line: string, opening: FenceLine, index: number, start: number): boolean {
  const fence = fenceLine(line, index);
  return (
    index > start &&
    fence !== undefined &&
    fence.char === opening.char &&
    fence.length >= opening.length &&
    fence.info === ""
  );
}

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(`{3,}|~{3,})[ \t]*([^`]*)$/;

function fenceLine(line: string, index: number): FenceLine | undefined {
  if (line.length > 400 || !(line.includes("```") || line.includes("~~~"))) return undefined;
  const match = FENCE.exec(line);
  const marks = match?.[1];
  if (marks === undefined) return undefined;
  return { index, char: marks.charAt(0), length: marks.length, info: (match?.[2] ?? "").trim() };
}

interface Region {
  readonly open: FenceLine;
  readonly close: FenceLine;
  /** The longest fence within. */
  readonly inner: number;
}

function pairUp(lines: readonly string[], suspect: number, comments: readonly FenceProblem[]): Recovery {
  const fences: FenceLine[] = [];
  for (let index = suspect; index < lines.length; index++) {
    const fence = fenceLine(lines[index] ?? "", index);
    if (fence !== undefined) fences.push(fence);
  }
  const changes: FenceChange[] = [];
  const problems: FenceProblem[] = [...comments];
  let at = 0;
  let failures = 0;
  while (at < fences.length) {
    const bracketed = failures < MOST_FAILURES ? pairFrom(fences, at) : undefined;
    if (bracketed !== undefined) {
      if (bracketed.region.inner > 0) changes.push(...widen(lines, bracketed.region));
      at = bracketed.next;
      continue;
    }
    failures++;
    const opening = fences[at];
    const close = commonMarkClose(fences, at);
    if (opening !== undefined) problems.push(problem(opening, close === undefined));
    if (close === undefined) break;
    at = close + 1;
  }
  return { changes, problems };
}

/** From an opening fence to the one that closes it, counting those that open in between. */
function pairFrom(fences: readonly FenceLine[], at: number): { region: Region; next: number } | undefined {
  const open = fences[at];
  if (open === undefined) return undefined;
  const stack: FenceLine[] = [open];
  let inner = 0;
  for (let index = at + 1; index < fences.length; index++) {
    const fence = fences[index];
    const top = stack[stack.length - 1];
    if (fence === undefined || top === undefined || fence.char !== top.char || fence.length < top.length) continue;
    if (fence.info !== "") {
      stack.push(fence);
      inner = Math.max(inner, fence.length);
      continue;
    }
    stack.pop();
    if (stack.length === 0) return { region: { open, close: fence, inner }, next: index + 1 };
    inner = Math.max(inner, fence.length);
  }
  return undefined;
}

function commonMarkClose(fences: readonly FenceLine[], at: number): number | undefined {
  const open = fences[at];
  for (let index = at + 1; index < fences.length; index++) {
    const fence = fences[index];
    if (open !== undefined && fence?.char === open.char && fence.length >= open.length && fence.info === "")
      return index;
  }
  return undefined;
}

function problem(opening: FenceLine, unclosed: boolean): FenceProblem {
  const line = opening.index + 1;
  return unclosed
    ? {
        kind: "unclosed-fence",
        line,
        message: `The code block that begins on line ${line} does not end: what follows it is read as code.`,
      }
    : {
        kind: "nested-fence",
        line,
        message: `The code blocks from line ${line} on do not pair up: it is not plain where this one ends.`,
      };
}

function widen(lines: readonly string[], { open, close, inner }: Region): FenceChange[] {
  const longer = open.char.repeat(Math.max(inner, open.length) + 1);
  return [open, close].map((fence) => {
    const from = lines[fence.index] ?? "";
    const start = from.indexOf(open.char.repeat(3));
    const to = from.slice(0, start) + longer + from.slice(start + fence.length);
    return { kind: "widened-fence", line: fence.index + 1, from, to };
  });
}

/** The whole document inside one markdown fence, perhaps after a sentence to the person who asked for it. */
export function findWrapper(lines: readonly string[]): FenceChange[] {
  const first = lines.findIndex((line) => /^\s{0,3}(?:`{3,}|~{3,}|#)/.test(line.slice(0, 12)));
  const open = first === -1 || first > 12 ? undefined : fenceLine(lines[first] ?? "", first);
  if (open === undefined || !/^(?:markdown|md)\b/iu.test(open.info)) return [];
  const last = lastLine(lines) - 1;
  const close = fenceLine(lines[last] ?? "", last);
  if (
    close === undefined ||
    last <= first ||
    close.info !== "" ||
    close.char !== open.char ||
    close.length < open.length
  )
    return [];
  if (!balanced(lines, first + 1, last)) return [];
  const heads = lines.slice(first + 1, last).some((line) => /^#{1,3}\s/.test(line));
  if (!heads) return [];
  return [open, close].map((fence) => ({
    kind: "unwrapped-document",
    line: fence.index + 1,
    from: lines[fence.index] ?? "",
    to: "",
  }));
}

/** What is left between two lines opens and closes its own fences. */
function balanced(lines: readonly string[], from: number, to: number): boolean {
  let open: FenceLine | undefined;
  let depth = 0;
  for (let index = from; index < to; index++) {
    const fence = fenceLine(lines[index] ?? "", index);
    if (fence === undefined) continue;
    if (open === undefined) {
      open = fence;
      depth = 1;
    } else if (fence.char === open.char && fence.length >= open.length) {
      depth += fence.info === "" ? -1 : 1;
      if (depth === 0) open = undefined;
    }
  }
  return open === undefined;
}

function unclosedComments(tokens: readonly Token[]): FenceProblem[] {
  const comments = tokens.filter((token) => token.type === "html_block");
  return comments.flatMap((token): FenceProblem[] => {
    if (!token.content.trimStart().startsWith("<!--") || token.content.includes("-->")) return [];
    const line = (token.map?.[0] ?? 0) + 1;
    return [
      {
        kind: "unclosed-comment",
        line,
        message: `The comment that begins on line ${line} does not end: what follows it is not read.`,
      },
    ];
  });
}
