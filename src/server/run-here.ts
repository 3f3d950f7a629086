import { WhetstoneError } from "../errors/whetstone-error.ts";
import { type Carrying, carryOut, type HubParts } from "./carry-out.ts";
import type { Running } from "./hub-message.ts";

/** A session that this process carries out. */
export interface RunHere {
  /** The session is its own. Never, where it ended before that. */
  readonly opened: Promise<void>;
  /** Why it stands still; never rejects. */
  readonly ended: Promise<Omit<Running, "runner">>;
  /** As Ctrl-C. */
  stop(): void;
}

/** Begins when what is under way is done. */
export function runHere(parts: HubParts, after: Promise<unknown>, carrying: Omit<Carrying, "signal">): RunHere {
  const abort = new AbortController();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const started = () => {
    carrying.started();
    open();
  };
  const ended = after
    .then(() => carryOut(parts, { ...carrying, started, signal: abort.signal }))
    .catch((error: unknown) => ({ problem: wordsOf(error) }));
  return { opened, ended, stop: () => abort.abort() };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof WhetstoneError)) return error instanceof Error ? error.message : String(error);
  return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
}
