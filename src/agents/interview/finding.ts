import { check } from "../../checks/check.ts";
import { aboutOf, type Finding } from "../../checks/finding.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/finding-category.ts";
import type { Gap, GapFinding } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { linesOf } from "./passage.ts";

const known = new Map<string, { readonly rules: TaskBrief["checks"]; readonly found: readonly Finding[] }>();

/** The findings of a text; those of the last two are kept, since every gap of a round asks. */
export function findingsIn(text: string, rules: TaskBrief["checks"]): readonly Finding[] {
  const last = known.get(text);
  if (last?.rules === rules && last !== undefined) return last.found;
  const found = check(text, { rules: rules ?? {} });
  known.set(text, { rules, found });
  const [oldest] = known.keys();
  if (known.size > 2 && oldest !== undefined) known.delete(oldest);
  return found;
}

/** Why the interview's own Reviewer adds a gap: its gaps are known by it. */
export const BROUGHT_BY_ANSWER = "the answer brought it into the spec";

/** Stands between the title of such a gap and its line where another has that title. */
export const FOUND_AGAIN = " Found again: ";

/** The line that a gap of the interview's own Reviewer quotes. */
export function quotedLine(line: string): string {
  return visibleLine(line.trim().slice(0, 400));
}

/** What a check found, for a gap that came of it; `undefined` where none did. The Reviewer's are known by id and line. */
export function findingOf({ draft, checks }: TaskBrief, { finding, origin, id, quotations = [] }: Gap): Gap["finding"] {
  if (finding !== undefined || origin !== "reviewer") return finding;
  const lines = linesOf(draft);
  const found = findingsIn(draft, checks).find(
    ({ type, line }) =>
      FINDING_CATEGORIES[type] === parseGapId(id)?.category && quotations.includes(quotedLine(lines[line - 1] ?? "")),
  );
  return found && aboutOf(found, lines);
}

/** Two findings are the same where the same type is about the same subject. */
export function findingKey({ type, subject }: Pick<GapFinding, "type" | "subject">): string {
  return `${type}\n${subject.toLowerCase()}`;
}
