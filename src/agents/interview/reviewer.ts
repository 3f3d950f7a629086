import type { Finding } from "../../checks/finding.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/finding-category.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { findingKey, findingOf, findingsIn, linesOf, quotedLine } from "./finding.ts";

/** The Reviewer of the interview (SPEC 16.4): the checks, on the lines that changed. They hold nothing back. */
export function reviewer(task: AgentTask, brief: TaskBrief): string {
  const { gaps } = task.label;
  const found = newFindings(brief, gaps);
  return `${[
    ...gaps.map((gap) => review(brief, gap)),
    `### NO_ISSUES_FOUND: the lines that ${gaps.join(", ")} change, read by the checks`,
    `- ${found.length} ${found.length === 1 ? "finding" : "findings"} in these lines; each is asked about`,
    "### New Gaps",
    newGaps(brief, gaps, found),
  ].join("\n\n")}\n`;
}

function review({ issues }: TaskBrief, gap: GapId): string {
  const earlier = issues.filter((issue) => issue.gap === gap);
  const rows = earlier.map(({ id }) => `| ${id} | RESOLVED | answered by the person |`);
  const table = ["| Issue | Status | Why |", "| --- | --- | --- |", ...rows].join("\n");
  return [
    `## Review: ${gap}`,
    ...(rows.length === 0 ? [] : ["### Earlier Issues", table]),
    "### Verdict",
    "APPROVED",
  ].join("\n\n");
}

interface NewFinding extends Finding {
  readonly text: string;
}

/** What the checks find on lines that the proposals bring, and that nobody was asked about yet. */
function newFindings(brief: TaskBrief, gaps: readonly GapId[]): NewFinding[] {
  const lines = linesOf(brief.draft);
  const brought = broughtLines(brief, gaps);
  const known = new Set(brief.gaps.map((gap) => findingOf(brief, gap)).map((found) => found && findingKey(found)));
  // An answer may bring out what no line of it shows: a requirement that is filled in lacks its scenario.
  const before = new Set(findingsIn(brief.source, brief.checks).map(findingKey));
  const answered = answeredLines(brief, gaps);
  return findingsIn(brief.draft, brief.checks)
    .map((finding) => ({ ...finding, text: (lines[finding.line - 1] ?? "").trim() }))
    .filter(({ severity, text, ...found }) => {
      const isBrought = brought.has(text) || answered.has(text) || !before.has(findingKey(found));
      return severity !== "LOW" && isBrought;
    })
    .filter((finding) => !known.has(findingKey(finding)));
}

/** The lines that the changed gaps stand at: two findings on one line are one gap, and the other may be left. */
function answeredLines({ gaps, changes, source }: TaskBrief, ids: readonly GapId[]): Set<string> {
  const changed = new Set(changes.filter((proposal) => proposal.changes.length > 0).map(({ gap }) => gap));
  const lines = linesOf(source);
  const at = gaps.filter(({ id }) => ids.includes(id) && changed.has(id)).flatMap(({ places }) => places.slice(0, 1));
  return new Set(at.map(({ line }) => (lines[line - 1] ?? "").trim()));
}

/** The lines that the proposals bring into the spec. */
function broughtLines(brief: TaskBrief, gaps: readonly GapId[]): Set<string> {
  const changes = brief.changes.filter(({ gap }) => gaps.includes(gap)).flatMap((proposal) => proposal.changes);
  const lines = changes.flatMap((change) => {
    const old = new Set(change.kind === "replace" ? trimmedLines(change.old) : []);
    return trimmedLines(change.new).filter((line) => line !== "" && !old.has(line));
  });
  return new Set(lines);
}

function trimmedLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim());
}

function newGaps(brief: TaskBrief, [parent]: readonly GapId[], found: readonly NewFinding[]): string {
  if (found.length === 0) return "None.";
  const mint = gapIdMint(brief.gaps.map(({ id }) => id));
  return found
    .map(({ type, severity, message, text }) =>
      [
        `- **${mint.next(FINDING_CATEGORIES[type])}** (${severity}): ${visibleLine(message, 300)}`,
        ...(parent === undefined ? [] : [`  - **Parent:** ${parent}`]),
        `  - **Place:** "${quotedLine(text)}"`,
        "  - **Why:** the answer brought it into the spec",
      ].join("\n"),
    )
    .join("\n");
}
