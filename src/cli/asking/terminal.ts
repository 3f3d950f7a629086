import type { Readable, Writable } from "node:stream";
import { Writable as WritableStream } from "node:stream";
import { styleText } from "node:util";
import * as clack from "@clack/prompts";
import { defined } from "../../model/defined.ts";
import { wantsColour } from "../paint.ts";

export interface MenuEntry<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

/** The prompts that asking needs. Each returns undefined when the person leaves it with Esc or Ctrl-C. */
export type Terminal = ReturnType<typeof createTerminal>;

export interface TerminalStreams {
  readonly input: Readable;
  readonly output: Writable & { readonly columns?: number; readonly rows?: number; readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function createTerminal(streams: TerminalStreams, signal: AbortSignal) {
  const { input } = streams;
  const output = withoutUnwantedColour(streams);
  const ask = async <T>(
    prompt: (common: clack.CommonOptions) => Promise<T | typeof clack.CANCEL_SYMBOL>,
  ): Promise<T | undefined> => {
    // A prompt never removes its listener from the signal, so each gets its own signal.
    const promptAbort = new AbortController();
    const abort = (): void => promptAbort.abort();
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) return undefined;
    try {
      const value = await prompt({ input, output, signal: promptAbort.signal });
      return clack.isCancel(value) ? undefined : value;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  };
  return {
    columns: streams.output.columns || 80,
    rows: streams.output.rows ?? 24,
    print: (lines: readonly string[]) => void output.write(`${lines.join("\n")}\n`),
    menu: <Value extends string>(message: string, entries: readonly MenuEntry<Value>[], initial?: Value) =>
      ask((common) => {
        const options = entries.map(withHint);
        return clack.select<string>({ ...common, message, options, ...defined({ initialValue: initial }) });
      }) as Promise<Value | undefined>,
    choices: (message: string, entries: readonly MenuEntry<string>[], initial: readonly string[]) =>
      ask((common) => {
        const options = entries.map((entry) => ({ ...entry }));
        return clack.multiselect<string>({ ...common, message, options, initialValues: [...initial], required: true });
      }),
  };
}

/** Shows the hint of every entry, not only of the selected one. */
function withHint({ value, label, hint }: MenuEntry<string>): { value: string; label: string } {
  return { value, label: (hint ?? "") === "" ? label : `${label} ${styleText("dim", `(${hint})`)}` };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is the subject.
const COLOUR = /\u001b\[[\d;]*m/g;

/** One stream per terminal, so that many questions add no listeners. */
const plainOutputs = new WeakMap<Writable, TerminalStreams["output"]>();

/** The prompts always use colour; this stream removes it where it is not wanted. */
function withoutUnwantedColour({ output, env }: TerminalStreams): TerminalStreams["output"] {
  if (wantsColour(output.isTTY === true, env)) return output;
  const known = plainOutputs.get(output);
  if (known !== undefined) return known;
  const plain = new WritableStream({
    decodeStrings: false,
    write: (chunk: string | Buffer, _encoding, done) => {
      output.write(String(chunk).replace(COLOUR, ""));
      done();
    },
  });
  output.on("resize", () => plain.emit("resize"));
  Object.defineProperties(plain, {
    columns: { get: () => output.columns },
    rows: { get: () => output.rows },
    isTTY: { get: () => output.isTTY },
  });
  plainOutputs.set(output, plain);
  return plain;
}
