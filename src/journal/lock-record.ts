import * as z from "zod";

/** It goes into a message, and anybody may have written the file. */
const printable = z
  .string()
  .max(255)
  .regex(/^\P{C}*$/u);
const text = z.string();

/** What `lock.json` says: which process works on the session (`ProcessIdentity`), and since when. */
const lockRecord = z.object({
  /** Different for each time that a lock is taken; it becomes part of a file's name. */
  token: z.string().regex(/^[0-9a-f-]{1,64}$/),
  /** ISO 8601, UTC, to the second. */
  since: printable,
  /** 0 and negative numbers mean whole groups of processes to the system. */
  pid: z.int().positive(),
  host: printable,
  started: text.exactOptional(),
  boot: text.exactOptional(),
  namespace: text.exactOptional(),
});

export type LockRecord = Readonly<z.output<typeof lockRecord>>;

export function encodeLock(record: LockRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

/** Undefined for what is not a lock of ours, or not all of one. */
export function decodeLock(text: string): LockRecord | undefined {
  try {
    return lockRecord.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
