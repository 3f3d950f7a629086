/** Lets many things be under way at the same time, or one alone. */
export class Turns {
  readonly #underWay = new Set<Promise<unknown>>();
  #alone: Promise<void> = Promise.resolve();

  async beside<T>(work: () => Promise<T>): Promise<T> {
    await this.#alone;
    const running = work();
    this.#underWay.add(running);
    try {
      return await running;
    } finally {
      this.#underWay.delete(running);
    }
  }

  /** When nothing else is under way; what comes meanwhile waits. */
  alone(work: () => void): Promise<void> {
    const turn = this.#alone.then(async () => {
      while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
      work();
    });
    this.#alone = turn.catch(() => {}); // told to whoever asked for it
    return turn;
  }
}
