import type { Lines } from "./fingerprint.ts";
import { damaged, numberedWrongly, unknownVersion } from "./journal-errors.ts";
import { type DecodedEntry, decodeEntry, decodeHeader, JOURNAL_VERSION } from "./line.ts";

/** Where a journal's whole lines end. */
export interface Scan {
  /** How many bytes from the front are whole lines; 0 where there is no journal yet. */
  readonly wholeBytes: number;
  /** The last whole line lacks its end: a kill or an editor took that one character, and nothing else. */
  readonly endMissing: boolean;
  readonly torn?: { readonly line: number; readonly bytes: number };
}

interface Line {
  readonly number: number;
  readonly content: Buffer;
  readonly start: number;
  /** Where the next line starts. */
  readonly next: number;
}

const NEWLINE = 10;
const RETURN = 13;

/**
 * Gives each line to `take`, checked but not yet understood, and stops with an error at one that is damaged, unless it
 * is the last and could be torn. Known lines are left out. `name` and `place`, where the file stands, are for messages.
 */
export function scan(
  bytes: Buffer,
  name: string,
  place: string,
  take: (entry: DecodedEntry) => void,
  known?: Lines,
): Scan {
  if (bytes.length === 0) return { wholeBytes: 0, endMissing: false };
  const header = lineAt(bytes, 0, 1);
  checkHeader(header, name, place);
  const first = known ? lineAt(bytes, known.bytes, known.seq + 2) : lineAt(bytes, header.next, 2);
  for (let line = first; line.start < bytes.length; ) {
    const decoded = decodeEntry(line.content);
    if ("damage" in decoded) {
      // Header and first entry came into being together: neither was ever half written.
      if (line.next < bytes.length || line.number === 2) throw damaged(name, line.number, decoded.damage);
      return {
        wholeBytes: line.start,
        endMissing: false,
        torn: { line: line.number, bytes: line.next - line.start },
      };
    }
    if (decoded.value.seq !== line.number - 1) throw numberedWrongly(name, line.number, decoded.value.seq);
    take(decoded.value);
    line = lineAt(bytes, line.next, line.number + 1);
  }
  return { wholeBytes: bytes.length, endMissing: bytes[bytes.length - 1] !== NEWLINE };
}

/** A way from an older version to this one would begin here; there is none (docs/journal.md). */
function checkHeader({ content }: Line, name: string, place: string): void {
  const header = decodeHeader(content);
  if ("damage" in header) throw damaged(name, 1, header.damage);
  if (header.value.version !== JOURNAL_VERSION) throw unknownVersion(name, header.value.version, place);
}

/** Git on Windows may have turned the ends of lines into CR LF, so a CR there does not count. */
function lineAt(bytes: Buffer, start: number, number: number): Line {
  const newline = bytes.indexOf(NEWLINE, start);
  const end = newline === -1 ? bytes.length : newline;
  const content = bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end);
  return { number, content, start, next: newline === -1 ? end : end + 1 };
}
