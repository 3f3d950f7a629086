import { describe, expect, it } from "vitest";
import { systemClock } from "./system-clock.ts";

describe("the system's clock", () => {
  it("tells the time", () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
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
