import { keywordsOf } from "../../documents/stated/keywords.ts";
import { isOpen } from "../../model/counting.ts";
import { type Gap, sharePlace } from "../../model/gap.ts";

export const SAME_DECISION = "it asks for the same decision at the same place";

/** Fewer shared words may be chance. */
const LEAST_SHARED = 3;

/**
 * The open gap that a new one repeats in other words: it is about the same passage, and asks for the same (SPEC 16.1).
 * `lines` are those that places refer to. Uncertain is not repeated: both gaps stay.
 */
export function repeatedGap(gap: Gap, known: Iterable<Gap>, lines: readonly string[]): Gap | undefined {
  for (const other of known) {
    if (other.id === gap.parent || isOfOneRun(gap, other) || !isOpen(other) || !sharePlace(gap, other)) continue;
    if (asksTheSame(gap, other, lines)) return other;
  }
  return undefined;
}

/** Who names two gaps in one document means two. */
function isOfOneRun(a: Gap, b: Gap): boolean {
  return a.round === b.round && a.origin === b.origin && a.parent === b.parent;
}

/** A gap that is the passage itself is never repeated so: others about the passage share its words. */
function asksTheSame(gap: Gap, known: Gap, lines: readonly string[]): boolean {
  const passage = keywordsOf([gap, known].flatMap((of) => linesOf(of, lines)).join("\n"));
  const [a, b] = [gap, known].map(({ title }) => [...keywordsOf(title)].filter((word) => !passage.has(word)));
  const shared = a?.filter((word) => b?.includes(word)).length ?? 0;
  return shared >= LEAST_SHARED && shared === Math.min(a?.length ?? 0, b?.length ?? 0);
}

function linesOf({ places }: Gap, lines: readonly string[]): string[] {
  return places.flatMap(({ line, endLine }) => lines.slice(line - 1, endLine));
}
