import type { Files } from "../ports/files.ts";
import { NOTHING, type Reply, text } from "./reply.ts";

/** Paths of a session folder that the page may read: documents, but no internal files and no archives. */
const SHOWN: readonly RegExp[] = [
  /^(?:source|spec|changes|traceability|status|decisions|divergence_report|compression_candidates)\.md$/,
  /^(?:source|spec)\/(?:[^./\\:\0][^/\\:\0]{0,200}\/){0,20}[^./\\:\0][^/\\:\0]{0,200}\.(?:md|markdown)$/,
  /^round_\d{3,6}\/(?:engineer|reviewer|summary|log)\.md$/,
  /^round_\d{3,6}\/(?:prompts|attempts)\/[A-Za-z0-9][A-Za-z0-9._+-]{0,200}\.md(?:\.part)?$/,
  /^rollback_analysis_round_\d{3,6}_\d{1,3}\.md$/,
];

/** Longer documents are cut, so that the page stays usable. */
const MOST_BYTES = 8 * 1024 * 1024;

export function isShown(path: string): boolean {
  return SHOWN.some((pattern) => pattern.test(path)) && !path.includes("..");
}

/** A document of the session. The Files port refuses symbolic links that lead out of the folder. */
export async function fileReply(files: Files, path: string): Promise<Reply> {
  if (!isShown(path)) return text(403, "This is not a document of the session.");
  const bytes = await files.read(path);
  if (bytes === undefined) return NOTHING;
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MOST_BYTES)).toString("utf8");
  return text(200, bytes.byteLength > MOST_BYTES ? `${shown}\n\n… cut here` : shown);
}
