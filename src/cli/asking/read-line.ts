import { createInterface } from "node:readline";
import type { TerminalStreams } from "./terminal.ts";

export interface TypedText {
  readonly text: string;
  /** Esc or Ctrl-C: what was typed so far is kept. */
  readonly left: boolean;
}

/** Lines, prefilled and edited in place; an empty one ends them, or Enter where it is `single`. Pasted text comes whole. */
export function readLines(
  { input, output }: Pick<TerminalStreams, "input" | "output">,
  initial: string,
  signal: AbortSignal,
  { single = false, prompt = "  " }: { readonly single?: boolean; readonly prompt?: string } = {},
): Promise<TypedText> {
  const before = single ? [initial] : initial === "" ? [] : initial.split("\n");
  const lines: string[] = [];
  const reader = createInterface({
    input,
    output,
    terminal: true,
    prompt,
    historySize: 0,
    escapeCodeTimeout: 50,
  });
  return new Promise((resolve) => {
    let isDone = false;
    const end = (typed: readonly string[], left: boolean): void => {
      if (isDone) return;
      isDone = true;
      input.off("keypress", onKey);
      signal.removeEventListener("abort", leave);
      reader.close();
      output.write(left ? "\n" : "");
      resolve({ text: typed.join("\n"), left });
    };
    const leave = (): void => end([...lines, reader.line, ...before.slice(lines.length + 1)], true);
    const onKey = (_: unknown, key: { readonly name?: string } | undefined): void => {
      if (key?.name === "escape") leave();
    };
    const next = (): void => {
      if (isDone) return;
      if (single) end(reader.line === "" ? lines : [...lines, reader.line], false);
      else if (lines.length > before.length && lines.at(-1)?.trim() === "") end(lines.slice(0, -1), false);
      else {
        reader.prompt(true);
        if (reader.line === "") reader.write(before[lines.length] ?? "");
      }
    };
    reader.on("line", (text) => {
      lines.push(text);
      // Lines that were pasted together are all there before the next turn.
      setImmediate(next);
    });
    reader.on("SIGINT", leave);
    reader.on("close", leave);
    input.on("keypress", onKey);
    signal.addEventListener("abort", leave, { once: true });
    reader.prompt();
    reader.write(before[0] ?? "");
    if (signal.aborted) leave();
  });
}
