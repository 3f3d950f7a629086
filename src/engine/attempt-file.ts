import { createHash } from "node:crypto";
import type { FileStream, Files } from "../ports/files.ts";

export type PartFile = ReturnType<typeof partFile>;

/**
 * What comes of an answer, beside its file with `.part`, for a person who looks: the run's own matter, which nothing
 * relies on. The answer itself is written when it is whole.
 */
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
    /** What came so far was not the document; it stays there until something else comes. */
    restart,
    /** The answer stands under its name. */
    async remove() {
      await restart();
      if (isThere) await files.remove(part);
    },
  };
}

/** An answer that a process which died had whole; it outlives a power cut then. */
export async function findAnswer(
  files: Files,
  path: string,
  sha256: string | undefined,
): Promise<Uint8Array | undefined> {
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
