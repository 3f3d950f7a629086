import type { Clock } from "../ports/clock.ts";

/** A signal that aborts with the caller's or when the time is over, and says which it was. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  reached(): "aborted" | "timeout" | undefined;
  /** The run is over, or nobody listens any more: aborts what may still be going on, and lets go of the timer. */
  release(): void;
}

export function limitTime(signal: AbortSignal, seconds: number, clock: Clock): TimeLimit {
  const limited = new AbortController();
  const released = new AbortController();
  let reached: "aborted" | "timeout" | undefined;
  const stop = (reason: "aborted" | "timeout") => {
    reached ??= reason;
    limited.abort();
  };
  const onAbort = () => stop("aborted");
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  if (Number.isFinite(seconds)) {
    void clock.sleep(seconds * 1000, released.signal).then(() => {
      if (!released.signal.aborted) stop("timeout");
    });
  }
  return {
    signal: limited.signal,
    reached: () => reached,
    release: () => {
      signal.removeEventListener("abort", onAbort);
      released.abort();
      limited.abort();
    },
  };
}
