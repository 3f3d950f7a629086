import { crc32 } from "node:zlib";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { type Journal, type OpenJournalOptions, openJournal } from "../journal/journal.ts";
import { parseStep } from "../journal/parse-step.ts";
import { asBuffer, fingerprint, readJournal, readLines } from "../journal/read-journal.ts";
import { acquireLock, lockHolder, type SessionLock } from "../journal/session-lock.ts";
import { JOURNAL, LOCK, TEMPORARY } from "../mediator/session-paths.ts";
import type { Entry, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Processes } from "../ports/processes.ts";
import type { SessionBeginning, SessionHome, SessionLease, SessionWatch } from "../ports/session-home.ts";

export interface FolderHomeParts {
  /** The session folder. */
  readonly files: Files;
  readonly clock: Clock;
  readonly processes: Processes;
}

/** A session as a folder that a person can look at: the journal, the lock, and the documents (SPEC 2). */
export function folderHome(parts: FolderHomeParts): SessionHome {
  const { files } = parts;
  return {
    place: files.root,
    documents: files,
    create: (beginning, onEntry) => lease(parts, { onEntry }, beginning),
    async open(onEntry, known) {
      if (!(await files.exists(JOURNAL))) throw noSession(files.root);
      return lease(parts, { onEntry, ...(known !== undefined && { known }) });
    },
    read: async (after = 0) => (await readEntries(files)).slice(after),
    watch: () => journalTail(files),
    mark: async () => (await files.stat(JOURNAL))?.bytes.toString(),
    holder: () => lockHolder(files, LOCK, parts.processes),
  };
}

/** Every entry of the journal, for a process that only reads. */
export async function readEntries(files: Files): Promise<readonly Entry[]> {
  return (await readJournal<Step>(files, JOURNAL, { parse: parseStep }))?.entries ?? [];
}

async function lease(
  parts: FolderHomeParts,
  reading: Pick<OpenJournalOptions<Step>, "onEntry" | "known">,
  beginning?: SessionBeginning,
): Promise<SessionLease> {
  const { clock, files } = parts;
  const lock = await acquireLock(files, LOCK, { processes: parts.processes, clock });
  try {
    await files.removeTree(TEMPORARY); // temporary files of a process that died
    // Runs before anything is changed. A journal without entries is not a session yet.
    const accept = async (lastSeq: number) => {
      if (beginning && lastSeq > 0) throw sessionExists(files.root);
      if (!beginning && lastSeq === 0) throw noSession(files.root);
      for (const [path, text] of Object.entries(beginning?.documents ?? {})) {
        await files.writeAtomic(path, text, { sync: true });
      }
    };
    const options = { parse: parseStep, clock, accept, ...reading, ...(beginning && { first: beginning.first }) };
    const { journal, torn } = await openJournal<Step>(files, JOURNAL, options);
    return { ...journalLease(journal, lock), ...(torn && { torn }) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function journalLease(journal: Journal<Step>, lock: SessionLock): SessionLease {
  let lastSeq = journal.lastSeq;
  return {
    lost: lock.lost,
    lastSeq,
    async append(step, { after, sync }) {
      if (after !== lastSeq) throw entryTaken(after, lastSeq);
      lastSeq += 1;
      return journal.append(step, { sync });
    },
    sync: () => journal.sync(),
    fingerprint: (seq) => journal.fingerprint(seq),
    async close() {
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

export function entryTaken(after: number, lastSeq: number): WhetstoneError {
  return new WhetstoneError("ENTRY_TAKEN", `an entry should follow number ${after}, but the last one is ${lastSeq}`);
}

export function sessionExists(place: string): WhetstoneError {
  return new WhetstoneError("SESSION_EXISTS", "a session already exists", {
    target: place,
    fix: "Continue it with `whetstone resume`, or start over with `whetstone refine --new SPEC.md`.",
  });
}

export function noSession(place: string): WhetstoneError {
  return new WhetstoneError("NO_SESSION", "no session here", {
    target: place,
    fix: "Start one with `whetstone refine SPEC.md`.",
  });
}

/** Follows the journal of a session that another process may write. */
export function journalTail(files: Files): SessionWatch {
  let seen = -1;
  /** The fingerprint of the entries already returned; absent if the last line has no line end yet. */
  let known: { readonly known?: string } = {};
  return {
    async read() {
      const size = (await files.stat(JOURNAL))?.bytes ?? 0;
      if (size === seen) return undefined;
      const content = asBuffer((await files.read(JOURNAL)) ?? new Uint8Array());
      const read = readLines(content, JOURNAL, { parse: parseStep, ...known });
      const { wholeBytes, endMissing, entries, lastSeq: seq } = read;
      const lines = content.subarray(0, wholeBytes);
      known = endMissing ? {} : { known: fingerprint({ seq, bytes: lines.length, sum: crc32(lines) }) };
      seen = size;
      return { entries, anew: entries.length === seq };
    },
  };
}
