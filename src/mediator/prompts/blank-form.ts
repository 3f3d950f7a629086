import type { Gap } from "../../model/gap.ts";
import type { RunName } from "../effect.ts";
import { issuesToRecheck } from "../gate/context-of-run.ts";
import type { State } from "../state.ts";
import { mustBeAnswered, openIssues } from "./issues-part.ts";
import type { PromptKit } from "./prompt-order.ts";
import { withParents } from "./task-parts.ts";

type Order = Pick<RunName, "role" | "round" | "gaps">;

/** The form that a person fills in, a part for each gap, with the issues that need a word or an answer. */
export function blankForm(state: State, { forms }: Pick<PromptKit, "forms">, order: Order): string {
  const gaps = state.gaps.pick(order.gaps);
  if (order.role === "reviewer") {
    const [first = "", ...others] = gaps.map((gap) => reviewForm(state, forms["review-by-hand"], order, gap));
    return [first, ...others.map((form) => form.replace(HOW_TO, ""))].join("\n");
  }
  return order.role === "engineer" ? engineerForm(state, forms.engineer, gaps) : forms[order.role];
}

/** How to fill in a review is said once. */
const HOW_TO = /<!--[\s\S]*?-->\n\n/;

function named(form: string, { id }: Gap): string {
  return form.replaceAll("GAP-EXAMPLE-000", id);
}

/** A review names the issues that need a word, and no verdict yet. */
function reviewForm(state: State, form: string, { round }: Order, gap: Gap): string {
  const issues = issuesToRecheck(state, { gaps: [gap.id], round });
  if (issues.length === 0) return named(form, gap);
  const rows = issues.map((id) => `| ${id} | [RESOLVED, PARTLY or NOT_FIXED] | [the words that decide it, quoted] |`);
  const table = ["| Issue | Status | Why |", "| --- | --- | --- |", ...rows].join("\n");
  return named(form, gap).replace(/(?<=### Earlier Issues\n\n)None\./, () => table);
}

/** Changes are numbered through, and the issues to answer stand below. */
function engineerForm(state: State, form: string, gaps: readonly Gap[]): string {
  const parts = gaps.map((gap, at) => named(form, gap).replace("Change 1", `Change ${at + 1}`));
  const owed = openIssues(state, withParents(gaps)).filter(mustBeAnswered);
  const answers = owed.map(
    ({ id }) => `## Response to ${id}\n\n[What was done.]\n\n**Changed in:** [numbers of changes]\n`,
  );
  return [...parts, ...answers].join("\n");
}
