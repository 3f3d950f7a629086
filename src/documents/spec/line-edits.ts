import type { GapId } from "../../model/ids.ts";
import { markedFile } from "../markdown/file-mark.ts";
import { parseMarkdown } from "../markdown/markdown.ts";
import { headingKey } from "./find-section.ts";

/** A text that goes into the spec, and whose it is. */
export interface Insertion {
  readonly gap: GapId | undefined;
  readonly text: string;
  /** The heading that it stands under afterwards. */
  readonly heading: string;
  /** Texts that went into this one; their lines count in it. */
  readonly within?: readonly Placement[];
}

/** Where an insertion came to stand. */
export interface Placement {
  readonly gap: GapId;
  readonly heading: string;
  /** In the finished text. */
  readonly line: number;
}

/**
 * Changes to a text, by its lines. Lines that no edit names come out byte for byte, in their order and with their own
 * line ends.
 */
export class LineEdits {
  /** The lines with their ends. */
  readonly #lines: readonly string[];
  readonly #end: string;
  readonly #removed = new Set<number>();
  readonly #changed = new Map<number, string>();
  readonly #inserted = new Map<number, Insertion[]>();
  /** Names of headings that insertions may hold, so that only those are looked at. */
  readonly #headings = new Set<string>();
  readonly #marks = new Map<number, Omit<Placement, "line">[]>();

  constructor(source: string) {
    this.#lines = source.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
    this.#end = source.includes("\r\n") ? "\r\n" : "\n";
  }

  get count(): number {
    return this.#lines.length;
  }

  /** The line as the source has it, without its end. */
  original(number: number): string {
    return withoutEnd(this.#lines[number - 1] ?? "");
  }

  /** The line as it is now, without its end. */
  line(number: number): string {
    return this.#changed.get(number) ?? this.original(number);
  }

  isRemoved(number: number): boolean {
    return this.#removed.has(number);
  }

  isBlank(number: number): boolean {
    return this.line(number).trim() === "";
  }

  /** Takes lines away, but for those on which a resolution's words stand already, and those that begin a file. */
  remove(from: number, to: number): void {
    for (let number = from; number <= to; number++) {
      const stays = this.#marks.has(number) || markedFile(this.original(number)) !== undefined;
      if (!stays) this.#removed.add(number);
    }
  }

  change(number: number, text: string): void {
    this.#changed.set(number, text);
  }

  /** Puts a text behind a line, as a block of its own; 0 is the beginning. Several keep the order they came in. */
  insert(after: number, insertion: Insertion): void {
    const there = this.#inserted.get(after);
    if (there) there.push(insertion);
    else this.#inserted.set(after, [insertion]);
    for (const match of insertion.text.matchAll(/^#{1,6} +(.+)$/gm))
      this.#headings.add(headingKey(match[1] ?? "").words);
  }

  /** Whether an insertion may have a heading of this name. */
  mayHold(heading: string): boolean {
    return this.#headings.has(headingKey(heading).words);
  }

  /** Notes that a gap's words stand on this line. */
  mark(number: number, gap: GapId, heading: string): void {
    this.#marks.set(number, [...(this.#marks.get(number) ?? []), { gap, heading }]);
  }

  /** Offers every insertion for change, in the order of the text, until one is changed; says whether any was. */
  changeInsertion(change: (insertion: Insertion) => Insertion | undefined): boolean {
    const places = [...this.#inserted.keys()].sort((a, b) => a - b);
    for (const list of places.map((place) => this.#inserted.get(place) ?? [])) {
      for (const [index, insertion] of list.entries()) {
        const changed = change(insertion);
        if (changed === undefined) continue;
        list[index] = changed;
        return true;
      }
    }
    return false;
  }

  /** Whether anything but blank lines is left of a stretch. */
  hasContent(from: number, to: number): boolean {
    for (let number = from; number <= to; number++) {
      if (this.#inserted.has(number)) return true;
      if (!this.#removed.has(number) && !this.isBlank(number)) return true;
    }
    return false;
  }

  render(): { text: string; placements: Placement[] } {
    const out = new Output(this.#end);
    out.insertAll(this.#inserted.get(0), () => this.#following(0));
    for (let number = 1; number <= this.#lines.length; number++) {
      if (this.#removed.has(number)) out.skip();
      else out.addMarked(this.#changedLine(number), this.#marks.get(number) ?? []);
      out.insertAll(this.#inserted.get(number), () => this.#following(number));
    }
    return { text: out.text(), placements: out.placements };
  }

  #changedLine(number: number): string {
    const raw = this.#lines[number - 1] ?? "";
    const changed = this.#changed.get(number);
    return changed === undefined ? raw : changed + raw.slice(withoutEnd(raw).length);
  }

  /** What is kept behind a line: the next line, and the next that is not blank. */
  #following(number: number): Following {
    let line: string | undefined;
    for (let next = number + 1; next <= this.#lines.length; next++) {
      if (this.#removed.has(next)) continue;
      const text = this.#changedLine(next);
      line ??= text;
      if (text.trim() !== "") return { line, content: text };
    }
    return { line, content: undefined };
  }
}

interface Following {
  readonly line: string | undefined;
  readonly content: string | undefined;
}

function withoutEnd(line: string): string {
  return line.replace(/[\r\n]+$/, "");
}

/** Collects the lines and keeps blocks apart by blank lines. */
class Output {
  readonly placements: Placement[] = [];
  readonly #parts: string[] = [];
  readonly #end: string;
  #line = 1;
  #gone = false;
  #last = "";

  constructor(end: string) {
    this.#end = end;
  }

  add(raw: string): void {
    this.#parts.push(raw);
    this.#last = raw;
    if (withoutEnd(raw).length < raw.length) this.#line++;
  }

  /** A line went. Where it stood between blank ones, one of them is enough. */
  skip(): void {
    this.#gone = true;
  }

  addMarked(raw: string, marks: readonly Omit<Placement, "line">[]): void {
    const isDouble = this.#gone && this.#last.trim() === "" && raw.trim() === "" && this.#parts.length > 0;
    this.#gone = false;
    if (isDouble) return;
    for (const mark of marks) this.placements.push({ ...mark, line: this.#line });
    this.add(raw);
  }

  insertAll(insertions: readonly Insertion[] | undefined, next: () => Following): void {
    const last = insertions?.at(-1);
    if (insertions === undefined || last === undefined) return;
    for (const insertion of insertions) this.#insert(insertion);
    const { line, content } = next();
    if (/^[ \t]/.test(content ?? "") && endsWithList(last.text)) this.#insertText("<!-- -->");
    if (line !== undefined && line.trim() !== "") this.add(this.#end);
  }

  #insert(insertion: Insertion): void {
    this.#gone = false;
    this.#setApart();
    if (insertion.gap !== undefined) {
      this.placements.push({ gap: insertion.gap, heading: insertion.heading, line: this.#line });
    }
    for (const inner of insertion.within ?? []) this.placements.push({ ...inner, line: inner.line + this.#line - 1 });
    for (const line of insertion.text.split("\n")) this.add(line + this.#end);
  }

  #insertText(text: string): void {
    this.#setApart();
    this.add(text + this.#end);
  }

  #setApart(): void {
    if (this.#parts.length === 0) return;
    if (withoutEnd(this.#last) === this.#last) this.add(this.#end);
    if (this.#last.trim() !== "") this.add(this.#end);
  }

  text(): string {
    return this.#parts.join("");
  }
}

/** Behind a list, an indented line would become a part of it. */
function endsWithList(text: string): boolean {
  return parseMarkdown(text).blocks.at(-1)?.type === "list";
}
