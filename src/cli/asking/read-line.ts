import { createInterface } from "node:readline";
import type { TerminalStreams } from "./terminal.ts";

export interface TypedLine {
  readonly text: string;
  /** Esc or Ctrl-C: what was typed so far is kept. */
  readonly left: boolean;
}

/** One line, prefilled and edited in place. Whoever leaves it gets back what they had typed. */
export function readLine(
  { input, output }: Pick<TerminalStreams, "input" | "output">,
  prompt: string,
  initial: string,
  signal: AbortSignal,
): Promise<TypedLine> {
  const reader = createInterface({ input, output, terminal: true, prompt, historySize: 0, escapeCodeTimeout: 50 });
  return new Promise((resolve) => {
    let isDone = false;
    const end = (text: string, left: boolean): void => {
      if (isDone) return;
      isDone = true;
      input.off("keypress", onKey);
      signal.removeEventListener("abort", leave);
      reader.close();
      output.write(left ? "\n" : "");
      resolve({ text, left });
    };
    const leave = (): void => end(reader.line, true);
    const onKey = (_: unknown, key: { readonly name?: string } | undefined): void => {
      if (key?.name === "escape") leave();
    };
    reader.on("line", (text) => end(text, false));
    reader.on("SIGINT", leave);
    reader.on("close", leave);
    input.on("keypress", onKey);
    signal.addEventListener("abort", leave, { once: true });
    reader.prompt();
    reader.write(initial);
    if (signal.aborted) leave();
  });
}

/**
 * Several lines, one after the other: those that are there can be edited in place, an empty one after the last ends it.
 */
export async function readLines(
  streams: Pick<TerminalStreams, "input" | "output">,
  initial: string,
  signal: AbortSignal,
): Promise<TypedLine> {
  const before = initial === "" ? [] : initial.split("\n");
  const lines: string[] = [];
  for (;;) {
    const { text, left } = await readLine(streams, "  ", before[lines.length] ?? "", signal);
    if (left) return { text: [...lines, text, ...before.slice(lines.length + 1)].join("\n"), left };
    if (lines.length >= before.length && text.trim() === "") return { text: lines.join("\n"), left };
    lines.push(text);
  }
}
