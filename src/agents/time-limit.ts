import type { Clock } from "../ports/clock.ts";

/** A signal that aborts with the caller's or when the time is over, and says which it was. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  reached(): "aborted" | "timeout" | undefined;
  /** The run is over, or nobody listens any more: aborts what may still be going on, and lets go of the timer. */
  release(): void;
}

export function limitTime(signal: AbortSignal, seconds: number, clock: Clock): TimeLimit {
  const [over, released] = [new AbortController(), new AbortController()];
  if (Number.isFinite(seconds)) {
    void clock.sleep(seconds * 1000, released.signal).then(() => released.signal.aborted || over.abort());
  }
  return {
    signal: AbortSignal.any([signal, over.signal, released.signal]),
    reached: () => (signal.aborted ? "aborted" : over.signal.aborted ? "timeout" : undefined),
    release: () => released.abort(),
  };
}
