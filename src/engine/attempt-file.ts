import { createHash } from "node:crypto";
import type { FileStream, Files } from "../ports/files.ts";

export type PartFile = ReturnType<typeof partFile>;

/** The answer as far as it is streamed, in a `.part` file that a person can watch. Nothing depends on it. */
export function partFile(files: Files, path: string) {
  const part = partPath(path);
  let stream: FileStream | undefined;
  let isThere = false;
  const restart = async () => {
    await stream?.close();
    stream = undefined;
  };
  return {
    async write(text: string) {
      stream ??= await files.openStream(part, "replace");
      isThere = true;
      await stream.write(text);
    },
    /** What was streamed so far is not the document; the file stays until more is streamed. */
    restart,
    /** The complete answer has been written, so the part file is no longer needed. */
    async remove() {
      await restart();
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
