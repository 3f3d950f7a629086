import { setTimeout as delay } from "node:timers/promises";
import type { TerminalStreams } from "./terminal.ts";

/** A terminal input; other streams echo nothing. */
type Keys = TerminalStreams["input"] & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

const INTERRUPT = "\u0003";

/** Holds keys typed between two questions for the next one, without echo. Returns how to end it and drop the keys. */
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

/** Long enough to read what is pending in the terminal, too short to notice. */
const SETTLE_MS = 30;

/** Drops keys typed before a question was shown: they do not answer it. */
export async function dropKeys(input: Keys): Promise<void> {
  if (input.isTTY !== true) return;
  const letGo = holdKeys(input);
  await delay(SETTLE_MS);
  letGo(true);
}
