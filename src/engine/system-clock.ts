import type { Clock } from "../ports/clock.ts";

/** Node fires timers beyond this at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep(milliseconds, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER));
      signal?.addEventListener("abort", end);
    });
  },
};
