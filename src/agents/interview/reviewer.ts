import { type Finding, gapFindingOf } from "../../checks/finding.ts";
import { checkField } from "../../documents/form/issues-and-gaps.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import { categoriesIn } from "../../documents/stated/categories-in.ts";
import type { PassageAnswer } from "../../model/decision.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { splitLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { openAnswer } from "./engineer.ts";
import { linesNow } from "./passage.ts";
import { findingKey, findingsIn, linesIn, standingOf } from "./settled.ts";

/** The Reviewer of the interview (SPEC 16.4): runs the checks on the changed lines and approves every gap; findings become questions. */
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

/** The findings that answers introduced or left: in new lines, on a new subject, or in a passage that was answered. */
function newFindings(brief: TaskBrief): readonly Finding[] {
  const { draft, source, checks } = brief;
  const [lines, { stood }] = [splitLines(draft), linesNow(brief)];
  const before = new Set(findingsIn(source, checks).map(findingKey));
  const gaps = brief.gaps.map((gap) => ({ ...standingOf(brief, gap), answer: writtenAnswer(brief, gap.id) }));
  const isOld = (found: Finding) =>
    linesIn(found).every(stood) &&
    before.has(findingKey(found)) &&
    !gaps.some(({ answer, holds }) => (answer === "edit" || answer === "add") && holds(found.line));
  // What a gap without an answer is about is asked anyway; words below a passage settle it.
  const isAsked = (found: Finding) =>
    gaps.some(
      ({ answer, isAbout }) =>
        (answer === undefined || answer === "keep" || (answer === "add" && stood(found.line))) && isAbout(found),
    );
  // The person's answers in a list of questions are not questions.
  const isAnswer = ({ type, line }: Finding) => type === "open-question" && !lines[line - 1]?.includes("?");
  return findingsIn(draft, checks).filter((found) => !isOld(found) && !isAsked(found) && !isAnswer(found));
}

/** The kind of the last answer to a gap, if it is already in the draft. */
function writtenAnswer(brief: TaskBrief, gap: GapId): PassageAnswer["kind"] | undefined {
  const last = brief.decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(gap));
  return openAnswer(brief, gap) === undefined ? last?.passages?.[0]?.kind : undefined;
}

function newGaps(brief: TaskBrief, gaps: readonly GapId[], found: readonly Finding[]): string {
  if (found.length === 0) return "None.";
  const mint = gapIdMint(brief.gaps.map(({ id }) => id));
  const lines = splitLines(brief.draft);
  const categoryAt = categoriesIn(parseMarkdown(brief.draft));
  return found
    .map((finding) => {
      const { severity, message, line } = finding;
      const text = (lines[line - 1] ?? "").trim();
      const quoted = linesIn(finding).map((at) => `"${visibleLine((lines[at - 1] ?? "").trim().slice(0, 400))}"`);
      return [
        `- **${mint.next(categoryAt(line))}** (${severity}): ${visibleLine(titleIn(message, text), 300)}`,
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

/** The message with the whole line, because gaps are recognised by their titles. */
function titleIn(message: string, line: string): string {
  const words = plainText(line.replace(/^(?:[-*+>|]|#{1,6}|\d{1,9}[.)])\s+/, ""));
  return message.includes(words) ? message : `${message} Found in: ${words}`;
}
