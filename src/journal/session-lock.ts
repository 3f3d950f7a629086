import { randomUUID } from "node:crypto";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { orUndefined } from "../model/defined.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Processes, ProcessIdentity } from "../ports/processes.ts";
import { beside, timestamp } from "./line.ts";

/** The content of `lock.json`: which process works on the session. */
interface LockRecord extends ProcessIdentity {
  /** Unique for each time the lock is taken. */
  readonly token: string;
  /** ISO 8601, UTC, to the second. */
  readonly since: string;
}

/** The right to write to a session until it is released, the process ends, or `lost` aborts. */
export interface SessionLock {
  readonly holder: LockRecord;
  /** Aborts when another process took or removed the lock: stop writing. */
  readonly lost: AbortSignal;
  /** May be called twice. */
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
 * A stale lock is taken over by claims. To follow the holder with token T, a process creates `lock.T.json`, which only
 * one process can. If the lock still contains T, it writes itself into the lock and then removes the claim; a process
 * that claims T too late finds another token in the lock and gives up. A process that dies between claiming and writing
 * is followed in the same way, by its own token.
 */
export async function acquireLock(files: Files, path: string, options: LockOptions): Promise<SessionLock> {
  const mine: LockRecord = {
    token: randomUUID(),
    since: timestamp(options.clock.now()),
    ...options.processes.self(),
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await files.createExclusive(path, encodeLock(mine), { sync: true })) return hold(files, path, mine, options);
    const claims = await readClaims(files, path);
    const last = claims.at(-1);
    if (last === undefined) continue; // released just now
    if (!(await isLeftBehind(files, last, options))) throw locked(files.absolute(path), last);
    if (await takeOver(files, path, mine, claims)) return hold(files, path, mine, options);
  }
  throw locked(files.absolute(path), (await readClaims(files, path)).at(-1));
}

/** Who holds the lock, for a process that only reads; undefined if nobody does, or the holder is dead. */
export async function lockHolder(files: Files, path: string, processes: Processes): Promise<LockRecord | undefined> {
  const holder = (await readClaims(files, path)).at(-1)?.record;
  return holder === undefined || processes.liveness(holder) === "dead" ? undefined : holder;
}

interface Claim {
  readonly path: string;
  readonly token: string;
  /** Absent if the file is not a valid lock: then only its age counts. */
  readonly record?: LockRecord;
}

/** The lock, then the claim on it, then the claim on that, and so on. */
async function readClaims(files: Files, path: string): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (let next = path; !claims.some((claim) => claim.path === next); ) {
    const claim = await readClaim(files, next, claims.length);
    if (claim === undefined) break;
    claims.push(claim);
    next = beside(path, claim.token);
  }
  return claims;
}

async function readClaim(files: Files, path: string, depth: number): Promise<Claim | undefined> {
  const text = await files.readText(path);
  if (text === undefined) return undefined;
  const record = decodeLock(text);
  return record ? { path, token: record.token, record } : { path, token: `unreadable-${depth}` };
}

/** Takes over from the last of the claims; false if another process was faster. */
async function takeOver(files: Files, path: string, mine: LockRecord, claims: readonly Claim[]): Promise<boolean> {
  const [lock, last] = [claims[0], claims.at(-1)];
  if (lock === undefined || last === undefined) return false;
  const claim = beside(path, last.token);
  if (!(await files.createExclusive(claim, encodeLock(mine), { sync: true }))) return false;
  const stands = (await readClaim(files, path, 0))?.token === lock.token;
  if (stands) {
    await files.writeAtomic(path, encodeLock(mine), { sync: true });
    for (const done of claims.slice(1)) await files.remove(done.path);
  }
  await files.remove(claim);
  return stands;
}

async function isLeftBehind(files: Files, { path, record }: Claim, options: LockOptions): Promise<boolean> {
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
  const isMine = async () => (await readClaim(files, path, 0))?.token === mine.token;
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

function locked(path: string, claim: Claim | undefined): WhetstoneError {
  const who = claim?.record
    ? `process ${claim.record.pid} on ${claim.record.host}, since ${claim.record.since}`
    : "the lock does not say which one";
  return new WhetstoneError("SESSION_LOCKED", `Another process is working on this session: ${who}.`, {
    target: path,
    fix: `Answer its questions where it runs (its terminal, or the page of \`whetstone ui\`) or with \`whetstone answer\`; or wait for it to end, or stop it. \`whetstone status\` works in the meantime. Delete ${path} only if you are sure that no such process is running.`,
  });
}

function encodeLock(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Undefined if it is not a complete lock of ours. */
function decodeLock(text: string): LockRecord | undefined {
  const value: unknown = orUndefined(() => JSON.parse(text));
  return isLockRecord(value) ? value : undefined;
}

function isLockRecord(value: unknown): value is LockRecord {
  if (typeof value !== "object" || value === null) return false;
  const { token, since, pid, host, started, boot, namespace } = value as Record<string, unknown>;
  const optional = [started, boot, namespace].every((field) => field === undefined || typeof field === "string");
  return optional && isToken(token) && isPrintable(since) && isPrintable(host) && isProcessNumber(pid);
}

/** Shown in messages, and anybody may have written the file. */
function isPrintable(text: unknown): boolean {
  return typeof text === "string" && text.length <= 255 && !/\p{C}/u.test(text);
}

/** Becomes part of a file name. */
function isToken(token: unknown): boolean {
  return typeof token === "string" && /^[0-9a-f-]{1,64}$/.test(token);
}

/** To the system, 0 and negative numbers mean whole process groups. */
function isProcessNumber(pid: unknown): boolean {
  return typeof pid === "number" && Number.isInteger(pid) && pid > 0;
}
