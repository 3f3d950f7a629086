import { visibleJson, visibleText } from "../model/visible-text.ts";
import { createPaint, type Paint, wantsColour } from "./paint.ts";

/** The part of a stream that output needs. */
export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/**
 * Where everything that the program says goes: results on standard output, prose and progress on standard error.
 * Whatever passes through `result` and `note` is neutralised, so that text of an agent cannot steer the terminal.
 */
export interface Output {
  /** A line, or lines, of the result; `layout` has them neutralised, for whoever breaks lines. */
  result(text: string, layout?: (text: string) => string): void;
  /** A line, or lines, of prose: never part of the result. */
  note(text: string): void;
  /** The one document of `--json`. */
  json(value: unknown): void;
  /** One line of NDJSON. */
  event(value: unknown): void;
  /** A whole document as result: to the byte into a file or a pipe, neutralised on a terminal. */
  document(text: string): void;
  /** Colour for `result`. */
  readonly paint: Paint;
  /** Colour for `note`. */
  readonly notePaint: Paint;
  /** Colour for whoever paints where prose goes by themselves, and neutralises what they paint. */
  readonly screenPaint: Paint;
  /** Whether a person reads the result on a screen, and no program or file gets it. */
  readonly onScreen: boolean;
  /** Whether prose goes to a terminal: progress may repaint there. */
  readonly terminal: boolean;
  /** Columns of the terminal, 80 where there is none. */
  readonly columns: number;
}

export interface OutputOptions {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--no-color`. */
  readonly noColour?: boolean;
}

export function createOutput({ stdout, stderr, env, noColour = false }: OutputOptions): Output {
  const mark = once(unguessableMark);
  const pen = (sink: Sink) => {
    const colour = !noColour && wantsColour(sink.isTTY === true, env);
    return createPen(sink, colour, colour ? mark() : "");
  };
  const result = once(() => pen(stdout));
  const note = once(() => pen(stderr));
  return {
    result: (text, layout) => result().line(text, layout),
    note: (text) => note().line(text),
    json: (value) => void stdout.write(`${visibleJson(value, 2)}\n`),
    event: (value) => void stdout.write(`${visibleJson(value)}\n`),
    document: (text) => void stdout.write(stdout.isTTY === true ? visibleText(text) : text),
    get paint() {
      return result().paint;
    },
    get notePaint() {
      return note().paint;
    },
    get screenPaint() {
      return createPaint(note().colour);
    },
    get onScreen() {
      return stdout.isTTY === true;
    },
    get terminal() {
      return stderr.isTTY === true && env.TERM !== "dumb";
    },
    get columns() {
      return stderr.columns ?? stdout.columns ?? 80;
    },
  };
}

/** Digits: the same colour in a text of an agent's is not ours. The global is loaded when it is used, the module always. */
function unguessableMark(): string {
  return `${crypto.getRandomValues(new Uint32Array(2)).join("")};`;
}

function createPen(sink: Sink, colour: boolean, mark: string) {
  const safe = colour ? (text: string) => unmarked(text, mark) : visibleText;
  const line = (text: string, layout = (safe: string) => safe) => void sink.write(`${layout(safe(text))}\n`);
  return { colour, paint: createPaint(colour, mark), line };
}

/** Neutralises all but our own colours. */
function unmarked(text: string, mark: string): string {
  const [first = "", ...painted] = text.split(`\u001b[${mark}`);
  return visibleText(first) + painted.map((part) => `\u001b[${visibleText(part)}`).join("");
}

/** Streams are opened by Node when they are first touched, which takes time: nothing touches one that is not used. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
