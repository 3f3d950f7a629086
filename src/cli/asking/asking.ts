import type { DiffLine } from "../../model/diff-line.ts";
import { capitalised } from "../../model/in-words.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-line.ts";
import { readLines, type TerminalStreams } from "./read-lines.ts";

export interface TerminalAskerOptions extends TerminalStreams {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paint: Paint;
  /** Wraps the asking, so that progress is paused meanwhile. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What an answer would change in the spec; undefined if it cannot be applied. */
  readonly preview?: (question: Question, answer: Answer) => Promise<readonly DiffLine[] | undefined>;
  /** The position of a question among those about passages. */
  readonly position?: (question: Question) => string;
}

/** What a person typed, by question and field: shown again when they return to it. */
export type Typed = Map<string, string>;

export interface Asking {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly refusal: string | undefined;
  readonly options: TerminalAskerOptions;
  readonly columns: number;
}

/** A letter, what it chooses, the word beside it, and what `?` says about it. */
export type NamedKey<Id extends string = string> = readonly [key: string, id: Id, name: string, help?: string];

export function print({ options }: Asking, lines: readonly string[]): void {
  options.output.write(`${lines.join("\n")}\n`);
}

export function warn(asking: Asking, text: string): void {
  print(asking, wrapText(visibleLine(capitalised(text)), "  ", asking.columns).map(asking.options.paint.yellow));
}

export function remark(asking: Asking, text: string): void {
  print(asking, wrapText(text, "  ", asking.columns).map(asking.options.paint.dim));
}

/** The keys with their names; a line does not break between the two. */
export function keyLines({ columns }: Asking, keys: readonly NamedKey[]): string[] {
  const named = keys.map(([key, , name]) => `${key} ${name}`.replaceAll(" ", "\u00a0")).join(" · ");
  return wrapText(named, "  ", columns).map((line) => line.replaceAll("\u00a0", " "));
}

/** Asks until one of the letters is typed: what it chooses, "leave" after Ctrl-C, undefined after Esc. */
export async function askKey<Id extends string>(
  asking: Asking,
  keys: readonly NamedKey<Id>[],
): Promise<Id | "leave" | undefined> {
  while (!asking.signal.aborted) {
    print(asking, keyLines(asking, keys));
    const { text, left, interrupted } = await readLine(asking);
    if (left) return interrupted ? "leave" : undefined;
    const letter = text.trim().toLowerCase();
    const chosen = keys.find(([key]) => key === letter);
    if (chosen !== undefined) return chosen[1];
    if (letter === "q") return "leave";
    if (letter === "?") for (const [key, , name, help = name] of keys) remark(asking, `${key}  ${help}`);
    else warn(asking, "Type one of the letters.");
  }
  return undefined;
}

export function readLine({ options, signal }: Asking) {
  return readLines(options, "", signal, { single: true, prompt: "  > " });
}
