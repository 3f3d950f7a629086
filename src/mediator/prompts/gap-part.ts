import type { Gap } from "../../model/gap.ts";
import { type GapId, gapId, parseGapId } from "../../model/ids.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { clip } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import { highestNumber } from "./inventory-facts.ts";

const GAP_TEXT_TOKENS = 1500;

/** The gaps with their texts. */
export function gapPart(gaps: readonly Gap[]): string {
  return gaps.map(oneGap).join("\n\n");
}

function oneGap(gap: Gap): string {
  const label = gap.label === undefined || gap.label === gap.id ? "" : `, called ${visibleLine(gap.label, 40)}`;
  const part = gap.partOf === undefined ? "" : `, a part of ${gap.partOf}`;
  const heading = `**${gap.id}** (${gap.severity}${label}${part}): ${visibleLine(gap.title, 200)}`;
  const text = gap.text.trim();
  if (text === "" || text === gap.title.trim()) return heading;
  return `${heading}\n${fenceAsData(clip(text, GAP_TEXT_TOKENS))}`;
}

/** A gap in a line, for lists. */
export function gapLine(gap: Gap): string {
  return `- ${gap.id} (${gap.severity}, ${gap.state}): ${visibleLine(gap.title, 120)}`;
}

/** The first free number in a gap's category: models restart numbers, and a taken id has to be renumbered (SPEC 3.1). */
export function nextGapId(state: State, near: Gap | undefined): GapId {
  const category = (near && parseGapId(near.id)?.category) ?? "NEW";
  return gapId(category, highestNumber(state.gaps, category) + 1);
}
