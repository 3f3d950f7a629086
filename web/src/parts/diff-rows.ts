import { diffWordsWithSpace } from "diff";
import type { DiffHunk } from "../../../src/documents/changes/diff-hunks.ts";
import { diffLineLists } from "../../../src/documents/changes/line-diff.ts";

/** A line of a diff. */
export interface DiffRow {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  /** The line number in the old text for a removed line, else in the new text. */
  readonly line: number;
  /** For a reworded line, its words and which of them differ. Computed when the line is rendered. */
  words?(): readonly Words[] | undefined;
}

interface Words {
  readonly text: string;
  readonly differs: boolean;
}

type Hunk = Pick<DiffHunk, "beforeLine" | "afterLine" | "before" | "after">;

/** Every line of the new text, with the removed lines in between. */
export function rowsOf(lines: readonly string[], hunks: readonly Hunk[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let next = 1;
  const upTo = (line: number) => {
    for (; next < line; next += 1) rows.push({ kind: "same", text: lines[next - 1] ?? "", line: next });
  };
  for (const hunk of hunks) {
    upTo(hunk.afterLine);
    rows.push(...hunkRows(hunk));
    next = hunk.afterLine + hunk.after.length;
  }
  upTo(lines.length + 1);
  return rows;
}

/** The rows of a diff between two texts. */
export function rowsBetween(before: string, after: string): DiffRow[] {
  const [old, now] = [linesIn(before), linesIn(after)];
  const hunks = diffLineLists(old, now).map(({ before: gone, after: come }) => ({
    beforeLine: gone.from + 1,
    afterLine: come.from + 1,
    before: old.slice(gone.from, gone.to),
    after: now.slice(come.from, come.to),
  }));
  return rowsOf(now, hunks);
}

function linesIn(text: string): string[] {
  return text === "" ? [] : text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n");
}

function hunkRows({ beforeLine, afterLine, before, after }: Hunk): DiffRow[] {
  let found: ReturnType<typeof reworded> | null = null;
  const words = () => {
    if (found === null) found = reworded(before, after);
    return found;
  };
  return [
    ...before.map((text, index): DiffRow => {
      return { kind: "removed", text, line: beforeLine + index, words: () => words()?.before[index] };
    }),
    ...after.map((text, index): DiffRow => {
      return { kind: "added", text, line: afterLine + index, words: () => words()?.after[index] };
    }),
  ];
}

const MOST_CHARACTERS = 8000;
const MOST_WORD_EDITS = 400;
/** Texts that share less than this part of the shorter one are shown as removed and added, not as reworded. */
const LEAST_SHARED = 0.3;
/** The same where the shared pieces are shorter than this on average, in characters. */
const SHORTEST_RUN = 12;

/** The words of both sides by line; `undefined` where the texts have too little in common. */
function reworded(before: readonly string[], after: readonly string[]) {
  const [old, now] = [before.join("\n"), after.join("\n")];
  if (old === "" || now === "" || old.length + now.length > MOST_CHARACTERS) return undefined;
  const parts = diffWordsWithSpace(old, now, { maxEditLength: MOST_WORD_EDITS });
  if (parts === undefined) return undefined;
  const shared = parts.filter(({ added, removed, value }) => !added && !removed && value.trim() !== "");
  const length = shared.reduce((sum, part) => sum + part.value.trim().length, 0);
  const isScattered = shared.length > 3 && length < SHORTEST_RUN * shared.length;
  if (isScattered || length < LEAST_SHARED * Math.min(old.length, now.length)) return undefined;
  const side = (other: "added" | "removed") =>
    byLine(
      parts.filter((part) => !part[other]).map((part) => ({ text: part.value, differs: part.added || part.removed })),
    );
  return { before: side("added"), after: side("removed") };
}

function byLine(words: readonly Words[]): Words[][] {
  const lines: Words[][] = [[]];
  for (const { text, differs } of words) {
    text.split("\n").forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece !== "") lines.at(-1)?.push({ text: piece, differs });
    });
  }
  return lines;
}

/** Rows to show, or to hide behind a fold. */
export interface Fold {
  readonly isFolded: boolean;
  readonly rows: readonly DiffRow[];
}

const AROUND = 3;
/** Fewest rows that are folded. */
const LEAST_FOLDED = 4;

/** Folds every row that is not kept or near a kept one. */
export function foldRows(rows: readonly DiffRow[], isKept: (row: DiffRow) => boolean): Fold[] {
  const near = new Uint8Array(rows.length);
  rows.forEach((row, index) => {
    if (isKept(row)) near.fill(1, Math.max(0, index - AROUND), index + AROUND + 1);
  });
  const folds: Fold[] = [];
  for (let from = 0; from < rows.length; ) {
    let to = from + 1;
    while (to < rows.length && near[to] === near[from]) to += 1;
    const isFolded = near[from] === 0 && to - from >= LEAST_FOLDED;
    const last = folds.at(-1);
    if (!isFolded && last?.isFolded === false)
      folds[folds.length - 1] = { isFolded, rows: [...last.rows, ...rows.slice(from, to)] };
    else folds.push({ isFolded, rows: rows.slice(from, to) });
    from = to;
  }
  return folds;
}
