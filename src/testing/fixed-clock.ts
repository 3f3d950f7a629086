import type { Clock } from "../ports/clock.ts";

export interface FixedClock extends Clock {
  /** Moves the clock; negative for a clock that jumps back. */
  jump(milliseconds: number): void;
}

export interface FixedClockOptions {
  readonly start?: string;
  /** How far each call of `now` advances the clock, in milliseconds. */
  readonly step?: number;
}

/** A clock that advances only when it is read. Sleeping takes no time and advances it by the time slept. */
export function fixedClock({ start = "2026-01-12T14:30:00Z", step = 1000 }: FixedClockOptions = {}): FixedClock {
  const begin = Date.parse(start);
  let time = begin;
  let jumped = 0;
  return {
    elapsed: () => time - begin - jumped,
    now() {
      const now = time;
      time += step;
      return now;
    },
    async sleep(milliseconds, signal) {
      if (!signal?.aborted) time += milliseconds;
      // Yields, so that a loop that sleeps does not block everything else.
      await new Promise((resolve) => setImmediate(resolve));
    },
    jump(milliseconds) {
      time += milliseconds;
      jumped += milliseconds;
    },
  };
}
