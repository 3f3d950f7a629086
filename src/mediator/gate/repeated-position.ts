import type { Lines } from "../../documents/markdown/block.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import type { GapId } from "../../model/ids.ts";
import type { GateContext } from "./gate-context.ts";
import { REPEATED_FROM, shingleSimilarity } from "./shingle-similarity.ts";

/** Part of a document about a gap: a resolution, or an issue. */
interface Part extends Lines {
  readonly gap?: GapId;
}

/** SPEC 10.5: a position that the person rejected stands in this part again. Quotations do not count. */
export function repeatedPosition(part: Part, lines: readonly string[], context: GateContext): GateWarning[] {
  const decided = (context.decided ?? []).filter(
    (conflict) => conflict.rejected.trim() !== "" && (conflict.gap === undefined || conflict.gap === part.gap),
  );
  if (decided.length === 0) return [];
  const words = ownWords(lines, part);
  return decided.flatMap((conflict): GateWarning[] => {
    const similarity = shingleSimilarity(conflict.rejected, words);
    if (similarity < REPEATED_FROM) return [];
    const share = Math.round(similarity * 100);
    const message = `${part.gap ?? "This part"} repeats ${share} % of the position on ${conflict.issue} that ${conflict.decision} rejected.`;
    return [{ type: "REPEATED_POSITION", message, line: part.line }];
  });
}

function ownWords(lines: readonly string[], part: Part): string {
  const own = lines.slice(part.line - 1, part.endLine);
  return own.filter((line) => !line.trimStart().startsWith(">")).join("\n");
}
