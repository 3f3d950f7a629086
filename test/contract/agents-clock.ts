import type { Clock } from "../../src/ports/clock.ts";

/** Time that stands still until told to pass; sleepers wake in order. */
export class HandClock implements Clock {
  #now = Date.UTC(2026, 0, 12);
  #sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  readonly slept: number[] = [];

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(milliseconds);
    if (signal?.aborted || milliseconds <= 0) return Promise.resolve();
    return new Promise((wake) => {
      this.#sleepers.push({ at: this.#now + milliseconds, wake });
      signal?.addEventListener("abort", () => wake(), { once: true });
    });
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    const awake = this.#sleepers.filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    this.#sleepers = this.#sleepers.filter(({ at }) => at > this.#now);
    for (const { wake } of awake) wake();
  }
}
