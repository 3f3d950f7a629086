import type { Finding } from "../../../src/checks/finding.ts";
import type { LineChange } from "../../../src/documents/changes/blame-lines.ts";
import type { SpecFileView, SpecView, WrittenLines } from "../../../src/server/spec-view.ts";
import { bounded } from "./bounded.ts";
import { type DiffRow, foldRows, rowsOf } from "./diff-rows.ts";

/** Rows with one note in the margin, which begins at the first of them, or a fold of unchanged rows. */
export interface Stretch {
  readonly key: string;
  readonly rows: readonly DiffRow[];
  /** The change that wrote the first rows; absent for the author's own lines. */
  readonly by?: LineChange;
  readonly isFolded: boolean;
  readonly findings: readonly Finding[];
}

/** About the longest stretch: longer ones are split, so that the browser can skip those out of sight. */
const MOST_ROWS = 80;

/** A file as stretches of its diff, with only the changed rows or every row shown. */
export function stretchesOf(file: SpecFileView, hunks: SpecView["hunks"], shown: Shown): Stretch[] {
  const rows = rowsOf(
    linesOf(file.text),
    hunks.filter((hunk) => hunk.file === file.path),
  );
  const [written, removed] = [byLine(file.written), byLine(file.removed)];
  const authorOf = (row: DiffRow) => (row.kind === "removed" ? removed : written).get(row.line);
  const isKept = (row: DiffRow) => row.kind !== "same" || written.has(row.line) || shown.lines.has(row.line);
  const found = new Set(file.findings.map(({ line }) => line));
  const folds = shown.all ? [{ isFolded: false, rows }] : foldRows(rows, isKept);
  return folds.flatMap((fold) => {
    const key = keyOf(fold.rows[0]);
    const isFolded = fold.isFolded && !shown.opened.has(key);
    if (isFolded) return [{ key, rows: fold.rows, isFolded, findings: [] }];
    return joined(paired(grouped(fold.rows, authorOf, found)).map((group) => stretchOf(group, file.findings)));
  });
}

/** Rows without a note go with those above them, beside whose note they leave no hole. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const last = result.at(-1);
    const hasNote = stretch.by !== undefined || stretch.findings.length > 0;
    if (last === undefined || hasNote || last.rows.length >= MOST_ROWS) result.push(stretch);
    else result.splice(-1, 1, { ...last, rows: [...last.rows, ...stretch.rows] });
  }
  return result;
}

export interface Shown {
  readonly all: boolean;
  /** Folds that the person opened, by their first line. */
  readonly opened: ReadonlySet<string>;
  /** Lines with a comment, which are never folded. */
  readonly lines: ReadonlySet<number>;
}

export function linesOf(text: string): string[] {
  return bounded(text).replace(/\n$/, "").split("\n");
}

function keyOf(row: DiffRow | undefined): string {
  return `${row?.kind} ${row?.line}`;
}

function byLine(stretches: readonly WrittenLines[]): Map<number, LineChange> {
  const lines = new Map<number, LineChange>();
  for (const { line, endLine, by } of stretches) for (let at = line; at <= endLine; at += 1) lines.set(at, by);
  return lines;
}

interface Group {
  readonly kind: DiffRow["kind"];
  readonly by: LineChange | undefined;
  readonly rows: DiffRow[];
}

/** Groups rows by kind and origin; a finding in the author's own text starts a stretch at its line. */
function grouped(
  rows: readonly DiffRow[],
  authorOf: (row: DiffRow) => LineChange | undefined,
  found: ReadonlySet<number>,
): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const by = authorOf(row);
    const last = groups.at(-1);
    // A blank line joins the stretch around it.
    const joins = last?.kind === row.kind && last.rows.length < MOST_ROWS;
    const isFound = row.kind === "same" && found.has(row.line);
    if (joins && !isFound && (row.text.trim() === "" || isSame(last.by, by))) last.rows.push(row);
    else groups.push({ kind: row.kind, by, rows: [row] });
  }
  return groups;
}

/** Moves removed rows directly above the rows that the same change added, where that keeps the line order. */
function paired(groups: readonly Group[]): Group[] {
  const result: Group[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from;
    while (groups[to]?.kind === "removed") to += 1;
    const removed = groups.slice(from, to);
    const added = groups.slice(to, to + removed.length);
    const matches = removed.every(({ by }, index) => added[index]?.kind === "added" && isSame(added[index]?.by, by));
    if (removed.length === 0 || !matches) result.push(...groups.slice(from, Math.max(to, from + 1)));
    else
      result.push(
        ...removed.map((group, index) => ({ ...group, rows: [...group.rows, ...(added[index]?.rows ?? [])] })),
      );
    from = removed.length > 0 && matches ? to + added.length : Math.max(to, from + 1);
  }
  return result;
}

function stretchOf({ by, rows }: Group, findings: readonly Finding[]): Stretch {
  const lines = new Set(rows.filter(({ kind }) => kind !== "removed").map(({ line }) => line));
  return {
    key: keyOf(rows[0]),
    rows,
    isFolded: false,
    findings: findings.filter(({ line }) => lines.has(line)),
    ...(by === undefined ? {} : { by }),
  };
}

function isSame(a: LineChange | undefined, b: LineChange | undefined): boolean {
  return a?.gap === b?.gap && a?.round === b?.round && a?.decision === b?.decision;
}
