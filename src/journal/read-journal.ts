import { crc32 } from "node:zlib";
import type { Files } from "../ports/files.ts";
import { damaged, notUnderstood, numberedWrongly, unknownVersion } from "./journal-errors.ts";
import { decodeEntry, decodeHeader, EventProblem, JOURNAL_VERSION, type JournalEntry } from "./line.ts";

export interface JournalOptions<Event> {
  /** Parses an event, without `seq`, `at` and `sum`. It runs for every line of a long journal, so it must be cheap. */
  readonly parse: (value: unknown) => Event | EventProblem;
  /** The fingerprint of known entries, which are skipped if the journal still begins with them. */
  readonly known?: string;
  /** Called with each entry instead of collecting them; a later line may still turn out to be damaged. */
  readonly onEntry?: (entry: JournalEntry<Event>) => void;
}

/** The entries of a journal; an incomplete last line is returned as `torn`. Undefined if there is no journal. */
export async function readJournal<Event>(files: Files, path: string, options: JournalOptions<Event>) {
  const bytes = await readBytes(files, path);
  return bytes && readLines(bytes, path, options, `${files.root}/${path}`);
}

/** Throws for an empty file: a journal never begins empty, so somebody emptied it. */
export async function readBytes(files: Files, path: string): Promise<Buffer | undefined> {
  const bytes = await files.read(path);
  if (bytes?.length === 0) throw damaged(path, 1, "the file is empty");
  return bytes && asBuffer(bytes);
}

/** The same bytes as a Buffer, without copying. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

interface ReadLines<Event> {
  readonly entries: readonly JournalEntry<Event>[];
  readonly lastSeq: number;
  /** The number of bytes of complete lines; 0 if there is no journal yet. */
  readonly wholeBytes: number;
  /** The last line is complete except for its newline, which a kill or an editor removed. */
  readonly endMissing: boolean;
  /** An incomplete last line. It was never synced, so nothing depends on it. */
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

/** Throws at a damaged line, unless it is the last and may be incomplete. `place` is for messages. */
export function readLines<Event>(
  bytes: Buffer,
  name: string,
  { parse, onEntry, known }: JournalOptions<Event>,
  place = name,
): ReadLines<Event> {
  const entries: JournalEntry<Event>[] = [];
  if (bytes.length === 0) return { entries, lastSeq: 0, wholeBytes: 0, endMissing: false };
  const header = lineAt(bytes, 0, 1);
  checkHeader(header, name, place);
  const skipped = known === undefined ? undefined : knownLines(bytes, known);
  let line = lineAt(bytes, skipped?.bytes ?? header.next, (skipped?.seq ?? 0) + 2);
  for (; line.start < bytes.length; line = lineAt(bytes, line.next, line.number + 1)) {
    const { number, content, start, next } = line;
    const decoded = decodeEntry(content);
    if ("damage" in decoded) {
      // The header and the first entry are written together, so the first entry is never incomplete.
      if (next < bytes.length || number === 2) throw damaged(name, number, decoded.damage);
      const torn = { line: number, bytes: next - start };
      return { entries, lastSeq: number - 2, wholeBytes: start, endMissing: false, torn };
    }
    const { seq, at } = decoded.value;
    if (seq !== number - 1) throw numberedWrongly(name, number, seq);
    const event = parse(decoded.value.event);
    if (event instanceof EventProblem) throw notUnderstood(name, number, event.message);
    if (onEntry) onEntry({ seq, at, event });
    else entries.push({ seq, at, event });
  }
  const endMissing = bytes[bytes.length - 1] !== NEWLINE;
  return { entries, lastSeq: line.number - 2, wholeBytes: bytes.length, endMissing };
}

/** A migration from an older version would begin here; there is none (docs/journal.md). */
function checkHeader({ content }: Line, name: string, place: string): void {
  const header = decodeHeader(content);
  if ("damage" in header) throw damaged(name, 1, header.damage);
  if (header.value.version !== JOURNAL_VERSION) throw unknownVersion(name, header.value.version, place);
}

/** Ignores a CR before the newline: Git on Windows may have converted the line ends. */
function lineAt(bytes: Buffer, start: number, number: number): Line {
  const newline = bytes.indexOf(NEWLINE, start);
  const end = newline === -1 ? bytes.length : newline;
  const content = bytes.subarray(start, end > start && bytes[end - 1] === RETURN ? end - 1 : end);
  return { number, content, start, next: newline === -1 ? end : end + 1 };
}

/** The complete lines of a journal up to an entry, with their CRC-32. */
export interface KnownLines {
  readonly seq: number;
  readonly bytes: number;
  readonly sum: number;
}

/** Distinguishes these lines from those of any other journal. */
export function fingerprint({ seq, bytes, sum }: KnownLines): string {
  return `${seq} ${bytes} ${sum}`;
}

/** The lines that a fingerprint describes, if the journal begins with them. */
function knownLines(journal: Buffer, print: string): KnownLines | undefined {
  const [seq = 0, bytes = 0, sum = 0] = print.split(" ").map(Number);
  const isKnown = seq > 0 && bytes > 0 && bytes <= journal.length && crc32(journal.subarray(0, bytes)) === sum;
  return isKnown ? { seq, bytes, sum } : undefined;
}
