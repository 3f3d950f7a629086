import { crc32 } from "node:zlib";

/** The whole lines of a journal up to an entry. */
export interface Lines {
  readonly seq: number;
  readonly bytes: number;
  /** CRC-32 of them all. */
  readonly sum: number;
}

/** Tells the lines from those of any other journal. */
export function fingerprint({ seq, bytes, sum }: Lines): string {
  return `${seq} ${bytes} ${sum}`;
}

/** The lines that a fingerprint was taken of, where the journal begins with them. */
export function knownLines(journal: Buffer, print: string): Lines | undefined {
  const [seq = 0, bytes = 0, sum = 0] = print.split(" ").map(Number);
  const isKnown = seq > 0 && bytes > 0 && bytes <= journal.length && crc32(journal.subarray(0, bytes)) === sum;
  return isKnown ? { seq, bytes, sum } : undefined;
}
