import { crc32 } from "node:zlib";
import { lineStart } from "./line.ts";

/** Where the lines of known entries end. */
export interface KnownLines {
  readonly seq: number;
  readonly bytes: number;
}

const NEWLINE = 10;

/** Tells a journal from any other; undefined where its last whole line is not this entry. */
export function fingerprint(journal: Buffer, seq: number): string | undefined {
  const last = journal.lastIndexOf(NEWLINE, journal.length - 2) + 1;
  const isLast = journal.at(-1) === NEWLINE && journal.subarray(last).indexOf(lineStart(seq)) === 0;
  return isLast ? `${seq} ${journal.length} ${crc32(journal)}` : undefined;
}

/** The lines that a fingerprint was taken of, where the journal begins with them. */
export function knownLines(journal: Buffer, print: string): KnownLines | undefined {
  const [seq = 0, bytes = 0, sum] = print.split(" ").map(Number);
  const isKnown = seq > 0 && bytes > 0 && bytes <= journal.length && crc32(journal.subarray(0, bytes)) === sum;
  return isKnown ? { seq, bytes } : undefined;
}
