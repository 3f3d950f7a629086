import { createHash } from "node:crypto";
import type { Files } from "../ports/files.ts";

export type PartFile = ReturnType<typeof partFile>;

/** The answer as far as it is streamed, in a `.part` file that a person can watch. Nothing depends on it. */
export function partFile(files: Files, path: string) {
  const part = partPath(path);
  let isThere = false;
  let isBegun = false;
  return {
    async write(text: string) {
      if (isBegun) await files.append(part, text);
      else await files.writeAtomic(part, text, { inPlace: true });
      [isThere, isBegun] = [true, true];
    },
    /** What was streamed so far is not the document; the file stays until more is streamed. */
    restart() {
      isBegun = false;
    },
    /** The complete answer has been written, so the part file is no longer needed. */
    async remove() {
      if (isThere) await files.remove(part);
    },
  };
}

/** The complete answer that a process received before it died, now synced; undefined if its hash does not match. */
export async function findAnswer(files: Files, path: string, sha256: string | undefined) {
  const bytes = await files.read(path);
  if (bytes === undefined || hashOf(bytes) !== sha256) return undefined;
  await files.writeAtomic(path, bytes, { sync: true });
  await files.remove(partPath(path));
  return bytes;
}

export function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function partPath(path: string): string {
  return `${path}.part`;
}
