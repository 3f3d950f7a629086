import { entryTaken, noSession, sessionExists } from "../engine/folder-home.ts";
import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { closed } from "../journal/journal-errors.ts";
import { decodeEntry, EventProblem, encodeEntry, encodeEvent, timestamp } from "../journal/line.ts";
import { parseStep } from "../journal/parse-step.ts";
import type { Entry, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import { pathSegments } from "../ports/file-path.ts";
import type { SessionHolder, SessionHome, SessionHomes, SessionLease } from "../ports/session-home.ts";
import { fixedClock } from "./fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "./memory-files.ts";

export interface MemoryHome extends SessionHome {
  readonly documents: MemoryFiles;
  as(pid: number): SessionHome;
  /** Ends the process that has the lease. */
  kill(): void;
}

/** A session in memory, as `folderHome` is one on disk. */
export function memoryHome({ clock = fixedClock() }: { readonly clock?: Clock } = {}): MemoryHome {
  const session: MemorySession = { clock, documents: memoryFiles(), entries: [] };
  const kill = () => {
    session.holder = undefined;
    session.lost?.abort();
  };
  return { ...homeAs(session, 1), documents: session.documents, as: (pid) => homeAs(session, pid), kill };
}

/** Several sessions in memory, by key. */
export function memoryHomes(): SessionHomes {
  const homes = new Map<string, MemoryHome>();
  return {
    async list() {
      const marks = await Promise.all([...homes].map(async ([key, home]) => [key, await home.mark()] as const));
      return marks.filter(([, mark]) => mark !== undefined).map(([key]) => key);
    },
    at(key) {
      pathSegments(key);
      const home = homes.get(key) ?? memoryHome();
      homes.set(key, home);
      return home;
    },
  };
}

interface MemorySession {
  readonly clock: Clock;
  readonly documents: MemoryFiles;
  readonly entries: Entry[];
  holder?: SessionHolder | undefined;
  lost?: AbortController;
}

const PLACE = "memory";

function homeAs(session: MemorySession, pid: number): SessionHome {
  return {
    place: PLACE,
    documents: session.documents,
    async create({ first, documents }, onEntry) {
      const lease = takeLease(session, pid, session.entries.length > 0 ? sessionExists(PLACE) : undefined);
      for (const [path, text] of Object.entries(documents)) {
        await session.documents.writeAtomic(path, text, { sync: true });
      }
      onEntry(await lease.append(first, { after: 0, sync: true }));
      return { ...lease, lastSeq: 1 };
    },
    async open(onEntry, known) {
      const lease = takeLease(session, pid, session.entries.length === 0 ? noSession(PLACE) : undefined);
      const isKnown = (entry: Entry) => known !== undefined && printOf(session, entry.seq) === known;
      const from = session.entries.findIndex(isKnown) + 1;
      session.entries.slice(from).forEach(onEntry);
      return lease;
    },
    read: async (after = 0) => session.entries.slice(after),
    watch: () => watchOf(session),
    mark: async () => (session.entries.length === 0 ? undefined : String(session.entries.length)),
    holder: async () => session.holder,
  };
}

function printOf({ entries }: MemorySession, seq: number): string {
  return JSON.stringify(entries.slice(0, seq));
}

function takeLease(session: MemorySession, pid: number, refusal: WhetstoneError | undefined): SessionLease {
  if (session.holder) throw new WhetstoneError("SESSION_LOCKED", `process ${session.holder.pid} works on this session`);
  if (refusal) throw refusal;
  const lost = new AbortController();
  let isClosed = false;
  const check = () => {
    if (isClosed) throw closed("The journal in memory");
  };
  session.holder = { pid, host: PLACE };
  session.lost = lost;
  return {
    lost: lost.signal,
    lastSeq: session.entries.length,
    async append(step, { after }) {
      check();
      const last = session.entries.length;
      if (after !== last) throw entryTaken(after, last);
      const entry = throughLine({ seq: last + 1, at: timestamp(session.clock.now()), event: step });
      session.entries.push(entry);
      return entry;
    },
    sync: async () => check(),
    fingerprint: (seq) => (seq === session.entries.length ? printOf(session, seq) : undefined),
    async close() {
      isClosed = true;
      if (session.lost === lost) session.holder = undefined;
    },
  };
}

/** Encodes and decodes an entry, so that only what a journal line can hold remains. */
function throughLine({ seq, at, event }: { readonly seq: number; readonly at: string; readonly event: Step }): Entry {
  const decoded = decodeEntry(Buffer.from(encodeEntry(seq, at, encodeEvent(event))));
  if ("damage" in decoded) throw new InternalError(`A line of the journal cannot be read back: ${decoded.damage}.`);
  const step = parseStep(decoded.value.event);
  if (step instanceof EventProblem) throw new InternalError(`Entry ${seq} is not an event: ${step.message}.`);
  return { seq, at, event: step };
}

function watchOf(session: MemorySession) {
  let seen = 0;
  return {
    async read() {
      const entries = session.entries.slice(seen);
      const anew = seen === 0;
      seen = session.entries.length;
      return entries.length === 0 ? undefined : { entries, anew };
    },
  };
}
