import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** Node fires a longer timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(Math.min(milliseconds, LONGEST_TIMER), undefined, { signal }).catch(() => undefined),
};
