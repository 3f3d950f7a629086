import type { ProcessIdentity } from "../ports/processes.ts";

/** What `lock.json` says: who works on the session. */
export interface LockRecord extends ProcessIdentity {
  /** Different for each time that a lock is taken. */
  readonly token: string;
  /** ISO 8601, UTC, to the second. */
  readonly since: string;
}

export function encodeLock(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Undefined for what is not a lock of ours, or not all of one. */
export function decodeLock(text: string): LockRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLockRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLockRecord(value: unknown): value is LockRecord {
  if (typeof value !== "object" || value === null) return false;
  const { token, since, pid, host, started, boot, namespace } = value as Record<string, unknown>;
  const optional = [started, boot, namespace].every((field) => field === undefined || typeof field === "string");
  return optional && isToken(token) && isPrintable(since) && isPrintable(host) && isProcessNumber(pid);
}

/** It goes into a message, and anybody may have written the file. */
function isPrintable(text: unknown): boolean {
  return typeof text === "string" && text.length <= 255 && !/\p{C}/u.test(text);
}

/** It becomes part of a file's name. */
function isToken(token: unknown): boolean {
  return typeof token === "string" && /^[0-9a-f-]{1,64}$/.test(token);
}

/** 0 and negative numbers mean whole groups of processes to the system. */
function isProcessNumber(pid: unknown): boolean {
  return typeof pid === "number" && Number.isInteger(pid) && pid > 0;
}
