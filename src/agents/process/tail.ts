/** Keeps the last bytes of a stream: where programs say what went wrong. */
export class Tail {
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    while (this.#length - (this.#chunks[0]?.length ?? 0) >= this.#limit) {
      this.#length -= this.#chunks.shift()?.length ?? 0;
    }
  }

  text(): string {
    const whole = Buffer.concat(this.#chunks);
    return whole.subarray(Math.max(0, whole.length - this.#limit)).toString("utf8");
  }
}
