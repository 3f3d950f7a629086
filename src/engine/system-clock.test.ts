import { describe, expect, it } from "vitest";
import { systemClock } from "./system-clock.ts";

describe("the system's clock", () => {
  it("tells the time", () => {
    const [before, now, after] = [Date.now(), systemClock.now(), Date.now()];
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(after);
  });

  it("sleeps no longer than until the signal aborts, and never rejects", async () => {
    const controller = new AbortController();
    const sleeping = systemClock.sleep(2 ** 40, controller.signal);
    controller.abort();
    await sleeping;
    await systemClock.sleep(2 ** 40, controller.signal);
    await systemClock.sleep(1);
  });
});
