import { createHash } from "node:crypto";
import type { FileStream, Files } from "../ports/files.ts";

/**
 * What comes of an answer, beside its file with `.part`, for a person who looks: the run's own matter, which nothing
 * relies on. The answer itself is written when it is whole.
 */
export interface PartFile {
  write(text: string): Promise<void>;
  /** What came so far was not the document; it stays there until something else comes. */
  restart(): Promise<void>;
  /** The answer stands under its name. */
  remove(): Promise<void>;
}

export function partFile(files: Files, path: string): PartFile {
  const part = partPath(path);
  let stream: FileStream | undefined;
  let isThere = false;
  const restart = async () => {
    await stream?.close();
    stream = undefined;
  };
  return {
    async write(text) {
      stream ??= await files.openStream(part, "replace");
      isThere = true;
      await stream.write(text);
    },
    restart,
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
