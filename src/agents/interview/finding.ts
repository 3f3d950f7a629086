import { checkEach } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import type { Gap, GapFinding } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { passagesOf } from "./passage.ts";

/** The findings of a text; those of the last ones are kept, since every gap of a round asks. */
export function findingsIn(text: string, rules: TaskBrief["checks"] = NO_SWITCHES): readonly Finding[] {
  return found(text, rules);
}

const NO_SWITCHES = {};

const found = rememberLast(3, (text: string, rules: NonNullable<TaskBrief["checks"]>) => checkEach(text, { rules }));

/** Whether the interview's own Reviewer found it: an answer brought it into the spec. */
export function isBrought({ origin, finding }: Pick<Gap, "origin" | "finding">): boolean {
  return origin === "reviewer" && finding !== undefined;
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
  const about = gap.finding;
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
