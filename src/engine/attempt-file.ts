import { createHash, type Hash } from "node:crypto";
import type { FileStream, Files } from "../ports/files.ts";

/** The file of one attempt: beside it with `.part` while the answer comes, under its name once it is kept. */
export interface AttemptFile {
  write(text: string): Promise<void>;
  /** What came so far was not the document. */
  restart(): Promise<void>;
  /** The document stands whole in the `.part`; tells its hash. */
  complete(bytes: Uint8Array): Promise<string>;
  /** Gives what was completed its name. Then it outlives a power cut. */
  keep(): Promise<void>;
  /** There is no document: what came stays behind as `.part` for whoever looks. */
  abandon(): Promise<void>;
}

export function attemptFile(files: Files, path: string): AttemptFile {
  const part = partPath(path);
  let stream: FileStream | undefined;
  /** Of what is streamed; most agents answer all at once. */
  let written: Hash | undefined;
  const put = async (data: string | Uint8Array) => {
    stream ??= await files.openStream(part, "replace");
    await stream.write(data);
  };
  const restart = async () => {
    await stream?.close();
    stream = undefined;
    written = undefined;
  };
  return {
    async write(text) {
      await put(text);
      written ??= createHash("sha256");
      written.update(text);
    },
    restart,
    async complete(bytes) {
      const sha256 = hashOf(bytes);
      if (written?.digest("hex") === sha256) return sha256;
      await restart();
      await put(bytes);
      return sha256;
    },
    async keep() {
      // At the same time: a name without its content is told by the hash.
      await Promise.all([stream?.sync("content"), files.rename(part, path, { sync: true })]);
      await stream?.close();
    },
    abandon: restart,
  };
}

/** An answer that a process which died had whole, under its name or not yet; it outlives a power cut then. */
export async function findAnswer(
  files: Files,
  path: string,
  sha256: string | undefined,
): Promise<Uint8Array | undefined> {
  for (const place of [path, partPath(path)]) {
    const bytes = await files.read(place);
    if (bytes === undefined || hashOf(bytes) !== sha256) continue;
    const stream = await files.openStream(place, "append");
    await stream.sync();
    await stream.close();
    if (place !== path) await files.rename(place, path, { sync: true });
    return bytes;
  }
  return undefined;
}

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function partPath(path: string): string {
  return `${path}.part`;
}
