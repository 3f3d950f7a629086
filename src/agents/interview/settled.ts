import { checkEach } from "../../checks/check.ts";
import type { Finding } from "../../checks/finding.ts";
import { findGaps } from "../../mediator/inventory/find-gaps.ts";
import type { Gap, GapFinding } from "../../model/gap.ts";
import { rememberLast } from "../../model/remember-last.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { marksIn } from "./ask.ts";
import { quotationFrom } from "./carry-out.ts";
import { openWords } from "./open-words.ts";
import { type Passage, passagesOf } from "./passage.ts";

/** The words of the spec that settle a gap because of another answer or an edit of the author's: nothing is asked twice (SPEC 16.4). */
export function settledAlready(brief: TaskBrief, gap: Gap): string | undefined {
  const { draft } = brief;
  const [first] = passagesOf(brief, gap);
  if (first !== undefined)
    return isAnswered(brief, gap, first) || isMended(brief, gap) ? quotationFrom(first.text, draft) : undefined;
  // The passage was struck or rewritten: its heading or the beginning of the spec is quoted instead.
  if (gap.origin === "user" || (gap.places.length === 0 && !isBrought(gap))) return undefined;
  const heading = gap.places[0]?.heading.split(" > ").at(-1) ?? "";
  return quotationFrom(heading || draft, draft) ?? quotationFrom(draft, draft);
}

/** Whether the interview's Reviewer found the gap, that is, whether an answer introduced it. */
function isBrought({ origin, finding }: Gap): boolean {
  return origin === "reviewer" && finding !== undefined;
}

/** Whether the same words of the same passage were already kept or answered for another gap. */
function isAnswered(brief: TaskBrief, gap: Gap, passage: Passage): boolean {
  const marksOf = (each: Gap) => openWords(each, passage)?.words ?? `${each.finding?.type} ${marksIn(each, passage)}`;
  const own = marksOf(gap);
  return brief.decisions.some(
    ({ gaps, passages = [] }) =>
      passages.some(({ kind, passage: text }) => (kind === "keep" || kind === "add") && text === passage.text) &&
      brief.gaps.some((other) => other.id !== gap.id && gaps.includes(other.id) && marksOf(other) === own),
  );
}

/** Whether the gap was found in the source and is no longer found. */
function isMended(brief: TaskBrief, gap: Gap): boolean {
  const before = { ...brief, draft: brief.source, versions: [] };
  return (isBrought(gap) || isFound(before, gap)) && !isFound(brief, gap);
}

/** Whether the checks, or the author's own statement, still show the gap. */
function isFound(brief: TaskBrief, gap: Gap): boolean {
  const { draft, checks } = brief;
  const { holds, isAbout } = standingOf(brief, gap);
  if (gap.finding !== undefined) return findingsIn(draft, checks).some(isAbout);
  return gap.origin === "source" && statedLines(draft).some(holds);
}

const statedLines = rememberLast(3, (draft: string) =>
  findGaps(draft).flatMap(({ places }) => places.map(({ line }) => line)),
);

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
