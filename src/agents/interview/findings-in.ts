import { checkEach } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import type { Gap, GapFinding } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { passagesOf } from "./passage.ts";

/** The findings of a text, cached because every gap of a round asks for them. */
export function findingsIn(text: string, rules: TaskBrief["checks"] = NO_SWITCHES): readonly Finding[] {
  return found(text, rules);
}

const NO_SWITCHES = {};

const found = rememberLast(3, (text: string, rules: NonNullable<TaskBrief["checks"]>) => checkEach(text, { rules }));

export function findingKey({ type, subject }: Pick<GapFinding, "type" | "subject">): string {
  return `${type}\n${subject.toLowerCase()}`;
}

/** The line of a finding, and the related line if it concerns two places. */
export function linesIn({ line, related: [other] }: Pick<Finding, "line" | "related">): number[] {
  return other === undefined ? [line] : [line, other.line];
}

/** Whether the checks found what the author may also have stated as open: a marker or a question. */
function isStatement(found: Pick<GapFinding, "type">): boolean {
  return found.type === "explicit-marker" || found.type === "open-question";
}

export function standingOf(brief: TaskBrief, gap: Gap) {
  const passages = passagesOf(brief, gap);
  const about = gap.finding;
  const holds = (line: number) => passages.some((each) => each.line <= line && line <= each.endLine);
  /** Whether a finding is what the gap is about: the same finding in its passages, or one that spans both of them. */
  const isAbout = (found: Finding) => {
    const lines = linesIn(found);
    if (passages.length > 1 && lines.length > 1 && lines.every(holds)) return true;
    // A reworded marker is still a marker.
    const isStated = about === undefined || isStatement(about);
    return (isStated ? isStatement(found) : findingKey(about) === findingKey(found)) && lines.some(holds);
  };
  return { holds, isAbout };
}
