import { check } from "../../checks/check.ts";
import { aboutOf, type Finding } from "../../checks/finding.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/find-gaps.ts";
import type { Gap, GapFinding } from "../../model/gap.ts";
import { parseGapId } from "../../model/ids.ts";
import { rememberLast } from "../../model/remember-last.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { passagesOf } from "./passage.ts";

/** The findings of a text; those of the last ones are kept, since every gap of a round asks. */
export function findingsIn(text: string, rules: TaskBrief["checks"] = NO_SWITCHES): readonly Finding[] {
  return found(text, rules);
}

const NO_SWITCHES = {};

const found = rememberLast(3, (text: string, rules: NonNullable<TaskBrief["checks"]>) => check(text, { rules }));

/** Why the interview's own Reviewer adds a gap: its gaps are known by it. */
export const BROUGHT_BY_ANSWER = "the answer brought it into the spec";

/** Stands between what was found and its line in the title of such a gap. */
export const FOUND_IN = " Found in: ";

/** The line that a gap of the interview's own Reviewer quotes. */
export function quotedLine(line: string): string {
  return visibleLine(line.trim().slice(0, 400));
}

/** What a check found, for a gap that came of it; `undefined` where none did. The Reviewer's are known by id and line. */
export function findingOf({ draft, checks }: TaskBrief, { finding, origin, id, quotations = [] }: Gap): Gap["finding"] {
  if (finding !== undefined || origin !== "reviewer") return finding;
  const lines = splitLines(draft);
  const own = findingsIn(draft, checks).find(
    ({ type, line }) =>
      FINDING_CATEGORIES[type] === parseGapId(id)?.category && quotations.includes(quotedLine(lines[line - 1] ?? "")),
  );
  return own && aboutOf(own, lines);
}

/** Two findings are the same where the same type is about the same subject. */
export function findingKey({ type, subject }: Pick<GapFinding, "type" | "subject">): string {
  return `${type}\n${subject.toLowerCase()}`;
}

/** Its line, and the other one where it is about two. */
export function linesIn({ line, related: [other] }: Pick<Finding, "line" | "related">): number[] {
  return other === undefined ? [line] : [line, other.line];
}

/** What the checks may call a gap that the spec states itself. */
export function isStatement(found: Pick<GapFinding, "type"> | undefined): boolean {
  return found?.type === "explicit-marker" || found?.type === "open-question";
}

/** Where a gap stands in the draft. */
export interface Standing {
  holds(line: number): boolean;
  /** Whether what is found is what the gap is about: the same finding in its passages, or any on both of two. */
  isAbout(found: Finding): boolean;
}

export function standingOf(brief: TaskBrief, gap: Gap): Standing {
  const passages = passagesOf(brief, gap);
  const about = findingOf(brief, gap);
  const holds = (line: number) => passages.some((each) => each.line <= line && line <= each.endLine);
  return {
    holds,
    isAbout(found) {
      const lines = linesIn(found);
      if (passages.length > 1 && lines.length > 1 && lines.every(holds)) return true;
      const isSame = about === undefined ? isStatement(found) : findingKey(about) === findingKey(found);
      return isSame && lines.some(holds);
    },
  };
}
