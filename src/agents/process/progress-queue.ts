import type { AgentProgress } from "../../ports/agent.ts";

/** From callbacks to a generator: what was pushed comes out in order, until the queue is closed and empty. */
export class ProgressQueue {
  readonly #items: AgentProgress[] = [];
  #closed = false;
  #wake: () => void = () => {};

  push(...items: readonly AgentProgress[]): void {
    this.#items.push(...items);
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#wake();
  }

  async *drain(): AsyncGenerator<AgentProgress, void, void> {
    for (;;) {
      for (let item = this.#items.shift(); item; item = this.#items.shift()) yield item;
      if (this.#closed) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
