import { visibleJson, visibleText } from "../model/visible-text.ts";
import { createPaint, wantsColour } from "./paint.ts";
import { atWords } from "./wrap-line.ts";

export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/**
 * Where everything that the program says goes: results on standard output, prose and progress on standard error.
 * Whatever passes through `result` and `note` is neutralised, so that text of an agent cannot steer the terminal.
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
  // The same for both: what is painted for one may be printed on the other.
  const mark = inColour(stdout) || inColour(stderr) ? unguessableMark() : "";
  const pen = (sink: Sink) => createPen(sink, inColour(sink), mark);
  const [result, note] = [pen(stdout), pen(stderr)];
  const onScreen = stdout.isTTY === true;
  const typed = env.npm_lifecycle_event === "npx" ? asTyped : (text: string) => text;
  return {
    /** A line, or lines, of the result; `layout` has them neutralised, for whoever breaks lines. */
    result: (text: string, layout?: (safe: string) => string): void =>
      result.line(onScreen ? typed(text) : text, layout),
    /** A result that is ours, with hints in it, and no text of the person's that another program reads. */
    report: (text: string, layout?: (safe: string) => string): void => result.line(typed(text), layout),
    /** A line, or lines, of prose, broken at words on a terminal: never part of the result. */
    note: (text: string): void =>
      note.line(typed(text), (safe) =>
        atWords(safe, { terminal: stderr.isTTY === true, columns: stderr.columns || 80 }),
      ),
    /** The one document of `--json`. */
    json: (value: unknown): void => void stdout.write(`${visibleJson(value, 2)}\n`),
    event: (value: unknown): void => void stdout.write(`${visibleJson(value)}\n`),
    /** A whole document as result: to the byte into a file or a pipe, neutralised on a terminal. */
    document: (text: string): void => void stdout.write(onScreen ? visibleText(text) : text),
    paint: result.paint,
    notePaint: note.paint,
    /** Colour for whoever paints where prose goes by themselves, and neutralises what they paint. */
    screenPaint: createPaint(note.colour),
    /** Whether a person reads the result on a screen, and no program or file gets it. */
    onScreen,
    /** Whether prose goes to a terminal: progress may repaint there. */
    terminal: stderr.isTTY === true && env.TERM !== "dumb",
    /** A terminal that does not know its size says 0. */
    get columns() {
      return stderr.columns || stdout.columns || 80;
    },
  };
}

/** Whoever runs it by `npx` has no `whetstone` on the PATH: commands in hints are as they would type them. */
function asTyped(text: string): string {
  return text.replace(/(?<=^|[\s`(])(?<!npx )whetstone (?=[a-z])/g, "npx whetstone ");
}

/** Digits: the same colour in a text of an agent's is not ours. The global is loaded when it is used, the module always. */
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
