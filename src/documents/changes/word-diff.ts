import { diffWordsWithSpace } from "diff";
import type { SpecFile } from "../../model/change.ts";
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

/** The changed passages with `[-removed-]` and `{+added+}` words, each below its headings (SPEC 15.4). */
export function wordDiff(before: SpecFile, after: SpecFile): string {
  const hunks = diffFile(before, after);
  const blocks: string[] = [];
  let size = 0;
  for (const hunk of hunks) {
    const block = blockOf(hunk, viewOf(after));
    size += block.length;
    if (size > LONGEST_DIFF && blocks.length > 0) break;
    blocks.push(block);
  }
  const left = hunks.length - blocks.length;
  if (left > 0) blocks.push(`(${left} more changed passages are not shown here)`);
  if (hunks.length === 0 && before.text !== after.text) return "(only line ends differ)\n";
  return blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`;
}

function blockOf(hunk: DiffHunk, view: FileView): string {
  const place = `@@ ${hunk.heading === "" ? "before the first heading" : hunk.heading} @@`;
  const above = context(view, hunk.afterLine - 2, -1);
  const below = context(view, hunk.afterLine - 1 + hunk.after.length, 1);
  return [place, ...above, markLines(hunk.before, hunk.after), ...below].join("\n");
}

/** Words are marked in lines that belong together; a line without its like was added or taken out whole. */
function markLines(before: readonly string[], after: readonly string[]): string {
  const isFew = before.length * after.length <= MOST_PAIRS;
  const alike = (isFew ? shortestRuns(before.map(wordsOf), after.map(wordsOf), isAlike) : undefined) ?? [];
  const lines: string[] = [];
  let [old, now] = [0, 0];
  for (const run of [...alike, { old: before.length, now: after.length, count: 0 }]) {
    lines.push(...before.slice(old, run.old).map((line) => mark("[-", line, "-]")));
    lines.push(...after.slice(now, run.now).map((line) => mark("{+", line, "+}")));
    [old, now] = [run.old + run.count, run.now + run.count];
    const kept = after.slice(run.now, now);
    lines.push(...kept.map((line, index) => markWords(before[run.old + index] ?? "", line)));
  }
  return lines.join("\n");
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
