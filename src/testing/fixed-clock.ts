import type { Clock } from "../ports/clock.ts";

export interface FixedClock extends Clock {
  /** Moves the clock; negative for a clock that jumps back. */
  jump(milliseconds: number): void;
}

export interface FixedClockOptions {
  readonly start?: string;
  /** How far each look at the clock moves it, in milliseconds. */
  readonly step?: number;
}

/** A clock that goes only when it is looked at. Sleeping takes no time and moves it by what was slept. */
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
      // Whoever sleeps in a loop must let the others have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    },
    jump(milliseconds) {
      time += milliseconds;
      jumped += milliseconds;
    },
  };
}
