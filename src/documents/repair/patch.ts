import type { Repair } from "../values.ts";

interface Replacement {
  readonly endLine: number;
  readonly lines: readonly string[];
}

/** Changes to a text by its lines, each logged with what it does. Lines that no change names stay as they are. */
export class Patch {
  readonly #repairs: Repair[] = [];
  readonly #lines: readonly string[];
  readonly #replaced = new Map<number, Replacement>();
  readonly #before = new Map<number, string[]>();

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** What was done, in the order of the text. */
  get repairs(): readonly Repair[] {
    return this.#repairs.toSorted((a, b) => a.line - b.line);
  }

  get isEmpty(): boolean {
    return this.#repairs.length === 0;
  }

  /** The line as it is now: an earlier change of this one line counts. */
  line(number: number): string {
    const replaced = this.#replaced.get(number);
    if (replaced !== undefined && replaced.endLine === number && replaced.lines.length === 1)
      return replaced.lines[0] ?? "";
    return this.#lines[number - 1] ?? "";
  }

  /** Puts other lines in the place of these; nothing is logged when they are the same. */
  replace(kind: string, line: number, endLine: number, lines: readonly string[]): void {
    const from = line === endLine ? [this.line(line)] : this.#lines.slice(line - 1, endLine);
    if (from.length === lines.length && from.every((text, index) => text === lines[index])) return;
    this.#replaced.set(line, { endLine, lines });
    this.#repairs.push({ kind, line, from: shown(from), to: shown(lines) });
  }

  /** Puts lines before a line, as a block of their own; the line after the last is the end. */
  insert(kind: string, line: number, lines: readonly string[]): void {
    const there = this.#before.get(line);
    if (there === undefined) this.#before.set(line, [...lines]);
    else there.push("", ...lines);
    this.#repairs.push({ kind, line, from: "", to: shown(lines) });
  }

  /** Logs a change that is part of another. */
  note(kind: string, line: number, from: string, to: string): void {
    this.#repairs.push({ kind, line, from, to });
  }

  render(): string {
    const out: string[] = [];
    for (let line = 1; line <= this.#lines.length; line++) {
      this.#flush(line, out, this.#lines[line - 1]);
      const replaced = this.#replaced.get(line);
      if (replaced === undefined) out.push(this.#lines[line - 1] ?? "");
      else {
        for (const text of replaced.lines) out.push(text);
        line = Math.max(line, replaced.endLine);
      }
    }
    this.#flush(this.#lines.length + 1, out, undefined);
    return out.join("\n");
  }

  #flush(line: number, out: string[], next: string | undefined): void {
    const block = this.#before.get(line);
    if (block === undefined) return;
    if (out.length > 0 && out[out.length - 1]?.trim() !== "") out.push("");
    for (const text of block) out.push(text);
    if (next?.trim() !== "") out.push("");
  }
}

/** A line for the log, bounded: the log is for people, and the whole text stays where it was. */
function shown(lines: readonly string[]): string {
  const line = lines.find((text) => text.trim() !== "")?.trim() ?? "";
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
