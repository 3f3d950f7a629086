import { closeSync, openSync, readSync } from "node:fs";

const PIECE_BYTES = 1 << 16;

/** A file that another process writes, read as far as it has grown. */
export class GrowingFile {
  readonly #handle: number;
  #bytes = 0;

  constructor(path: string) {
    this.#handle = openSync(path, "r");
  }

  get bytes(): number {
    return this.#bytes;
  }

  *read(): Generator<Uint8Array> {
    for (;;) {
      const piece = Buffer.alloc(PIECE_BYTES);
      const count = readSync(this.#handle, piece, 0, PIECE_BYTES, this.#bytes);
      if (count === 0) return;
      this.#bytes += count;
      yield piece.subarray(0, count);
    }
  }

  /** The end of what was read: where programs say what went wrong. */
  tail(length: number): string {
    const piece = Buffer.alloc(Math.min(length, this.#bytes));
    const count = readSync(this.#handle, piece, 0, piece.length, this.#bytes - piece.length);
    return piece.toString("utf8", 0, count);
  }

  close(): void {
    closeSync(this.#handle);
  }
}
