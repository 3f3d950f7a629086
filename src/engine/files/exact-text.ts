import { createHash } from "node:crypto";
import { decodeExact } from "../../documents/decode.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Files } from "../../ports/files.ts";

/**
 * The exact text; undefined if the file is gone. An edit that is no text can neither be merged nor written over; `own`
 * is what the session wrote there.
 */
export async function exactText(files: Files, path: string, own?: string): Promise<string | undefined> {
  const bytes = await files.read(path);
  const decoded = bytes && decodeExact(bytes);
  if (!decoded?.undecodable) return decoded?.text;
  if (own !== undefined && Buffer.from(own).equals(bytes ?? new Uint8Array())) return own;
  throw new UsageError(`your edit cannot be read as text: ${decoded.reason}`, {
    target: files.absolute(path),
    fix: "Save the file as UTF-8, then run the command again.",
  });
}

/** The User renamed or deleted a file of the spec: neither can be merged, and writing it back would undo it. */
export function goneFile(files: Files, path: string): UsageError {
  return new UsageError("a file of this session's spec was renamed or deleted", {
    target: files.absolute(path),
    fix: "Put it back under that name (the session folder has its text in spec/), then run the command again. To refine the spec without it, start over with `whetstone refine --new`.",
  });
}

export function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
