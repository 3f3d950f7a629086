import { type Finding, gapFindingOf } from "../../checks/finding.ts";
import { checkField } from "../../documents/form/issues-and-gaps.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { categoriesIn } from "../../documents/spec/category.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { openAnswer } from "./engineer.ts";
import { findingKey, findingsIn, linesIn, standingOf } from "./finding.ts";
import { linesNow } from "./passage.ts";

/** The Reviewer of the interview (SPEC 16.4): the checks, on the lines that changed. They hold nothing back. */
export function reviewer(task: AgentTask, brief: TaskBrief): string {
  const { gaps } = task.label;
  const found = newFindings(brief);
  return `${[
    ...gaps.map((gap) => review(brief, gap)),
    "### NO_ISSUES_FOUND: the changed lines, read by the checks",
    `- ${found.length} ${found.length === 1 ? "finding" : "findings"} in these lines; each is asked about`,
    "### New Gaps",
    newGaps(brief, gaps, found),
  ].join("\n\n")}\n`;
}

function review({ issues }: TaskBrief, gap: GapId): string {
  const earlier = issues.filter((issue) => issue.gap === gap);
  const rows = earlier.map(({ id }) => `| ${id} | RESOLVED | answered by the User |`);
  const table = ["| Issue | Status | Why |", "| --- | --- | --- |", ...rows].join("\n");
  return [
    `## Review: ${gap}`,
    ...(rows.length === 0 ? [] : ["### Earlier Issues", table]),
    "### Verdict",
    "APPROVED",
  ].join("\n\n");
}

/** What the checks find in lines that are not the source's, or only now, or beside what was asked there. */
function newFindings(brief: TaskBrief): readonly Finding[] {
  const { draft, source, checks } = brief;
  const [lines, aligned] = [splitLines(draft), linesNow(brief)];
  const before = new Set(findingsIn(source, checks).map((found) => `${found.line} ${findingKey(found)}`));
  const gaps = brief.gaps.map((gap) => ({ ...standingOf(brief, gap), answer: lastAnswer(brief, gap.id) }));
  const isOld = (found: Finding) =>
    linesIn(found).every((line) => aligned.stood(line)) &&
    before.has(`${aligned.before(found.line)} ${findingKey(found)}`) &&
    !gaps.some(({ answer, holds }) => (answer === "edit" || answer === "add") && holds(found.line));
  // What an edit or an added line leaves open is as open as before, and what was struck is no longer there.
  const isAsked = (found: Finding) =>
    gaps.some(({ answer, isAbout }) => {
      const isLeft = answer === "edit" || answer === "strike" || (answer === "add" && !aligned.stood(found.line));
      return !isLeft && isAbout(found);
    });
  const isBelow = (line: number) => gaps.some(({ answer, holds }) => answer === "add" && holds(line));
  // What the person wrote where questions are listed is no question, and says which of the options above it holds.
  const isAnswer = ({ type, line }: Finding) =>
    type === "open-question" ? !lines[line - 1]?.includes("?") : type === "undecided" && isBelow(line);
  return findingsIn(draft, checks).filter((found) => !isOld(found) && !isAsked(found) && !isAnswer(found));
}

/** What was done last to a passage; nothing where that is not in the draft yet. */
function lastAnswer(brief: TaskBrief, gap: GapId): PassageAnswer["kind"] | undefined {
  const last = brief.decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(gap));
  return openAnswer(brief, gap) === undefined ? last?.passages?.[0]?.kind : undefined;
}

function newGaps(brief: TaskBrief, gaps: readonly GapId[], found: readonly Finding[]): string {
  if (found.length === 0) return "None.";
  const mint = gapIdMint(brief.gaps.map(({ id }) => id));
  const lines = splitLines(brief.draft);
  const categoryAt = categoriesIn(parseMarkdown(brief.draft));
  const titles = [...brief.gaps.map(({ title }) => title), ...found.map(({ message }) => message)];
  const isOnly = ({ type, message }: Finding) =>
    type !== "explicit-marker" && titles.filter((title) => title.startsWith(message)).length === 1;
  return found
    .map((finding) => {
      const { severity, message, line } = finding;
      const text = (lines[line - 1] ?? "").trim();
      const title = isOnly(finding) ? message : titleIn(message, text);
      const quoted = linesIn(finding).map((at) => `"${visibleLine((lines[at - 1] ?? "").trim().slice(0, 400))}"`);
      return [
        `- **${mint.next(categoryAt(line))}** (${severity}): ${visibleLine(title, 300)}`,
        `  - **Parent:** ${broughtBy(brief, gaps, text) ?? gaps[0]}`,
        `  - **Place:** ${quoted.join(" and ")}`,
        "  - **Why:** the answer brought it into the spec",
        `  - ${checkField({ ...gapFindingOf(finding, lines), message })}`,
      ].join("\n");
    })
    .join("\n");
}

function broughtBy({ changes }: TaskBrief, gaps: readonly GapId[], line: string): GapId | undefined {
  return changes.find(
    (proposal) => gaps.includes(proposal.gap) && proposal.changes.some((each) => each.new.includes(line)),
  )?.gap;
}

/** A gap is known again by its title: the line tells it from others of the same message. */
function titleIn(message: string, line: string): string {
  return `${message} Found in: ${plainText(line.replace(/^(?:[-*+>|]|#{1,6}|\d{1,9}[.)])\s+/, ""))}`;
}
