import { randomUUID } from "node:crypto";
import * as z from "zod";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { orUndefined } from "../model/defined.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";
import { beside, timestamp } from "./line.ts";

interface LockRecord extends ProcessIdentity {
  /** Unique for each time the lock is taken. */
  readonly token: string;
  readonly since: string;
}

/** The right to write to a session until it is released, the process ends, or `lost` aborts. */
export interface SessionLock {
  readonly holder: LockRecord;
  /** Aborts when another process took or removed the lock: stop writing. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

interface LockOptions {
  readonly processes: Processes;
  readonly clock: Clock;
  /** How often the holder touches the lock to show that it is alive, in milliseconds. */
  readonly beat?: number;
}

const BEAT = 5_000;
/** A beat younger than this many intervals proves that the holder is alive. */
const FRESH_BEATS = 6;
/** An older lock is watched for this many intervals. */
const WATCHED_BEATS = 3;
const TRIES = 20;

/**
 * Takes the lock at `path`, also if its holder is gone. Throws `SESSION_LOCKED` if another process holds it.
 * To follow a dead holder with token T, a process first takes the claim `lock.T.json`, which is a lock of its own: a
 * process that dies with it is followed in the same way. If the lock still contains T, it writes itself into the lock
 * and removes the claim; one that claims T too late finds another token in the lock and begins anew.
 */
export async function acquireLock(files: Files, path: string, options: LockOptions): Promise<SessionLock> {
  const mine: LockRecord = {
    token: randomUUID(),
    since: timestamp(options.clock.now()),
    ...options.processes.self(),
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await take(files, path, mine, options)) return hold(files, path, mine, options);
  }
  throw locked(files.absolute(path), await readLock(files, path));
}

async function take(files: Files, path: string, mine: LockRecord, options: LockOptions): Promise<boolean> {
  if (await files.createExclusive(path, encodeLock(mine), { sync: true })) return true;
  const holder = await readLock(files, path);
  if (holder === undefined) return false; // released just now
  if (!(await isLeftBehind(files, path, holder, options))) throw locked(files.absolute(path), holder);
  const claim = beside(path, holder.token);
  if (!(await take(files, claim, mine, options))) return false;
  const stands = (await readLock(files, path))?.token === holder.token;
  if (stands) await files.writeAtomic(path, encodeLock(mine), { sync: true });
  await files.remove(claim);
  return stands;
}

/** Who holds the lock, for a process that only reads; undefined if nobody does, or the holder is dead. */
export async function lockHolder(files: Files, path: string, processes: Processes): Promise<LockRecord | undefined> {
  const holder = (await readLock(files, path))?.record;
  return holder === undefined || processes.liveness(holder) === "dead" ? undefined : holder;
}

interface FoundLock {
  readonly token: string;
  /** Absent if the file is not a valid lock: then only its age counts. */
  readonly record?: LockRecord;
}

async function readLock(files: Files, path: string): Promise<FoundLock | undefined> {
  const text = await files.readText(path);
  if (text === undefined) return undefined;
  const record = decodeLock(text);
  return record ? { token: record.token, record } : { token: "unreadable" };
}

async function isLeftBehind(files: Files, path: string, { record }: FoundLock, options: LockOptions): Promise<boolean> {
  const liveness = record ? options.processes.liveness(record) : "unknown";
  return liveness === "unknown" ? !(await isBeating(files, path, options)) : liveness === "dead";
}

/** Clocks may differ or jump, so an old beat alone proves nothing: the lock is watched for a new one. */
async function isBeating(files: Files, path: string, { clock, beat = BEAT }: LockOptions): Promise<boolean> {
  const first = await modified(files, path);
  const age = clock.now() - (first ?? 0);
  if (age >= 0 && age < FRESH_BEATS * beat) return true;
  for (let watched = 0; watched < WATCHED_BEATS; watched += 1) {
    await clock.sleep(beat);
    if ((await modified(files, path)) !== first) return true;
  }
  return false;
}

async function modified(files: Files, path: string): Promise<number | undefined> {
  return (await files.stat(path))?.modified;
}

function hold(files: Files, path: string, mine: LockRecord, { beat = BEAT }: LockOptions): SessionLock {
  const lost = new AbortController();
  const isMine = async () => (await readLock(files, path))?.token === mine.token;
  const show = async () => {
    if (await isMine()) await files.touch(path);
    else end();
  };
  const timer = setInterval(() => void show().catch(() => {}), beat); // a failing disk is reported by the next write
  timer.unref();
  const end = () => {
    clearInterval(timer);
    lost.abort();
  };
  return {
    holder: mine,
    lost: lost.signal,
    async release() {
      clearInterval(timer);
      if (await isMine()) await files.remove(path);
    },
  };
}

function locked(path: string, holder: FoundLock | undefined): WhetstoneError {
  const who = holder?.record
    ? `process ${holder.record.pid} on ${holder.record.host}, since ${holder.record.since}`
    : "the lock does not say which one";
  return new WhetstoneError("SESSION_LOCKED", `Another process is working on this session: ${who}.`, {
    target: path,
    fix: `Answer its questions where it runs (its terminal, or the page of \`whetstone ui\`) or with \`whetstone answer\`; or wait for it to end, or stop it. \`whetstone status\` works in the meantime. Delete ${path} only if you are sure that no such process is running.`,
  });
}

function encodeLock(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Shown in messages, and anybody may have written the file. */
const printable = z.string().regex(/^\P{C}{0,255}$/u);

const schema = z.object({
  token: z.string().regex(/^[0-9a-f-]{1,64}$/), // becomes part of a file name
  since: printable,
  pid: z.int().positive(), // to the system, 0 and negative numbers mean whole process groups
  host: printable,
  started: z.string().exactOptional(),
  boot: z.string().exactOptional(),
  namespace: z.string().exactOptional(),
});

/** Undefined if it is not a complete lock of ours. */
function decodeLock(text: string): LockRecord | undefined {
  return schema.safeParse(orUndefined(() => JSON.parse(text))).data;
}
