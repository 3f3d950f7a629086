import type { SourcePlace } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { visibleText } from "../../model/visible-text.ts";
import { markedFile } from "../markdown/file-mark.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import type { LineEdit } from "../values.ts";
import { changeOfOneLine, mergedLine } from "./merge-line.ts";
import type { SpecPart } from "./spec-part.ts";

/** A source with the lines of some resolutions changed where they stand. */
export interface EditedSource {
  readonly text: string;
  /** The parts with what is left to be placed; their places count in the edited text. */
  readonly parts: readonly SpecPart[];
  /** The lines that edits wrote, in the edited text. */
  readonly written: readonly { readonly gap: GapId; readonly line: number }[];
}

/**
 * Carries out the edits of all resolutions. One may change what another wrote, in whatever order they come: each waits
 * until its lines are there. What finds its lines nowhere, or would take a heading away, is left as a text to append.
 */
export function applyEdits(source: string, parts: readonly SpecPart[]): EditedSource {
  const orders = parts.flatMap(ordersOf);
  if (orders.length === 0) return { text: source, parts, written: [] };
  const together = tryAll(source, orders);
  // One that breaks the document is found by trying them one after the other.
  const result = keepsHeadings(source, together.text()) ? together : tryEach(source, orders);
  return result.finished(parts);
}

interface Order {
  readonly part: SpecPart;
  readonly edit: LineEdit;
}

function ordersOf(part: SpecPart): Order[] {
  return part.specTexts.flatMap(({ edits = [] }) => edits.filter(isHarmless).map((edit) => ({ part, edit })));
}

const REACHES_OUT = /<!--|<[a-z/!?]|^ {0,3}(?:`{3,}|~{3,})|^ {0,3}\[[^\]]{1,200}\]:/i;

/** New words that would act on more than themselves: markup, fences, definitions of links; or that join two files. */
function isHarmless({ before, after }: LineEdit): boolean {
  if (before.some((line) => markedFile(line) !== undefined && !after.includes(line))) return false;
  // Code that stands there already is no more than code in the new words.
  const code = before.join("\n").match(/`[^`\n]{1,200}`/g) ?? [];
  const bare = (line: string) => code.reduce((text, span) => text.replaceAll(span, ""), line);
  return after.every((line) => before.includes(line) || !REACHES_OUT.test(bare(line)));
}

/**
 * In the order in which they were written, since a later one may have been written against what an earlier one left.
 * Of one round, what only adds lines goes first: it leaves the lines that others look for.
 */
function tryAll(source: string, orders: readonly Order[]): EditedLines {
  const lines = new EditedLines(source);
  let waiting = [...orders].sort(
    (a, b) =>
      (a.part.round ?? 0) - (b.part.round ?? 0) ||
      Number(adds(b.edit)) - Number(adds(a.edit)) ||
      Number(isApart(a.edit)) - Number(isApart(b.edit)) ||
      compareGapIds(a.part.gap, b.part.gap),
  );
  for (let left = waiting.length + 1; waiting.length > 0 && waiting.length < left; ) {
    left = waiting.length;
    waiting = waiting.filter((order) => !lines.apply(order));
  }
  for (const order of waiting) lines.applyBeside(order);
  return lines;
}

function adds({ before, after }: LineEdit): boolean {
  return after.length > before.length && before.every((line, index) => line === after[index]);
}

/** A paragraph, which a blank line leads: behind the rows and items that others add at the same place. */
function isApart({ before, after }: LineEdit): boolean {
  return adds({ before, after }) && after[before.length]?.trim() === "";
}

function tryEach(source: string, orders: readonly Order[]): EditedLines {
  const kept: Order[] = [];
  for (const order of orders) {
    if (keepsHeadings(source, tryAll(source, [...kept, order]).text())) kept.push(order);
  }
  return tryAll(source, kept);
}

function keepsHeadings(before: string, after: string): boolean {
  const now = headings(after);
  let at = 0;
  for (const heading of headings(before)) {
    at = now.indexOf(heading, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function headings(text: string): string[] {
  return parseMarkdown(text).blocks.flatMap((block) =>
    block.type === "heading" ? [`${block.level} ${block.text}`] : [],
  );
}

interface Line {
  readonly text: string;
  /** The line of the source that it is, or stands in place of. */
  readonly from: number;
  readonly gaps: readonly GapId[];
}

class EditedLines {
  readonly #end: string;
  readonly #source: readonly string[];
  readonly #ends: readonly string[];
  #lines: Line[];
  readonly #done = new Set<LineEdit>();

  constructor(source: string) {
    const raw = source.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
    this.#end = source.includes("\r\n") ? "\r\n" : "\n";
    this.#ends = raw.map((line) => /[\r\n]*$/.exec(line)?.[0] ?? "");
    this.#source = raw.map((line) => line.replace(/[\r\n]+$/, ""));
    this.#lines = this.#source.map((text, index) => ({ text, from: index + 1, gaps: [] }));
  }

  /** An edit of a line that another one has changed meanwhile: what both change is kept, where they do not collide. */
  applyBeside({ part, edit }: Order): void {
    const change = changeOfOneLine(edit);
    if (change === undefined) return;
    const at = this.#lines.findIndex(
      ({ from, gaps }) => gaps.length > 0 && this.#source[from - 1]?.trimEnd() === change.before.trimEnd(),
    );
    const line = this.#lines[at];
    const text = line === undefined ? undefined : mergedLine(line.text, change.before, change.after);
    if (line === undefined || text === undefined) return;
    const gaps = [...line.gaps, part.gap];
    const more = change.more.map(
      (one): Line => ({ text: visibleText(one).trimEnd(), from: line.from, gaps: [part.gap] }),
    );
    this.#lines = this.#lines.toSpliced(at, 1, { ...line, text: visibleText(text).trimEnd(), gaps }, ...more);
    this.#done.add(edit);
  }

  /** Says whether the lines were there. */
  apply({ part, edit }: Order): boolean {
    const at = this.#find(edit.before, part.places[0]?.line ?? 1);
    if (at === -1) return false;
    const lines = this.#written(at, edit, part.gap);
    if (adds(edit)) this.#addBehind(at + edit.before.length - 1, lines.slice(edit.before.length));
    else this.#lines = this.#lines.toSpliced(at, edit.before.length, ...lines);
    this.#done.add(edit);
    return true;
  }

  /** Behind what others have added there: texts for one place keep their order. */
  #addBehind(at: number, added: readonly Line[]): void {
    const from = this.#lines[at]?.from;
    let end = at + 1;
    while (this.#lines[end]?.from === from && (this.#lines[end]?.gaps.length ?? 0) > 0) end++;
    this.#lines = this.#lines.toSpliced(end, 0, ...added);
  }

  /** Nearest to the gap's place, where they stand more than once. */
  #find(before: readonly string[], near: number): number {
    let best = -1;
    let distance = Number.POSITIVE_INFINITY;
    for (let at = 0; at + before.length <= this.#lines.length; at++) {
      const away = Math.abs((this.#lines[at]?.from ?? 0) - near);
      if (away < distance && this.#matches(before, at)) [best, distance] = [at, away];
    }
    return best;
  }

  #matches(before: readonly string[], at: number): boolean {
    return before.every((line, index) => this.#lines[at + index]?.text.trimEnd() === line.trimEnd());
  }

  /** Lines that stay are nobody's; the others come from the last line before them that was there. */
  #written(at: number, edit: LineEdit, gap: GapId): Line[] {
    const old = this.#lines.slice(at, at + edit.before.length);
    let from = old[0]?.from ?? 1;
    const comes = edit.after.some((text) => !edit.before.includes(text));
    return edit.after.map((text, index) => {
      const same = old.find((line) => line.text.trimEnd() === text.trimEnd());
      from = Math.max(from, same?.from ?? old[Math.min(index, old.length - 1)]?.from ?? from);
      // What only takes lines away is traced to the line before them.
      if (same !== undefined && !comes && index === 0) return { ...same, gaps: [...same.gaps, gap] };
      return same ?? { text: visibleText(text).trimEnd(), from, gaps: [...this.#gapsOf(old), gap] };
    });
  }

  #gapsOf(lines: readonly Line[]): GapId[] {
    return [...new Set(lines.flatMap((line) => line.gaps))];
  }

  text(): string {
    const last = this.#lines.length - 1;
    return this.#lines
      .map(
        ({ text, from }, index) =>
          text + (index === last ? (this.#ends.at(-1) ?? "") : this.#ends[from - 1] || this.#end),
      )
      .join("");
  }

  finished(parts: readonly SpecPart[]): EditedSource {
    const written = this.#lines.flatMap(({ gaps }, index) => gaps.map((gap) => ({ gap, line: index + 1 })));
    const moved = this.#moved();
    return { text: this.text(), written, parts: parts.map((part) => this.#rest(part, moved)) };
  }

  /** Where the lines of the source stand now; a line that went is where the one before it is. */
  #moved(): (place: SourcePlace) => SourcePlace {
    const first: number[] = [];
    const last: number[] = [];
    this.#lines.forEach(({ from }, index) => {
      first[from] ??= index + 1;
      last[from] = index + 1;
    });
    return (place) => {
      const line = lookBack(first, place.line);
      return { ...place, line, endLine: Math.max(line, lookBack(last, place.endLine)) };
    };
  }

  #rest(part: SpecPart, moved: (place: SourcePlace) => SourcePlace): SpecPart {
    const left = part.specTexts.flatMap((text) => this.#left(text));
    const edited = part.specTexts.some(({ edits = [] }) => edits.some((edit) => this.#done.has(edit)));
    return { ...part, specTexts: left, places: part.places.map(moved), ...(edited ? { edited: true } : {}) };
  }

  #left(text: SpecPart["specTexts"][number]): SpecPart["specTexts"][number][] {
    if (text.edits === undefined) return [text];
    const undone = text.edits.filter((edit) => !this.#done.has(edit));
    if (undone.length === 0) return [];
    const { edits: _, ...rest } = text;
    const words = undone.map(({ before, after }) => after.filter((line) => !before.includes(line)).join("\n"));
    return [{ ...rest, mode: "append", text: words.join("\n\n") }];
  }
}

function lookBack(numbers: readonly (number | undefined)[], line: number): number {
  for (let at = line; at > 0; at--) if (numbers[at] !== undefined) return numbers[at] ?? 1;
  return 1;
}
