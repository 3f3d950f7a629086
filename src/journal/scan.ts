import { damaged, numberedWrongly } from "./journal-errors.ts";
import { type DecodedEntry, decodeEntry, decodeHeader, JOURNAL_VERSION } from "./line.ts";

/** A journal's lines, checked one by one but not yet understood. */
export interface Scan {
  readonly version: number;
  readonly entries: readonly DecodedEntry[];
  /** How many bytes from the front are whole lines; 0 when not even the header is. */
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
 * Reads every line, and stops with an error at one that is damaged and not the last. `name` is for messages. What
 * `take` takes is not kept.
 */
export function scan(bytes: Buffer, name: string, take?: (entry: DecodedEntry, version: number) => boolean): Scan {
  const endMissing = bytes.length > 0 && bytes[bytes.length - 1] !== NEWLINE;
  const header = lineAt(bytes, 0, 1);
  const version = readHeader(header, endMissing && header.next === bytes.length, name);
  if (version === undefined) {
    const torn = bytes.length === 0 ? {} : { torn: { line: 1, bytes: bytes.length } };
    return { version: JOURNAL_VERSION, entries: [], wholeBytes: 0, endMissing: false, ...torn };
  }
  const entries: DecodedEntry[] = [];
  for (let line = lineAt(bytes, header.next, 2); line.start < bytes.length; ) {
    const decoded = decodeEntry(line.content);
    if ("damage" in decoded) {
      if (line.next < bytes.length) throw damaged(name, line.number, decoded.damage);
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

/** Undefined when there is nothing but the beginning of a header. */
function readHeader(line: Line, mayBeTorn: boolean, name: string): number | undefined {
  if (line.content.length === 0 && line.next === 0) return undefined;
  const header = decodeHeader(line.content);
  if ("value" in header) return header.value.version;
  if (mayBeTorn) return undefined;
  throw damaged(name, 1, header.damage);
}
