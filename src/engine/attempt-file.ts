import { createHash } from "node:crypto";
import type { FileStream, Files } from "../ports/files.ts";

/** The file of one attempt: beside it with `.part` while the answer comes, under its name once it is whole. */
export interface AttemptFile {
  write(text: string): Promise<void>;
  /** What came so far was not the document. */
  restart(): Promise<void>;
  /** Puts the document in place, synced; without one, what came stays behind as `.part` for whoever looks. */
  finish(bytes: Uint8Array | undefined): Promise<void>;
}

/** An agent that answers at once never opens a stream: its document is written in one go. */
export function attemptFile(files: Files, path: string): AttemptFile {
  const part = `${path}.part`;
  let stream: FileStream | undefined;
  let written = createHash("sha256");
  return {
    async write(text) {
      stream ??= await files.openStream(part, "replace");
      await stream.write(text);
      written.update(text);
    },
    async restart() {
      await stream?.close();
      stream = undefined;
      written = createHash("sha256");
    },
    async finish(bytes) {
      if (stream && bytes && written.digest("hex") === createHash("sha256").update(bytes).digest("hex")) {
        await stream.sync();
        await stream.close();
        return files.rename(part, path, { sync: true });
      }
      await stream?.close();
      if (!bytes) return;
      await files.writeAtomic(path, bytes, { sync: true });
      if (stream) await files.remove(part);
    },
  };
}
