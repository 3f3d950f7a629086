import { diffWordsWithSpace } from "diff";
import type { SpecFile } from "../../model/change.ts";
import { groupBy } from "../../model/group-by.ts";
import { type DiffHunk, diffFile } from "./diff-hunks.ts";
import { type FileView, viewOf } from "./file-view.ts";
import { shortestRuns } from "./line-diff.ts";

const MOST_EDITS = 2000;
const LONGEST_DIFF = 100_000;
const LONGEST_CONTEXT = 200;
/** Texts that share less are shown as one taken out and one put in: scattered marks cannot be read. */
const LEAST_SHARED = 0.35;
/** Nor where what is shared is a word here and there. */
const SHORTEST_RUN = 20;

/** The changed passages with `[-removed-]` and `{+added+}` words, each below its headings; without the lines that the diff from another version shows (SPEC 15.4). */
export function wordDiff(before: SpecFile, after: SpecFile, other = after): string {
  if (before.text === after.text) return "";
  const passages = changedPassages(before, after);
  if (passages.length === 0) return "(only line ends differ)\n";
  const keyOf = (place: string, { text }: ShownLine) => `${place}\n${text}`;
  const shown = new Set(
    changedPassages(other, after).flatMap(({ place, lines }) => lines.map((line) => keyOf(place, line))),
  );
  const texts = passages.flatMap(({ place, lines }) => {
    const left = lines.filter((line) => !shown.has(keyOf(place, line)));
    return left.some(({ marked }) => marked) ? [place, ...left.map(({ text }) => text)].join("\n") : [];
  });
  return bounded(texts);
}

function bounded(texts: readonly string[]): string {
  const blocks: string[] = [];
  let size = 0;
  for (const block of texts) {
    size += block.length;
    if (size > LONGEST_DIFF && blocks.length > 0) break;
    blocks.push(block);
  }
  const left = texts.length - blocks.length;
  if (left > 0) blocks.push(`(${left} more changed passages are not shown here)`);
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}

interface ChangedPassage {
  readonly place: string;
  readonly lines: readonly ShownLine[];
}

interface ShownLine {
  readonly text: string;
  readonly marked?: true;
}

function changedPassages(before: SpecFile, after: SpecFile): ChangedPassage[] {
  const view = viewOf(after);
  const hunks = diffFile(before, after).map((hunk) => ({ ...hunk, pairs: pairLines(hunk.before, hunk.after) }));
  const moved = movedLines(hunks);
  return near(hunks, view).map((group) => passageOf(group, view, moved));
}

/** Lines of both that belong together. */
interface PairedHunk extends DiffHunk {
  readonly pairs: readonly (readonly [number, number])[];
}

/** What has no more than one line between it would show that line twice. */
function near(hunks: readonly PairedHunk[], view: FileView): PairedHunk[][] {
  const groups: PairedHunk[][] = [];
  for (const hunk of hunks) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const isNear = last && linesBetween(last, hunk, view).filter((line) => line.trim() !== "").length < 2;
    if (group && isNear) group.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function linesBetween(above: DiffHunk, below: DiffHunk, view: FileView): readonly string[] {
  return view.lineTexts.slice(endOf(above), below.afterLine - 1);
}

function endOf({ afterLine, after }: DiffHunk): number {
  return afterLine - 1 + after.length;
}

function passageOf(group: readonly PairedHunk[], view: FileView, moved: Moved): ChangedPassage {
  const heading = group[0]?.heading ?? "";
  const plain = (texts: readonly string[]): ShownLine[] => texts.map((text) => ({ text }));
  const lines = group.flatMap((hunk, at): ShownLine[] => {
    const [above, below] = [group[at - 1], group[at + 1]];
    return [
      ...plain(above ? linesBetween(above, hunk, view) : context(view, hunk.afterLine - 2, -1)),
      ...markLines(hunk, moved).map((text): ShownLine => ({ text, marked: true })),
      ...plain(below ? [] : context(view, endOf(hunk), 1)),
    ];
  });
  return { place: `@@ ${heading === "" ? "before the first heading" : heading} @@`, lines };
}

/** Words are marked in lines that belong together; a line without its like was added, taken out or moved whole. */
function markLines({ before, after, pairs }: PairedHunk, moved: Moved): string[] {
  const lines: string[] = [];
  let [old, now] = [0, 0];
  for (const [i, j] of [...pairs, [before.length, after.length] as const]) {
    lines.push(
      ...before.slice(old, i).map((line) => {
        return moved.has(wordsBehindNumber(line)) ? mark("[>", firstWords(line), "<]") : mark("[-", line, "-]");
      }),
      ...after.slice(now, j).map((line) => {
        return moved.has(wordsBehindNumber(line)) ? mark("{>", line, "<}") : mark("{+", line, "+}");
      }),
    );
    if (i < before.length) lines.push(markWords(before[i] ?? "", after[j] ?? ""));
    [old, now] = [i + 1, j + 1];
  }
  return lines;
}

/** What lines say that stand elsewhere now, or under another number. */
type Moved = ReadonlySet<string>;

function movedLines(hunks: readonly PairedHunk[]): Moved {
  const now = saidOnce(hunks, "after", 1);
  return new Set([...saidOnce(hunks, "before", 0)].filter((text) => now.has(text)));
}

/** By lines without their like in the other text. */
function saidOnce(hunks: readonly PairedHunk[], side: "before" | "after", at: 0 | 1): ReadonlySet<string> {
  const alone = hunks.flatMap((hunk) => {
    const paired = new Set(hunk.pairs.map((pair) => pair[at]));
    return hunk[side].filter((_, line) => !paired.has(line)).map(wordsBehindNumber);
  });
  const same = groupBy(alone, (text) => text);
  return new Set(alone.filter((text) => same.get(text)?.length === 1 && /[\p{L}\p{N}]/u.test(text)));
}

function wordsBehindNumber(line: string): string {
  return line.trim().replace(/^\d{1,9}[.)]\s+/, "");
}

const MOST_FIRST_WORDS = 60;

function firstWords(line: string): string {
  return line.length <= MOST_FIRST_WORDS ? line : `${line.slice(0, MOST_FIRST_WORDS)}…`;
}

/** The lines of both that belong together, in their order. */
function pairLines(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length * after.length > MOST_PAIRS) return [];
  const runs = shortestRuns(before.map(wordsOf), after.map(wordsOf), isAlike) ?? [];
  return runs.flatMap(({ old, now, count }) =>
    Array.from({ length: count }, (_, at): [number, number] => [old + at, now + at]),
  );
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}]+/gu));
}

const MOST_PAIRS = 40_000;
const LEAST_ALIKE = 0.4;

/** By how many words of two lines are the same. */
function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const shared = [...b].filter((word) => a.has(word)).length;
  return 2 * shared >= LEAST_ALIKE * Math.max(1, a.size + b.size);
}

/** The next line that is not blank. */
function context(view: FileView, from: number, step: 1 | -1): string[] {
  for (let at = from; at >= 0 && at < view.lines.length; at += step) {
    const line = view.lineText(at);
    if (line.trim() === "") continue;
    return [line.length > LONGEST_CONTEXT ? `${line.slice(0, LONGEST_CONTEXT)}…` : line];
  }
  return [];
}

/** Two versions of a passage in one, with marks around the words that differ. */
function markWords(before: string, after: string): string {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS });
  const shared = parts?.filter((part) => !part.added && !part.removed && /[\p{L}\p{N}]/u.test(part.value)) ?? [];
  const length = shared.reduce((sum, part) => sum + part.value.length, 0);
  const isScattered = shared.length > 3 && length < SHORTEST_RUN * shared.length;
  if (parts === undefined || isScattered || length < LEAST_SHARED * Math.min(before.length, after.length)) {
    return `${mark("[-", before, "-]")}\n${mark("{+", after, "+}")}`;
  }
  return joinMarks(parts);
}

type Part = { readonly value: string; readonly added: boolean; readonly removed: boolean };

/** Changed words with nothing but spaces between them are one change. */
function joinMarks(parts: readonly Part[]): string {
  let text = "";
  let removed = "";
  let added = "";
  const flush = () => {
    text += mark("[-", removed, "-]") + mark("{+", added, "+}");
    removed = added = "";
  };
  parts.forEach((part, index) => {
    const { value } = part;
    const isBetween = removed !== "" && added !== "" && /^[ \t]+$/.test(value) && isChange(parts[index + 1]);
    if (part.removed || (isBetween && !part.added)) removed += value;
    if (part.added || (isBetween && !part.removed)) added += value;
    if (isChange(part) || isBetween) return;
    flush();
    text += value;
  });
  flush();
  return text;
}

function isChange(part: Part | undefined): boolean {
  return part !== undefined && (part.added || part.removed);
}

function mark(open: string, text: string, close: string): string {
  return text === "" ? "" : `${open}${text}${close}`;
}
