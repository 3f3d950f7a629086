import { visibleJson, visibleText } from "../model/visible-text.ts";
import { createPaint, wantsColour } from "./paint.ts";
import { atWords } from "./wrap-line.ts";

export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/**
 * All output of the program: results on standard output, prose and progress on standard error. What passes through
 * `result` and `note` is neutralised, so that an agent's text cannot control the terminal.
 */
export type Output = Readonly<ReturnType<typeof createOutput>>;

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--no-color`. */
  readonly noColour?: boolean;
}

export function createOutput({ stdout, stderr, env, noColour = false }: OutputOptions) {
  const inColour = (sink: Sink) => !noColour && wantsColour(sink.isTTY === true, env);
  // The same for both streams, because text painted for one may be printed on the other.
  const mark = inColour(stdout) || inColour(stderr) ? unguessableMark() : "";
  const pen = (sink: Sink) => createPen(sink, inColour(sink), mark);
  const [result, note] = [pen(stdout), pen(stderr)];
  const onScreen = stdout.isTTY === true;
  const asTyped = env.npm_lifecycle_event === "npx" ? withNpx : (text: string) => text;
  return {
    /** Prints lines of the result; `layout` gets them neutralised and may wrap them. */
    result: (text: string, layout?: (safe: string) => string): void =>
      result.line(onScreen ? asTyped(text) : text, layout),
    /** Prints a result of our own words with commands in it, without text that another program reads. */
    report: (text: string, layout?: (safe: string) => string): void => result.line(asTyped(text), layout),
    /** Prints prose, wrapped on a terminal; it is never part of the result. */
    note: (text: string): void =>
      note.line(asTyped(text), (safe) =>
        atWords(safe, { terminal: stderr.isTTY === true, columns: stderr.columns || 80 }),
      ),
    /** Prints the single document of `--json`. */
    json: (value: unknown): void => void stdout.write(`${visibleJson(value, 2)}\n`),
    event: (value: unknown): void => void stdout.write(`${visibleJson(value)}\n`),
    /** Prints a document: unchanged into a file or a pipe, neutralised on a terminal. */
    document: (text: string): void => void stdout.write(onScreen ? visibleText(text) : text),
    paint: result.paint,
    notePaint: note.paint,
    /** Colour for code that writes to standard error itself and neutralises its text. */
    screenPaint: createPaint(note.colour),
    /** Whether the result goes to a terminal, not to a program or a file. */
    onScreen,
    /** Whether standard error is a terminal on which progress can be repainted. */
    terminal: stderr.isTTY === true && env.TERM !== "dumb",
    /** A terminal of unknown size reports 0. */
    get columns() {
      return stderr.columns || stdout.columns || 80;
    },
  };
}

/** With `npx` there is no `whetstone` on the PATH, so commands in hints get the prefix. */
function withNpx(text: string): string {
  return text.replace(/(?<=^|[\s`(])(?<!npx )whetstone (?=[a-z])/g, "npx whetstone ");
}

/** Random digits that tell our colours from those in an agent's text. A global: importing the module is slow. */
function unguessableMark(): string {
  return `${crypto.getRandomValues(new Uint32Array(2)).join("")};`;
}

function createPen(sink: Sink, colour: boolean, mark: string) {
  const safe = colour ? (text: string) => unmarked(text, mark) : visibleText;
  const line = (text: string, layout = (safe: string) => safe): void => void sink.write(`${layout(safe(text))}\n`);
  return { colour, paint: createPaint(colour, mark), line };
}

function unmarked(text: string, mark: string): string {
  const [first = "", ...painted] = text.split(`\u001b[${mark}`);
  return visibleText(first) + painted.map((part) => `\u001b[${visibleText(part)}`).join("");
}
