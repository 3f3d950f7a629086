import type { ChangeBatch, ChangeSet, Spec, SpecFile } from "../../model/change.ts";
import type { BatchHunk } from "./apply-changes.ts";
import { type TextLine, viewOf } from "./file-view.ts";
import { placeHunks } from "./hunk.ts";
import { diffLineLists } from "./line-diff.ts";
import { replaySteps } from "./replay.ts";

/** The change that wrote or removed a line. */
export interface LineChange extends Pick<ChangeSet, "gap" | "decision"> {
  readonly round: number;
  readonly change: number;
}

export interface BlamedLine {
  readonly text: string;
  /** Absent for a line of the source. */
  readonly by?: LineChange;
}

export interface BlamedFile {
  readonly file: string;
  readonly lines: readonly BlamedLine[];
  /** The changes that removed lines of the source, by line number (from 1). */
  readonly removed: ReadonlyMap<number, LineChange>;
}

/** `source` is the number of a line that came unchanged from the source. */
type Line = BlamedLine & { readonly source?: number };

/** Which change wrote each line of the working spec (SPEC 12, whose words). */
export function blameLines(source: Spec, batches: readonly ChangeBatch[]): readonly BlamedFile[] {
  const steps = replaySteps(source, batches);
  return (steps.at(-1)?.after ?? source).map(({ path }) => {
    const first = source.find((file) => file.path === path) ?? { path, text: "" };
    const removed = new Map<number, LineChange>();
    let lines: readonly Line[] = viewOf(first).lineTexts.map((text, index) => ({ text, source: index + 1 }));
    steps.forEach(({ after, hunks }, index) => {
      const fileHunks = hunks.filter((hunk) => hunk.file === path);
      const file = after.find((candidate) => candidate.path === path);
      if (fileHunks.length > 0 && file !== undefined)
        lines = blameStep(lines, file, fileHunks, batches[index], removed);
    });
    return { file: path, lines: lines.map(({ text, by }) => (by === undefined ? { text } : { text, by })), removed };
  });
}

/** The lines after one batch; unchanged lines keep who wrote them. */
function blameStep(
  before: readonly Line[],
  file: SpecFile,
  hunks: readonly BatchHunk[],
  batch: ChangeBatch | undefined,
  removed: Map<number, LineChange>,
): readonly Line[] {
  const { lines, lineTexts } = viewOf(file);
  const texts = before.map(({ text }) => text);
  const placed = placeHunks(hunks);
  let at = 0;
  const next = diffLineLists(texts, lineTexts).flatMap(({ before: gone, after }) => {
    const kept = before.slice(at, gone.from);
    at = gone.to;
    const remover = writerOf(lines[Math.min(after.from, lines.length - 1)], placed);
    for (const { source } of before.slice(gone.from, gone.to)) {
      if (source !== undefined && remover && batch) removed.set(source, authorOf(remover, batch));
    }
    const written = lineTexts.slice(after.from, after.to).map((text, index): BlamedLine => {
      const writer = writerOf(lines[after.from + index], placed);
      return writer && batch ? { text, by: authorOf(writer, batch) } : { text };
    });
    return [...kept, ...written];
  });
  return [...next, ...before.slice(at)];
}

/** The hunk that wrote most of a line; the nearest one where only the line end was written. */
function writerOf(line: TextLine | undefined, placed: ReturnType<typeof placeHunks<BatchHunk>>): BatchHunk | undefined {
  const { start = 0, end = 0 } = line ?? {};
  const shared = placed.map(({ from, to }) => Math.min(end, to) - Math.max(start, from));
  return placed[shared.indexOf(Math.max(...shared))]?.hunk;
}

function authorOf({ set, change }: BatchHunk, { round, sets }: ChangeBatch): LineChange {
  const { changes: _changes, ...author } = sets[set] ?? { changes: [] };
  return { round, ...author, change };
}
