import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./files/file-errors.ts";

/**
 * Shows that a request to a session comes from a process of the person's, and not from a program that could write into
 * the session's folder, too (docs/decisions/0006).
 */
export interface RequestProof {
  /** The proof for a text; undefined where none can be made here. Never throws. */
  of(text: string): Promise<string | undefined>;
}

const KEY = "inbox.key";
const KEY_BYTES = 32;

/** By a key in a folder of the person's own, which is made when it is first needed. */
export function requestProof(folder: string): RequestProof {
  return {
    async of(text) {
      const key = await keyIn(folder).catch(() => undefined);
      return key === undefined ? undefined : createHmac("sha256", key).update(text).digest("hex");
    },
  };
}

export function isSameProof(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function keyIn(folder: string): Promise<string | undefined> {
  const path = join(folder, KEY);
  const key = (await readKey(path)) ?? (await makeKey(folder, path));
  return key !== undefined && key.length >= KEY_BYTES ? key : undefined;
}

async function readKey(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

/** Whole or not at all, and of two processes that make one at the same time one wins. */
async function makeKey(folder: string, path: string): Promise<string | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    await writeFile(temporary, randomBytes(KEY_BYTES).toString("hex"), { flag: "wx", mode: 0o600 });
    await link(temporary, path).catch(async (error: unknown) => {
      if (errorCode(error) !== "EEXIST") await rename(temporary, path); // a disk without links
    });
  } finally {
    await rm(temporary, { force: true });
  }
  return readKey(path);
}
