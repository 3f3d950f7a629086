import { plainText } from "../../documents/markdown/inline.ts";
import { renderChoices } from "../../documents/proposal/read-choices.ts";
import type { LineEdit } from "../../documents/values.ts";
import type { Decision } from "../../model/decision.ts";
import type { Gap } from "../../model/gap.ts";
import type { Issue } from "../../model/issue.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { broughtBy } from "./brought-lines.ts";
import type { Inquiry } from "./inquiry.ts";

/** BLOCKED_NEEDS_INPUT with the question, what an answer should name, and the choices (SPEC 7, 16.4). */
export function questionDocument(
  gap: Gap,
  inquiry: Inquiry,
  before: Decision | undefined,
  issues: readonly Issue[],
): string {
  const again = before === undefined ? "" : `${askedAgain(before, issues)} `;
  const wanted =
    inquiry.choices.length === 0 ? ` Name ${inquiry.wanted}.` : ` If none of the choices fits, name ${inquiry.wanted}.`;
  const choices = inquiry.choices.map(({ label, why, recommended, write }) => ({
    label: bareLabel(label),
    text: `${visibleLine(why, 200)}${result(write())}`,
    // What was taken and did not hold is no default any more.
    ...(recommended === true && !wasTaken(label, before) ? { recommended } : {}),
  }));
  return `${[
    `## BLOCKED_NEEDS_INPUT: ${gap.id}`,
    visibleLine(`${again}${inquiry.question}${wanted}`, 1500),
    ...(choices.length === 0 ? [] : [renderChoices(choices)]),
  ].join("\n\n")}\n`;
}

/** A vague answer comes back with what is wrong with it. */
function askedAgain({ decision }: Decision, issues: readonly Issue[]): string {
  const why = issues.map((issue) => `${issue.title.replace(/[.:]$/, "")}.`).join(" ");
  return `You answered "${visibleLine(decision, 200)}".${why === "" ? "" : ` ${visibleLine(why, 400)}`}`;
}

/** What the spec would say with it, so that nobody need guess. */
function result(edits: readonly LineEdit[]): string {
  const says = broughtBy(edits).join(" ");
  return says === "" ? "" : `; it then says: "${visibleLine(says, 300)}"`;
}

function wasTaken(label: string, before: Decision | undefined): boolean {
  return before?.option !== undefined && isSameLabel(label, before.option);
}

/** A label must not hold what parts it from its reason. */
function bareLabel(label: string): string {
  return visibleLine(label, 150)
    .replace(/:\s/g, ", ")
    .replace(/\s[–—]\s/g, " - ");
}

/** The record has the label as it was read: without markup. */
export function isSameLabel(label: string, recorded: string): boolean {
  return folded(bareLabel(label)) === folded(recorded);
}

function folded(label: string): string {
  return plainText(label)
    .replace(/[`*_\s]+/g, " ")
    .trim()
    .toLowerCase();
}
