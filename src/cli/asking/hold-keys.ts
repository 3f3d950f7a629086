import { setTimeout as delay } from "node:timers/promises";
import type { TerminalStreams } from "./terminal.ts";

/** A terminal as Node gives it; other streams echo nothing. */
type Keys = TerminalStreams["input"] & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

const INTERRUPT = "\u0003";

/** Keeps what is typed between two questions off the screen, for the next one; Ctrl-C still interrupts. Gives what ends it, and may drop them. */
export function holdKeys(
  input: Keys,
  interrupt: () => unknown = () => process.kill(process.pid, "SIGINT"),
): (drop?: boolean) => void {
  if (input.isTTY !== true || input.setRawMode === undefined) return () => undefined;
  const typed: Buffer[] = [];
  const onData = (chunk: Buffer): void => {
    if (chunk.includes(INTERRUPT)) interrupt();
    else typed.push(chunk);
  };
  input.setRawMode(true);
  input.on("data", onData);
  input.resume();
  input.unref?.();
  return (drop = false) => {
    input.off("data", onData);
    input.pause();
    input.setRawMode?.(false);
    input.ref?.();
    if (typed.length > 0 && !drop) input.unshift(Buffer.concat(typed));
  };
}

/** Long enough for what waits in the terminal to be read, too short to be noticed. */
const SETTLE_MS = 30;

/** What was typed before a question was shown is no answer to it. */
export async function dropKeys(input: Keys, interrupt?: () => unknown): Promise<void> {
  if (input.isTTY !== true) return;
  const letGo = holdKeys(input, interrupt);
  await delay(SETTLE_MS);
  letGo(true);
}
