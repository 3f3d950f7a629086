import { diffLineLists, pairLines } from "./line-diff.ts";
import { mergeWords } from "./merge-words.ts";

type Lines = readonly string[];

/** A text that came of both edits; `conflict` where a person has to be asked, with ours in it. */
export interface Merged {
  readonly text: string;
  readonly conflict: boolean;
}

/** Both edits of a text, line by line and within a line word by word: no line is joined with another (SPEC 12). */
export function mergeTexts(ours: string, base: string, theirs: string): Merged {
  if (theirs === base || theirs === ours) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  const merged = mergeLines(linesOf(ours), linesOf(base), linesOf(theirs));
  if (!merged.conflict) return merged;
  // The author may have wrapped the lines of a paragraph anew: then its words are what was edited.
  const isWrapped = [ours, base, theirs].every(isOneParagraph) && linesOf(ours).length === linesOf(base).length;
  return isWrapped ? mergeWords(ours, base, theirs) : merged;
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

/** What one side made of the lines of a text. */
interface Side {
  /** What each line became; `undefined` where it is gone. */
  readonly lines: readonly (string | undefined)[];
  /** What was put before each line, and behind the last one. */
  readonly put: readonly Lines[];
  /** The lines that are gone because others stand in their place. */
  readonly anew: ReadonlySet<number>;
}

function mergeLines(ours: Lines, base: Lines, theirs: Lines): Merged {
  const [own, other] = [sideOf(base, ours), sideOf(base, theirs)];
  const text: string[] = [];
  let conflict = false;
  for (let at = 0; at <= base.length; at++) {
    const above = Math.max(0, at - 1);
    const isOurs = own.lines[above] !== base[above];
    // What stands beside a line belongs to it: where the author took that away a person says what becomes of it.
    conflict ||= own.put[at]?.length !== 0 && above < base.length && other.lines[above] === undefined;
    text.push(
      ...bothPut(own.put[at] ?? [], other.put[at] ?? [], other.anew.has(at - 1) && (isOurs ? "ours" : "theirs")),
    );
    if (at === base.length) break;
    const line = mergeLine(own.lines[at], base[at] ?? "", other.lines[at]);
    conflict ||= line.conflict || (other.anew.has(at) && own.lines[at] !== base[at]);
    if (line.text !== undefined) text.push(line.text);
  }
  return { text: text.join("\n"), conflict };
}

/** Ours stick to the line above them, which may be one that the author wrote anew, or one that we did. */
function bothPut(ours: Lines, theirs: Lines, anew: "ours" | "theirs" | false): Lines {
  if (anew === "ours" || ours.join("\n") === theirs.join("\n")) return ours;
  return anew === "theirs" ? [...theirs, ...ours] : [...ours, ...theirs];
}

function mergeLine(ours: string | undefined, base: string, theirs: string | undefined) {
  if (ours === theirs || theirs === base) return { text: ours, conflict: false };
  if (ours === base) return { text: theirs, conflict: false };
  if (ours === undefined || theirs === undefined) return { text: ours, conflict: true };
  return mergeWords(ours, base, theirs);
}

/** Which line became which: the same ones, then those that are alike. */
function sideOf(base: Lines, now: Lines): Side {
  const lines: (string | undefined)[] = [...base];
  const put: string[][] = Array.from({ length: base.length + 1 }, () => []);
  const anew = new Set<number>();
  for (const { before, after } of diffLineLists(base, now)) {
    const added = now.slice(after.from, after.to);
    const pairs = pairLines(base.slice(before.from, before.to), added);
    for (let at = before.from; at < before.to; at++) {
      const own = pairs.find(({ old }) => old === at - before.from);
      lines[at] = own && added[own.now];
      if (own === undefined && pairs.length < added.length) anew.add(at);
    }
    added.forEach((line, index) => {
      if (pairs.some((pair) => pair.now === index)) return;
      const above = pairs.findLast((pair) => pair.now < index);
      // Lines in the place of others stand where those stood.
      const at = above ? before.from + above.old + 1 : pairs.length > 0 ? before.from : before.to;
      put[at]?.push(line);
    });
  }
  return { lines, put, anew };
}

/** No blank line, and nothing but the first line begins an item, a row, a heading, a quotation or code. */
function isOneParagraph(text: string): boolean {
  const [, ...more] = text.split("\n");
  return more.every((line) => line.trim() !== "" && !/^\s*(?:[-*+]\s|\d{1,9}[.)]\s|[#|>]|```|~~~)/.test(line));
}
