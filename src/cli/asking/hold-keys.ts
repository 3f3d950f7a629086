import type { TerminalStreams } from "./terminal.ts";

/** A terminal as Node gives it; other streams echo nothing. */
type Keys = TerminalStreams["input"] & {
  readonly isTTY?: boolean;
  setRawMode?(raw: boolean): unknown;
  ref?(): unknown;
  unref?(): unknown;
};

const INTERRUPT = "\u0003";

/** Keeps what is typed between two questions off the screen, for the next one; Ctrl-C still interrupts. Gives what ends it. */
export function holdKeys(
  input: Keys,
  interrupt: () => unknown = () => process.kill(process.pid, "SIGINT"),
): () => void {
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
  return () => {
    input.off("data", onData);
    input.pause();
    input.setRawMode?.(false);
    input.ref?.();
    if (typed.length > 0) input.unshift(Buffer.concat(typed));
  };
}
