import { visibleJson, visibleText } from "../model/visible-text.ts";
import { createPaint, PAINTED, type Paint, wantsColour } from "./paint.ts";

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
  /** A line, or lines, of the result. */
  result(text: string): void;
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
  const result = once(() => createPen(stdout, env, noColour));
  const note = once(() => createPen(stderr, env, noColour));
  return {
    result: (text) => result().line(text),
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

function createPen(sink: Sink, env: OutputOptions["env"], noColour: boolean) {
  const colour = !noColour && wantsColour(sink.isTTY === true, env);
  return { paint: createPaint(colour), line: (text: string) => void sink.write(`${safe(text, colour)}\n`) };
}

/** Streams are opened by Node when they are first touched, which takes time: nothing touches one that is not used. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Neutralises all but our own colours. Without colour none are ours. */
export function safe(text: string, colour: boolean): string {
  if (!colour) return visibleText(text);
  let out = "";
  let from = 0;
  for (const match of text.matchAll(PAINTED)) {
    out += visibleText(text.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return out + visibleText(text.slice(from));
}
