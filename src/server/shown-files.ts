import type { Files } from "../ports/files.ts";
import { NOTHING, type Reply, text } from "./reply.ts";

/** What the page may read of a session folder: its documents. Nothing of a running process, nothing that is packed. */
const SHOWN: readonly RegExp[] = [
  /^(?:source|spec|changes|traceability|status|decisions|divergence_report|compression_candidates)\.md$/,
  /^(?:source|spec)\/(?:[^./\\:\0][^/\\:\0]{0,200}\/){0,20}[^./\\:\0][^/\\:\0]{0,200}\.(?:md|markdown)$/,
  /^round_\d{3,6}\/(?:engineer|reviewer|summary|log)\.md$/,
  /^round_\d{3,6}\/(?:prompts|attempts)\/[A-Za-z0-9][A-Za-z0-9._+-]{0,200}\.md(?:\.part)?$/,
  /^rollback_analysis_round_\d{3,6}_\d{1,3}\.md$/,
];

/** What is longer is not shown whole: the page stays usable whatever an agent wrote. */
const MOST_BYTES = 8 * 1024 * 1024;

export function isShown(path: string): boolean {
  return SHOWN.some((pattern) => pattern.test(path)) && !path.includes("..");
}

/** A document of the session, nothing else of the disk: the Files port refuses a link that leads out. */
export async function fileReply(files: Files, path: string): Promise<Reply> {
  if (!isShown(path)) return text(403, "This is not a document of the session.");
  const bytes = await files.read(path);
  if (bytes === undefined) return NOTHING;
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, MOST_BYTES)).toString("utf8");
  return text(200, bytes.byteLength > MOST_BYTES ? `${shown}\n\n… cut here` : shown);
}
