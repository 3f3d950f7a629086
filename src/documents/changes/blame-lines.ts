import { diffArrays } from "diff";
import type { ChangeBatch, ChangeSet, Spec, SpecFile } from "../../model/change.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import type { BatchHunk } from "./apply-batch.ts";
import { linesOf } from "./diff-hunks.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { sortHunks } from "./hunk.ts";
import { replaySteps } from "./replay.ts";

/** Whose change wrote a line. */
export interface LineChange {
  readonly round: number;
  readonly gap?: GapId;
  readonly decision?: DecisionId;
  readonly change: number;
}

export interface BlamedLine {
  readonly text: string;
  /** Absent for a line of the author's. */
  readonly by?: LineChange;
}

export interface BlamedFile {
  readonly file: string;
  readonly lines: readonly BlamedLine[];
  /** Who took a line of the source out, by its number. */
  readonly removed: ReadonlyMap<number, LineChange>;
}

/** Who wrote a line: its line in the source, or a change. */
type Author = number | LineChange;
type Authors = readonly (Author | undefined)[];

/** What is known of a file on the way from the source to the working spec. */
interface Blame {
  authors: Authors;
  readonly removed: Map<number, LineChange>;
}

/** Who wrote each line of the working spec (SPEC 12, whose words). */
export function blameLines(source: Spec, batches: readonly ChangeBatch[]): readonly BlamedFile[] {
  const blames = new Map(source.map((file) => [file.path, blameOf(file)]));
  let result = source;
  replaySteps(source, batches).forEach(({ before, after, hunks }, index) => {
    const batch = batches[index];
    result = after;
    if (batch === undefined) return;
    for (const file of before) {
      const own = hunks.filter((hunk) => hunk.file === file.path);
      const blame = blames.get(file.path);
      if (blame && own.length > 0) blame.authors = nextAuthors(file, blame, own, batch);
    }
  });
  return result.map((file) => blamed(file, blames.get(file.path) ?? blameOf(file)));
}

function blameOf(file: SpecFile): Blame {
  return { authors: viewOf(file).lines.map((_, index) => index + 1), removed: new Map() };
}

function blamed(file: SpecFile, { authors, removed }: Blame): BlamedFile {
  const lines = linesOf(viewOf(file)).map((text, index) => {
    const by = authors[index];
    return typeof by === "object" ? { text, by } : { text };
  });
  return { file: file.path, lines, removed };
}

/** Hunks that meet on a line, with all the lines that they touch. */
interface Cluster {
  readonly from: number;
  to: number;
  readonly hunks: BatchHunk[];
}

function nextAuthors(file: SpecFile, blame: Blame, hunks: readonly BatchHunk[], batch: ChangeBatch): Authors {
  const { authors } = blame;
  const view = viewOf(file);
  const next: (Author | undefined)[] = [];
  let at = 0;
  for (const cluster of clusters(view, hunks)) {
    next.push(...authors.slice(at, cluster.from), ...clusterAuthors(view, blame, cluster, batch));
    at = cluster.to;
  }
  return [...next, ...authors.slice(at)];
}

function clusters(view: FileView, hunks: readonly BatchHunk[]): Cluster[] {
  const found: Cluster[] = [];
  for (const hunk of sortHunks(hunks)) {
    const from = view.lineAt(hunk.start);
    // What reaches to the beginning of a line leaves that line alone, but the text before it may now be joined to it.
    const to = Math.min(view.lines.length, view.lineAt(hunk.end) + 1);
    const last = found.at(-1);
    if (last !== undefined && from < last.to) {
      last.to = Math.max(last.to, to);
      last.hunks.push(hunk);
    } else found.push({ from, to, hunks: [hunk] });
  }
  return found;
}

function clusterAuthors(view: FileView, blame: Blame, { from, to, hunks }: Cluster, batch: ChangeBatch): Authors {
  const start = view.lines[from]?.start ?? 0;
  const pieces: { readonly text: string; readonly hunk?: BatchHunk }[] = [];
  let at = start;
  for (const hunk of hunks) {
    pieces.push({ text: view.text.slice(at, Math.max(at, hunk.start)) }, { text: hunk.text, hunk });
    at = Math.max(at, hunk.end);
  }
  pieces.push({ text: view.text.slice(at, view.lines[to - 1]?.next) });
  const now = viewOf({ path: "", text: pieces.map(({ text }) => text).join("") });
  const writers = linesOf(now).map((_, index) => writerOf(now, index, pieces, batch));
  const authors = blame.authors.slice(from, to);
  const next = inherit(linesOf(view).slice(from, to), authors, linesOf(now), writers);
  const kept = new Set(next);
  authors.forEach((author, index) => {
    if (typeof author !== "number" || kept.has(author)) return;
    const hunk = hunks.find(({ end }) => view.lineAt(end) >= from + index) ?? hunks[0];
    if (hunk) blame.removed.set(author, authorOf(hunk, batch));
  });
  return next;
}

/** The hunk that wrote the most of a line; the first one of the cluster where its line end alone was written. */
function writerOf(
  view: FileView,
  index: number,
  pieces: readonly { readonly text: string; readonly hunk?: BatchHunk }[],
  batch: ChangeBatch,
): LineChange | undefined {
  const { start = 0, end = 0 } = view.lines[index] ?? {};
  let most = -1;
  let writer: BatchHunk | undefined;
  let at = 0;
  for (const { text, hunk } of pieces) {
    const shared = Math.min(end, at + text.length) - Math.max(start, at);
    if (hunk !== undefined && shared > most) [most, writer] = [shared, hunk];
    at += text.length;
  }
  const fallback = pieces.find(({ hunk }) => hunk !== undefined)?.hunk;
  const hunk = writer ?? fallback;
  return hunk && authorOf(hunk, batch);
}

function authorOf(hunk: BatchHunk, batch: ChangeBatch): LineChange {
  const { gap, decision }: Partial<ChangeSet> = batch.sets[hunk.set] ?? {};
  return {
    round: batch.round,
    ...(gap === undefined ? {} : { gap }),
    ...(decision === undefined ? {} : { decision }),
    change: hunk.change,
  };
}

/** Lines that are the same after a change as before it keep who wrote them. */
function inherit(before: readonly string[], authors: Authors, after: readonly string[], writers: Authors): Authors {
  const next: (Author | undefined)[] = [];
  let at = 0;
  for (const part of diffArrays([...before], [...after], { maxEditLength: 4000 }) ?? []) {
    if (part.removed) at += part.count;
    else if (part.added) for (const _ of part.value) next.push(writers[next.length]);
    else for (const _ of part.value) next.push(authors[at++]);
  }
  return next.length === after.length ? next : [...writers];
}
