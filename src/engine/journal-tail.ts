import { open } from "node:fs/promises";
import { EventProblem } from "../journal/journal.ts";
import { decodeEntry } from "../journal/line.ts";
import { asBuffer, readLines } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { JOURNAL } from "../mediator/session-paths.ts";
import type { Entry } from "../model/events.ts";
import type { Files } from "../ports/files.ts";
import type { SessionWatch } from "../ports/session-home.ts";

type TailRead = NonNullable<Awaited<ReturnType<SessionWatch["read"]>>>;

/** Follows the journal of a session that another process may write. */
export function journalTail(files: Files): SessionWatch {
  let seen = -1;
  /** Unknown when the last line lacks its end. */
  let place: Place | undefined;

  const whole = async (): Promise<TailRead> => {
    const content = asBuffer((await files.read(JOURNAL)) ?? new Uint8Array());
    const { scanned, entries } = readLines(content, JOURNAL, { parse: parseStep });
    const end = content.subarray(0, scanned.wholeBytes);
    place = scanned.endMissing ? undefined : { bytes: end.length, seq: entries.length, mark: markOf(end) };
    return { entries, anew: true };
  };
  const more = async (from: Place): Promise<TailRead> => {
    const lines = await linesFrom(files.absolute(JOURNAL), from).catch(() => undefined);
    const entries = lines && entriesOf(lines, from.seq);
    // What does not go on from there is another journal, or files that are not on a disk: the whole tells.
    if (!entries) return whole();
    const mark = entries.length > 0 ? markOf(lines) : from.mark;
    place = { bytes: from.bytes + lines.length, seq: from.seq + entries.length, mark };
    return { entries, anew: false };
  };
  return {
    async read() {
      const size = (await files.stat(JOURNAL))?.bytes ?? 0;
      if (size === seen) return undefined;
      const result = place && place.bytes > 0 && size >= place.bytes ? await more(place) : await whole();
      seen = size;
      return result;
    },
  };
}

/** Where the next line begins. */
interface Place {
  readonly bytes: number;
  /** The entry before it. */
  readonly seq: number;
  /** The last bytes of that entry, with its checksum: they are no others' in another journal. */
  readonly mark: Buffer;
}

const NEWLINE = 10;
const CHUNK = 1024 * 1024;

function markOf(lines: Buffer): Buffer {
  return Buffer.from(lines.subarray(Math.max(0, lines.length - 24)));
}

/** The whole lines from there on; `undefined` when something else stands before them. */
async function linesFrom(path: string, { bytes, mark }: Place): Promise<Buffer | undefined> {
  const handle = await open(path, "r");
  try {
    const chunks: Buffer[] = [];
    for (let at = bytes - mark.length; ; ) {
      const chunk = Buffer.alloc(CHUNK);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, at);
      if (bytesRead === 0) break;
      chunks.push(chunk.subarray(0, bytesRead));
      at += bytesRead;
    }
    const all = Buffer.concat(chunks);
    if (!all.subarray(0, mark.length).equals(mark)) return undefined;
    return all.subarray(mark.length, all.lastIndexOf(NEWLINE) + 1);
  } finally {
    await handle.close();
  }
}

/** `undefined` when they do not go on from the entry before. */
function entriesOf(lines: Buffer, before: number): Entry[] | undefined {
  const entries: Entry[] = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(NEWLINE, start);
    const decoded = decodeEntry(lines.subarray(start, end));
    if ("damage" in decoded || decoded.value.seq !== before + entries.length + 1) return undefined;
    const step = parseStep(decoded.value.event);
    if (step instanceof EventProblem) return undefined;
    entries.push({ seq: decoded.value.seq, at: decoded.value.at, event: step });
    start = end + 1;
  }
  return entries;
}
