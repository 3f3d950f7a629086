import { quoteLines } from "../../documents/rendering/fence.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { State } from "../state.ts";

/** What the person said about these gaps, or about every gap, in their words and never shortened (SPEC 7). */
export function contextPart(state: State, gaps: ReadonlySet<GapId>): string {
  return state.contexts
    .filter((context) => appliesTo(context.gaps, gaps))
    .map((context) => quoteLines(context.text))
    .join("\n\n");
}

/** SPEC 13.6: each adjustment once, however often a round was rolled back. */
export function adjustmentPart(state: State, gaps: ReadonlySet<GapId>): string {
  const texts = state.adjustments
    .filter((adjustment) => appliesTo(adjustment.gaps, gaps))
    .map(({ text }) => text.trim());
  return [...new Set(texts)].map((text) => quoteLines(text)).join("\n\n");
}

function appliesTo(about: readonly string[], gaps: ReadonlySet<string>): boolean {
  return about.length === 0 || about.includes("*") || about.some((gap) => gaps.has(gap));
}

/** The gaps, and those they are parts of: a decision on the whole holds for its parts. */
export function withParents(gaps: readonly Gap[]): ReadonlySet<GapId> {
  return new Set(gaps.flatMap((gap) => (gap.partOf === undefined ? [gap.id] : [gap.id, gap.partOf])));
}
