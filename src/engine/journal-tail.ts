import { crc32 } from "node:zlib";
import { asBuffer, fingerprint, readLines } from "../journal/read-journal.ts";
import { parseStep } from "../journal/session-step.ts";
import { JOURNAL } from "../mediator/session-paths.ts";
import type { Files } from "../ports/files.ts";
import type { SessionWatch } from "../ports/session-home.ts";

/** Follows the journal of a session that another process may write. */
export function journalTail(files: Files): SessionWatch {
  let seen = -1;
  /** Of the entries that were given out; none when the last line lacks its end. */
  let known: { readonly known?: string } = {};
  return {
    async read() {
      const size = (await files.stat(JOURNAL))?.bytes ?? 0;
      if (size === seen) return undefined;
      const content = asBuffer((await files.read(JOURNAL)) ?? new Uint8Array());
      const {
        wholeBytes,
        endMissing,
        entries,
        lastSeq: seq,
      } = readLines(content, JOURNAL, { parse: parseStep, ...known });
      const lines = content.subarray(0, wholeBytes);
      known = endMissing ? {} : { known: fingerprint({ seq, bytes: lines.length, sum: crc32(lines) }) };
      seen = size;
      return { entries, anew: entries.length === seq };
    },
  };
}
