import { readForm } from "../../documents/form/read-form.ts";
import type { EngineerDocument } from "../../documents/values.ts";
import type { GapId } from "../../model/ids.ts";

/** What a round's joined document proposed for each gap, as documents of their own; none for a gap it did not resolve. */
export function documentsOf(joined: string, gaps: readonly GapId[]): { gap: GapId; text: string }[] {
  const { text, document } = readForm(joined, "engineer");
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
