import { changesInForm } from "../../documents/form/changes-in-form.ts";
import type { Decision } from "../../model/decision.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { CarriedOut } from "./carry-out.ts";

export interface Resolved {
  readonly gap: GapId;
  /** Why there is something to say: the person's decision, or what settles the gap without asking. */
  readonly why: Decision | string;
  readonly result: Exclude<CarriedOut, { type: "impossible" }>;
  readonly issues: readonly Issue[];
}

/** The resolution in the Engineer's form (SPEC 5): the person's words as exact changes. */
export function resolutionDocument({ gap, why, result, issues }: Resolved): string {
  const said =
    typeof why === "string" ? why : `Answered by the person (${why.id}): ${visibleLine(why.option ?? "", 100)}.`;
  return [
    `## Gap Resolution: ${gap}`,
    "**Confidence:** HIGH",
    `### Proposed Solution\n\n${said}`,
    `### Spec Changes\n\n${changesText(result)}`,
    "### Examples\n\nNone.",
    "### Trade-offs\n\nNone: every word is the author's or the person's.",
    "### New Gaps Introduced\n\nNone.",
    ...issues.map(({ id }) => `## Response to ${id}\n\n${response(result)}`),
  ].join("\n\n");
}

function changesText(result: Resolved["result"]): string {
  if (result.type === "kept") return `No change needed: "${result.quotation}"`;
  return changesInForm(result.changes);
}

function response(result: Resolved["result"]): string {
  if (result.type === "kept") return `**Already in:** "${result.quotation}"`;
  return `**Changed in:** ${result.changes.map(({ number }) => number).join(", ")}`;
}
