import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { clipLines } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import { gapLine } from "./gap-part.ts";
import { isWholeInPreface } from "./outline.ts";
import { contextPart } from "./person-part.ts";
import type { PromptMaterial, PromptOrder } from "./prompt-order.ts";
import type { TemplateValues } from "./template.ts";

const MOST_LISTED = 30;

/** The final review pass over the assembled spec (SPEC 12). */
export function finalReviewTask(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  const left = state.gaps.filter((gap) => gap.state === "USER_DEFERRED" || gap.state === "WONT_FIX");
  const earlier = state.gaps.filter((gap) => gap.origin === "final-review");
  return {
    round: String(order.round),
    limitations: bounded(left),
    earlier: bounded(earlier),
    contexts: contextPart(state, new Set()),
    draft: fenceAsData(material.draft ?? "", "markdown"),
    path: order.documentPath,
  };
}

function bounded(gaps: readonly Gap[]): string {
  const lines = gaps.slice(0, MOST_LISTED).map(gapLine);
  if (gaps.length > MOST_LISTED) lines.push(`- … and ${gaps.length - MOST_LISTED} more`);
  return lines.join("\n");
}

const INVENTORY_TOKENS = 3000;

/** Finding what nobody has written down (SPEC 16.1). */
export function surveyTask(state: State, order: PromptOrder, material: PromptMaterial): TemplateValues {
  const { source } = material.kit;
  const known = [...state.gaps].map((gap) => {
    const place = gap.places[0];
    const where = place === undefined ? "" : ` [${visibleLine(place.heading, 60)}, line ${place.line}]`;
    return `- ${gap.id}${where}: ${visibleLine(gap.title, 140)}`;
  });
  return {
    whole_source: isWholeInPreface(source) ? "" : fenceAsData(source.text, "markdown"),
    inventory: known.length === 0 ? "Nothing yet." : fenceAsData(clipLines(known.join("\n"), INVENTORY_TOKENS)),
    contexts: contextPart(state, new Set()),
    path: order.documentPath,
  };
}
