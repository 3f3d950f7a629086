import { diffWords } from "diff";
import type { SpecFile } from "../../model/change.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { type DiffHunk, diffFile } from "./diff-hunks.ts";
import { viewOf } from "./file-view.ts";

const MOST_EDITS = 2000;
const LONGEST_DIFF = 100_000;
const LONGEST_CONTEXT = 200;
/** Lines that share less are shown as one removed and one added: scattered marks cannot be read. */
const LEAST_SHARED = 0.35;

/** Changed passages with `[-removed-]` and `{+added+}` words (SPEC 15.4), without what the diff from `other` shows. */
export function wordDiff(before: SpecFile, after: SpecFile, other = after): string {
  if (before.text === after.text) return "";
  const passages = changedPassages(before, after);
  if (passages.length === 0) return "(only line ends and blank lines differ)\n";
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

/** Changed lines with an unchanged line around them; changes that are one line apart form one passage. */
const changedPassages = rememberLast(2, (before: SpecFile, after: SpecFile): ChangedPassage[] => {
  const lines = viewOf(after).lineTexts;
  const plain = (from: number, to: number): ShownLine[] =>
    withText(lines.slice(from, to)).map((text) => ({ text: cut(text) }));
  const groups: DiffHunk[][] = [];
  for (const hunk of diffFile(before, after)) {
    const last = groups.at(-1)?.at(-1);
    if (withText([...hunk.before, ...hunk.after]).length === 0) continue;
    if (last && plain(endOf(last), hunk.afterLine - 1).length < 2) groups.at(-1)?.push(hunk);
    else groups.push([hunk]);
  }
  return groups.map((group) => {
    const { heading = "", afterLine = 1 } = group[0] ?? {};
    let at = afterLine - 1;
    const shown = plain(0, at).slice(-1);
    for (const hunk of group) {
      const marked = markLines(withText(hunk.before), withText(hunk.after));
      shown.push(...plain(at, hunk.afterLine - 1), ...marked.map((text): ShownLine => ({ text, marked: true })));
      at = endOf(hunk);
    }
    const place = `@@ ${heading === "" ? "before the first heading" : heading} @@`;
    return { place, lines: [...shown, ...plain(at, lines.length).slice(0, 1)] };
  });
});

function endOf({ afterLine, after }: DiffHunk): number {
  return afterLine - 1 + after.length;
}

function withText(lines: readonly string[]): string[] {
  return lines.filter((line) => line.trim() !== "");
}

function cut(line: string): string {
  return line.length > LONGEST_CONTEXT ? `${line.slice(0, LONGEST_CONTEXT)}…` : line;
}

/** Marks words in lines, one by one where there are as many as before; what was written anew is marked whole. */
function markLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length && before.length > 1)
    return before.flatMap((line, at) => markLines([line], after.slice(at, at + 1)));
  const [old, now] = [before.join("\n"), after.join("\n")];
  const parts = diffWords(old, now, { maxEditLength: MOST_EDITS });
  const isIndented = parts?.every(({ added, removed }) => !added && !removed);
  const shared = parts?.filter(({ added, removed, value }) => !added && !removed && /[\p{L}\p{N}]/u.test(value)) ?? [];
  const length = shared.reduce((sum, { value }) => sum + value.length, 0);
  if (parts === undefined || isIndented || length < LEAST_SHARED * Math.min(old.length, now.length))
    return [...before.map((line) => mark("[-", line, "-]")), ...after.map((line) => mark("{+", line, "+}"))];
  const marked = parts.map(({ value, added, removed }) => {
    if (removed) return mark("[-", value, "-]");
    return added ? mark("{+", value, "+}") : value;
  });
  return marked.join("").split("\n");
}

/** Marks each line of a text by itself. */
function mark(open: string, text: string, close: string): string {
  const lines = text.split("\n").map((line) => (line === "" ? "" : `${open}${line}${close}`));
  return lines.join("\n");
}
