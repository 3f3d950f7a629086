import { entryTaken, noSession, sessionExists } from "../engine/folder-home.ts";
import { InternalError, WhetstoneError } from "../errors/whetstone-error.ts";
import { closed } from "../journal/journal-errors.ts";
import { decodeEntry, EventProblem, encodeEntry, encodeEvent, timestamp } from "../journal/line.ts";
import { parseStep } from "../journal/session-step.ts";
import type { Entry, Step } from "../model/events.ts";
import type { Clock } from "../ports/clock.ts";
import { pathSegments } from "../ports/file-path.ts";
import type { SessionHolder, SessionHome, SessionHomes, SessionLease } from "../ports/session-home.ts";
import { fixedClock } from "./fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "./memory-files.ts";

export interface MemoryHome extends SessionHome {
  readonly documents: MemoryFiles;
  as(pid: number): SessionHome;
  /** The process that has the lease is gone. */
  kill(): void;
}

/** The twin of a session folder. */
export function memoryHome({ clock = fixedClock() }: { readonly clock?: Clock } = {}): MemoryHome {
  const kept: Kept = { clock, documents: memoryFiles(), entries: [] };
  const kill = () => {
    kept.holder = undefined;
    kept.lost?.abort();
  };
  return { ...homeAs(kept, 1), documents: kept.documents, as: (pid) => homeAs(kept, pid), kill };
}

/** The twin of a folder with session folders in it. */
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

interface Kept {
  readonly clock: Clock;
  readonly documents: MemoryFiles;
  readonly entries: Entry[];
  holder?: SessionHolder | undefined;
  lost?: AbortController;
}

const PLACE = "memory";

function homeAs(kept: Kept, pid: number): SessionHome {
  return {
    place: PLACE,
    documents: kept.documents,
    async create({ first, documents }, onEntry) {
      const lease = takeLease(kept, pid, kept.entries.length > 0 ? sessionExists(PLACE) : undefined);
      for (const [path, text] of Object.entries(documents)) {
        await kept.documents.writeAtomic(path, text, { sync: true });
      }
      onEntry(await lease.append(first, { after: 0, sync: true }));
      return { ...lease, lastSeq: 1 };
    },
    async open(onEntry, known) {
      const lease = takeLease(kept, pid, kept.entries.length === 0 ? noSession(PLACE) : undefined);
      const isKnown = (entry: Entry) => known !== undefined && printOf(kept, entry.seq) === known;
      const from = kept.entries.findIndex(isKnown) + 1;
      kept.entries.slice(from).forEach(onEntry);
      return lease;
    },
    read: async (after = 0) => kept.entries.slice(after),
    watch: () => watchOf(kept),
    mark: async () => (kept.entries.length === 0 ? undefined : String(kept.entries.length)),
    holder: async () => kept.holder,
  };
}

function printOf({ entries }: Kept, seq: number): string {
  return JSON.stringify(entries.slice(0, seq));
}

function takeLease(kept: Kept, pid: number, refusal: WhetstoneError | undefined): SessionLease {
  if (kept.holder) throw new WhetstoneError("SESSION_LOCKED", `process ${kept.holder.pid} works on this session`);
  if (refusal) throw refusal;
  const lost = new AbortController();
  let isClosed = false;
  const check = () => {
    if (isClosed) throw closed("The journal in memory");
  };
  kept.holder = { pid, host: PLACE };
  kept.lost = lost;
  return {
    lost: lost.signal,
    lastSeq: kept.entries.length,
    async append(step, { after }) {
      check();
      const last = kept.entries.length;
      if (after !== last) throw entryTaken(after, last);
      const entry = throughLine({ seq: last + 1, at: timestamp(kept.clock.now()), event: step });
      kept.entries.push(entry);
      return entry;
    },
    sync: async () => check(),
    fingerprint: (seq) => (seq === kept.entries.length ? printOf(kept, seq) : undefined),
    async close() {
      isClosed = true;
      if (kept.lost === lost) kept.holder = undefined;
    },
  };
}

/** An entry goes through its line and back, so that only what a line holds stays. */
function throughLine({ seq, at, event }: { readonly seq: number; readonly at: string; readonly event: Step }): Entry {
  const decoded = decodeEntry(Buffer.from(encodeEntry(seq, at, encodeEvent(event))));
  if ("damage" in decoded) throw new InternalError(`A line of the journal cannot be read back: ${decoded.damage}.`);
  const step = parseStep(decoded.value.event);
  if (step instanceof EventProblem) throw new InternalError(`Entry ${seq} is not an event: ${step.message}.`);
  return { seq, at, event: step };
}

function watchOf(kept: Kept) {
  let seen = 0;
  return {
    async read() {
      const entries = kept.entries.slice(seen);
      const anew = seen === 0;
      seen = kept.entries.length;
      return entries.length === 0 ? undefined : { entries, anew };
    },
  };
}
