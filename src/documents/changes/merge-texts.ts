import { diffLineLists, hasMarks, pairLines } from "./line-diff.ts";
import { mergeWords } from "./merge-words.ts";

type Lines = readonly string[];

/** The lines (from 1) where an edit of `base` collides with ours, each edit taken by itself. */
export function collidingLines(ours: string, base: string, theirs: string): number[] {
  const [old, now] = [linesOf(base), linesOf(theirs)];
  return diffLineLists(old, now).flatMap(({ before, after }) => {
    const alone = old.toSpliced(before.from, before.to - before.from, ...now.slice(after.from, after.to)).join("\n");
    return mergeTexts(ours, base, alone).conflict ? [after.from + 1] : [];
  });
}

/** A text with both edits; `conflict` where a person has to decide, and then the text has ours. */
interface Merged {
  readonly text: string;
  readonly conflict: boolean;
}

/** Merges two edits of a text by lines, and within a line by words: lines are never joined (SPEC 12). */
export function mergeTexts(ours: string, base: string, theirs: string): Merged {
  if (theirs === base || theirs === ours) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  // Of a passage that the author removed, our version is offered whole.
  if (theirs === "") return { text: ours, conflict: true };
  const merged = mergeLines(linesOf(ours), linesOf(base), linesOf(theirs));
  if (!merged.conflict) return merged;
  // The author may have rewrapped the lines of a paragraph: then only its words were edited.
  const isWrapped = [ours, base, theirs].every(isOneParagraph) && keepsLines(linesOf(base), linesOf(ours));
  return isWrapped ? mergeWords(ours, base, theirs) : merged;
}

/** Whether every line is still the same line: one that was written anew among others is not an edit of words. */
function keepsLines(before: Lines, after: Lines): boolean {
  return before.length === after.length && pairLines(before, after).length === before.length;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** What one side made of the lines of the base text. */
interface Side {
  /** What each line became; `undefined` where it was removed. */
  readonly lines: readonly (string | undefined)[];
  /** What was inserted before each line, and after the last one. */
  readonly inserted: readonly Lines[];
  /** The removed lines that others replaced. */
  readonly rewritten: ReadonlySet<number>;
}

function mergeLines(ours: Lines, base: Lines, theirs: Lines): Merged {
  const [our, their] = [sideOf(base, ours), sideOf(base, theirs)];
  const text: string[] = [];
  let conflict = false;
  for (let at = 0; at <= base.length; at++) {
    const above = Math.max(0, at - 1);
    const isOurs = our.lines[above] !== base[above];
    // Our added lines belong to the line above; if the author removed that, the User decides about them.
    conflict ||= our.inserted[at]?.length !== 0 && above < base.length && their.lines[above] === undefined;
    text.push(
      ...bothInserted(
        our.inserted[at] ?? [],
        their.inserted[at] ?? [],
        their.rewritten.has(at - 1) && (isOurs ? "ours" : "theirs"),
      ),
    );
    if (at === base.length) break;
    const line = mergeLine(our.lines[at], base[at] ?? "", their.lines[at]);
    conflict ||= line.conflict || (their.rewritten.has(at) && our.lines[at] !== base[at]);
    if (line.text !== undefined) text.push(line.text);
  }
  return { text: text.join("\n"), conflict };
}

/** Both sides' insertions at one place. Ours follow the line above, so they come after the author's rewritten line. */
function bothInserted(ours: Lines, theirs: Lines, rewritten: "ours" | "theirs" | false): Lines {
  if (rewritten === "ours" || ours.join("\n") === theirs.join("\n")) return ours;
  return rewritten === "theirs" ? [...theirs, ...ours] : [...ours, ...theirs];
}

function mergeLine(ours: string | undefined, base: string, theirs: string | undefined) {
  if (ours === theirs || theirs === base) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  if (ours === undefined || theirs === undefined) return { text: ours, conflict: true };
  return mergeWords(ours, base, theirs);
}

/** Matches lines by equality first, then by similarity. */
function sideOf(base: Lines, now: Lines): Side {
  const lines: (string | undefined)[] = [...base];
  const inserted: string[][] = Array.from({ length: base.length + 1 }, () => []);
  const rewritten = new Set<number>();
  for (const { before, after } of diffLineLists(base, now)) {
    const added = now.slice(after.from, after.to);
    const pairs = pairLines(base.slice(before.from, before.to), added);
    for (let at = before.from; at < before.to; at++) {
      const pair = pairs.find(({ old }) => old === at - before.from);
      lines[at] = pair && added[pair.now];
      if (pair === undefined && pairs.length < added.length) rewritten.add(at);
    }
    added.forEach((line, index) => {
      if (pairs.some((pair) => pair.now === index)) return;
      const above = pairs.findLast((pair) => pair.now < index);
      // Lines that replace others are inserted where those were.
      const at = above ? before.from + above.old + 1 : pairs.length > 0 ? before.from : before.to;
      inserted[at]?.push(line);
    });
  }
  return { lines, inserted, rewritten };
}

/** Whether a text is one paragraph: no blank line, and only its first line may begin an item, a row or the like. */
function isOneParagraph(text: string): boolean {
  const [, ...more] = text.split("\n");
  return more.every((line) => line.trim() !== "" && !hasMarks(line));
}
