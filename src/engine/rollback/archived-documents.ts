import { readForm } from "../../documents/form/read-form.ts";
import type { EngineerDocument } from "../../documents/values.ts";
import { joinedPath } from "../../mediator/session-paths.ts";
import type { GapId } from "../../model/ids.ts";
import { unpackArchive } from "./unpack-archive.ts";

/** What an archived round proposed for each gap, as documents of their own; none for a gap it did not resolve. */
export async function archivedDocuments(
  packed: Uint8Array,
  name: string,
  round: number,
  gaps: readonly GapId[],
): Promise<{ gap: GapId; text: string }[]> {
  const files = await unpackArchive(packed, name);
  const joined = files.find((file) => file.path === joinedPath(round, "engineer"));
  if (!joined) return [];
  const { text, document } = readForm(Buffer.from(joined.bytes).toString("utf8"), "engineer");
  const { resolutions } = document as EngineerDocument;
  const lines = text.split("\n");
  const starts = resolutions.map((one) => one.line).sort((a, b) => a - b);
  return gaps.flatMap((gap) => {
    const resolution = resolutions.find((one) => one.gap === gap);
    if (!resolution) return [];
    // Up to the next resolution: answers to issues stand behind the one that they go with.
    const end = starts.find((line) => line > resolution.line) ?? lines.length + 1;
    return [
      {
        gap,
        text: `${lines
          .slice(resolution.line - 1, end - 1)
          .join("\n")
          .trim()}\n`,
      },
    ];
  });
}
