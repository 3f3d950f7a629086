import { setTimeout as delay } from "node:timers/promises";
import type { TerminalStreams } from "./terminal.ts";

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
