import type { Change, ChangeKind } from "../../model/change.ts";
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
  return result.changes.map(changeText).join("\n\n");
}

const NAMES: Readonly<Record<ChangeKind, string>> = {
  replace: "replace",
  "add-after": "add after",
  "add-at-end": "add at the end",
  remove: "remove",
};

function changeText({ number, kind, place, old, new: text }: Change): string {
  const where = place === "" ? "" : ` in "${place}"`;
  const fences = [...(old === "" ? [] : [fenced("old", old)]), ...(kind === "remove" ? [] : [fenced("new", text)])];
  return [`**Change ${number}: ${NAMES[kind]}**${where}`, ...fences].join("\n\n");
}

/** A fence that is longer than any in the text. */
function fenced(info: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${info}\n${text}${text === "" ? "" : "\n"}${marks}`;
}

function response(result: Resolved["result"]): string {
  if (result.type === "kept") return `**Already in:** "${result.quotation}"`;
  return `**Changed in:** ${result.changes.map(({ number }) => number).join(", ")}`;
}
