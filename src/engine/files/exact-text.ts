import { decodeExact } from "../../documents/decode.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Files } from "../../ports/files.ts";

/** The exact text; undefined if the file is gone. An edit that is no text can neither be merged nor written over. */
export async function exactText(files: Files, path: string): Promise<string | undefined> {
  const bytes = await files.read(path);
  const decoded = bytes && decodeExact(bytes);
  if (!decoded?.undecodable) return decoded?.text;
  throw new UsageError(`your edit cannot be read as text: ${decoded.reason}`, {
    target: files.absolute(path),
    fix: "Save the file as UTF-8, then run the command again.",
  });
}
