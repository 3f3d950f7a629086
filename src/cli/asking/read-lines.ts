import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import widthOf from "fast-string-truncated-width";
import { wrapText } from "../wrap-line.ts";
import type { TerminalStreams } from "./terminal.ts";

export interface TypedText {
  readonly text: string;
  /** The person left with Esc or Ctrl-C; what was typed so far is kept. */
  readonly left: boolean;
  /** They left with Ctrl-C, or the input ended. */
  readonly interrupted?: true;
}

/** Turns on bracketed paste, so that line ends in pasted text are text. */
const [MARK_PASTES, LEAVE_PASTES] = ["\u001b[?2004h", "\u001b[?2004l"];

/** Reads lines, edited in place; an empty line ends them, or Enter if `single`. Enter after a paste sends all of it. */
export function readLines(
  { input, output }: Pick<TerminalStreams, "input" | "output">,
  initial: string,
  signal: AbortSignal,
  { single = false, prompt = "  " }: { readonly single?: boolean; readonly prompt?: string } = {},
): Promise<TypedText> {
  const before = single ? [initial] : initial === "" ? [] : initial.replace(/(?:\n[ \t]*)+$/, "").split("\n");
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
    let isPasted = false;
    const end = (typed: readonly string[], left: boolean, interrupted = false): void => {
      if (isDone) return;
      isDone = true;
      input.off("keypress", onKey);
      signal.removeEventListener("abort", leave);
      reader.close();
      output.write(`${output.isTTY === true ? LEAVE_PASTES : ""}${left ? "\n" : ""}`);
      resolve({ text: typed.join("\n").replace(/(?<=\S\s*)\n\s*$/, ""), left, ...(interrupted && { interrupted }) });
    };
    const typed = () => [...lines, reader.line, ...before.slice(lines.length + 1)];
    const leave = (): void => end(typed(), true);
    const onKey = (_: unknown, key: { readonly name?: string } | undefined): void => {
      if (key?.name === "escape") leave();
      if (key?.name === "paste-start" || key?.name === "paste-end") isPasted = key.name === "paste-start";
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
      output.write(brokenAtWords(`${prompt}${text}`, output));
      // Without bracketed paste, pasted lines all arrive before the next turn of the event loop.
      if (!isPasted) setImmediate(next);
    });
    reader.on("SIGINT", () => end(typed(), true, true));
    reader.on("close", () => end(typed(), true, true));
    input.on("keypress", onKey);
    signal.addEventListener("abort", leave, { once: true });
    if (output.isTTY === true) output.write(MARK_PASTES);
    reader.prompt();
    reader.write(before[0] ?? "");
    if (signal.aborted) leave();
  });
}

/** A typed line breaks in the middle of words: once complete it is drawn again, if all of it is on the screen. */
function brokenAtWords(line: string, { isTTY, columns = 0, rows = 0 }: TerminalStreams["output"]): string {
  const { width } = widthOf(line);
  const taken = Math.floor(width / columns) + 1;
  if (isTTY !== true || width <= columns || taken >= rows) return "";
  return `\u001b[${taken}A\u001b[J${wrapText(line, "", columns).join("\n")}\n`;
}

/** A terminal input; other streams echo nothing. */
type Keys = TerminalStreams["input"] & { readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const INTERRUPT = "\u0003";
/** Long enough to read what is pending in the terminal, too short to notice. */
const SETTLE_MS = 30;

/** Drops keys typed before a question or a diff was shown: they do not answer it. Ctrl-C interrupts. */
export async function dropKeys(
  input: Keys,
  interrupt: () => unknown = () => process.kill(process.pid, "SIGINT"),
): Promise<void> {
  if (input.isTTY !== true) return;
  const drop = (chunk: Buffer): void => {
    if (chunk.includes(INTERRUPT)) interrupt();
  };
  input.setRawMode?.(true);
  input.on("data", drop);
  input.resume();
  await delay(SETTLE_MS);
  input.off("data", drop);
  input.pause();
  input.setRawMode?.(false);
}
