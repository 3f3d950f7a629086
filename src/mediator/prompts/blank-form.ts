import { changesInForm } from "../../documents/form/changes-in-form.ts";
import type { Change } from "../../model/change.ts";
import type { Gap } from "../../model/gap.ts";
import type { RunName } from "../effect.ts";
import { issuesToRecheck } from "../gate/context-of-run.ts";
import { isInSpec } from "../queries.ts";
import type { State } from "../state.ts";
import { shownProposal } from "./engineer-task.ts";
import { mustBeAnswered, openIssues, quotedWords } from "./gap-parts.ts";
import type { PromptKit } from "./prompt-kit.ts";
import { placesIn } from "./spec-sections.ts";
import { withParents } from "./task-parts.ts";

type Order = Pick<RunName, "role" | "round" | "gaps">;

/** The form that a person fills in, a part for each gap, with what the session knows already in it. */
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

const BLANK_CHANGE = /\*\*Change 1: replace\*\*[\s\S]*?```new\n(.*)\n```/;

/** Each gap's last version or its passage stands in it as a change, and the issues to answer below; changes are numbered through. */
function engineerForm(state: State, form: string, gaps: readonly Gap[]): string {
  let number = 0;
  const parts = gaps.map((gap) => {
    const changes = startingChanges(state, gap, BLANK_CHANGE.exec(form)?.[1] ?? "");
    if (changes.length === 0) {
      number += 1;
      return named(form, gap).replace("Change 1", `Change ${number}`);
    }
    const numbered = changes.map((change) => {
      number += 1;
      return { ...change, number };
    });
    return named(form, gap).replace(BLANK_CHANGE, () => changesInForm(numbered));
  });
  const owed = openIssues(state, withParents(gaps)).filter(mustBeAnswered);
  const answers = owed.map(
    ({ id }) => `## Response to ${id}\n\n[What was done.]\n\n**Changed in:** [numbers of changes]\n`,
  );
  return [...parts, ...answers].join("\n");
}

/** The changes of the last version unless they stand in the spec, else the gap's passage to be replaced. */
function startingChanges(state: State, gap: Gap, blank: string): readonly Change[] {
  const last = shownProposal(state, gap.id);
  if (last !== undefined && !isInSpec(state, last.id, last.round)) return last.changes;
  const [old, ...others] = quotedWords(state.spec, gap);
  if (old === undefined || others.length > 0) return [];
  const places = placesIn(state.spec.text);
  const place = gap.places.map(({ heading }) => heading).find((heading) => places.has(heading)) ?? "";
  return [{ number: 1, kind: "replace", place, old, new: blank }];
}
