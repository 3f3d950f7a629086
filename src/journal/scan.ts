import { damaged, numberedWrongly } from "./journal-errors.ts";
import { type DecodedEntry, decodeEntry, decodeHeader, JOURNAL_VERSION } from "./line.ts";

/** A journal's lines, checked one by one but not yet understood. */
export interface Scan {
  readonly version: number;
  readonly entries: readonly DecodedEntry[];
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
 * Reads every line, and stops with an error at one that is damaged, unless it is the last and could be torn. `name` is for messages. What
 * `take` takes is not kept.
 */
export function scan(bytes: Buffer, name: string, take?: (entry: DecodedEntry, version: number) => boolean): Scan {
  if (bytes.length === 0) return { version: JOURNAL_VERSION, entries: [], wholeBytes: 0, endMissing: false };
  const endMissing = bytes[bytes.length - 1] !== NEWLINE;
  const header = lineAt(bytes, 0, 1);
  const decodedHeader = decodeHeader(header.content);
  if ("damage" in decodedHeader) throw damaged(name, 1, decodedHeader.damage);
  const { version } = decodedHeader.value;
  const entries: DecodedEntry[] = [];
  for (let line = lineAt(bytes, header.next, 2); line.start < bytes.length; ) {
    const decoded = decodeEntry(line.content);
    if ("damage" in decoded) {
      // Header and first entry came into being together: neither was ever half written.
      if (line.next < bytes.length || line.number === 2) throw damaged(name, line.number, decoded.damage);
      const torn = { line: line.number, bytes: line.next - line.start };
      return { version, entries, wholeBytes: line.start, endMissing: false, torn };
    }
    if (decoded.value.seq !== line.number - 1) throw numberedWrongly(name, line.number, decoded.value.seq);
    if (!take?.(decoded.value, version)) entries.push(decoded.value);
    line = lineAt(bytes, line.next, line.number + 1);
  }
  return { version, entries, wholeBytes: bytes.length, endMissing };
}

/** Git on Windows may have turned the ends of lines into CR LF, so a CR there does not count. */
function lineAt(bytes: Buffer, start: number, number: number): Line {
  const newline = bytes.indexOf(NEWLINE, start);
  const end = newline === -1 ? bytes.length : newline;
  const content = bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end);
  return { number, content, start, next: newline === -1 ? end : end + 1 };
}
