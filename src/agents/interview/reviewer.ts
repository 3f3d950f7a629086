import type { Finding } from "../../checks/finding.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/finding-category.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, parseGapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { answersOn, MOST_ASKED } from "./answers-so-far.ts";
import { essence, type Grave, graveFindings, replacedLines, specTextsOf, writtenLines } from "./findings.ts";
import { currentSpec } from "./subject.ts";

/** The Reviewer of the interview (SPEC 16.4): the checks, on what the proposals bring into the spec. */
export function reviewer(task: AgentTask, brief: TaskBrief): string {
  const before = graveFindings(currentSpec(brief, []).text, brief.checks);
  const draft = graveFindings(brief.draft, brief.checks);
  let number = 0;
  const found = task.label.gaps.map((gap) => ({ gap, ...issuesOn(brief, gap, before, draft) }));
  const reviews = found.map(({ gap, faults }) => review(brief, gap, faults, task.label.round, () => ++number));
  const approved = reviews.every((one) => one.approved);
  return `${[
    ...reviews.map((one) => one.text),
    ...(approved ? [statement(task.label.gaps)] : []),
    "### New Gaps",
    newGaps(
      brief,
      found.flatMap(({ followUps }) => followUps),
    ),
  ].join("\n\n")}\n`;
}

interface Review {
  readonly text: string;
  readonly approved: boolean;
}

function review(brief: TaskBrief, gap: GapId, found: readonly Grave[], round: number, next: () => number): Review {
  const stands = answersOn(brief, gap).length >= MOST_ASKED;
  const earlier = brief.issues.filter((issue) => issue.gap === gap);
  const grave = stands ? [] : found;
  const light = stands ? found : [];
  return {
    approved: grave.length === 0,
    text: [
      `## Review: ${gap}`,
      ...earlierIssues(earlier, grave),
      "### Critical Issues",
      "None.",
      "### High Priority",
      items(grave, round, next),
      "### Medium Priority",
      "None.",
      "### Low Priority",
      items(light, round, next),
      "### Verdict",
      grave.length === 0 ? "APPROVED" : "NEEDS_REVISION",
    ].join("\n\n"),
  };
}

interface Found {
  /** What is wrong with the answer itself. */
  readonly faults: readonly Grave[];
  /** What the answer brings up besides: a question of its own. */
  readonly followUps: readonly Grave[];
}

/** What the answer itself brings or leaves; what stood on its lines before is another gap's matter, or becomes one. */
function issuesOn(brief: TaskBrief, id: GapId, before: readonly Grave[], draft: readonly Grave[]): Found {
  const gap = brief.gaps.find((one) => one.id === id);
  const texts = specTextsOf(brief, id);
  const written = writtenLines(texts);
  const old = replacedLines(texts);
  const own = essence(gap?.title ?? "");
  const others = new Set(brief.gaps.filter((one) => one.id !== id).map((one) => essence(one.title)));
  const stood = new Set(before.filter(({ text }) => old.has(text.trim())).map(({ message }) => essence(message)));
  const here = draft.filter(({ text, message }) => written.has(text.trim()) && !others.has(essence(message)));
  const isLeft = leftOver(own, before, draft) && !isFewer(gap?.title ?? "", old, written);
  const isOwn = ({ message }: Grave) => essence(message) === own;
  const isFollowUp = (one: Grave) =>
    (OWN_QUESTIONS.has(one.type) && FINDING_CATEGORIES[one.type] !== parseGapId(id)?.category) ||
    standsIn(old, one.message);
  const brought = here.filter((one) => !isOwn(one) && !stood.has(essence(one.message)));
  const same = here.filter(isOwn);
  return {
    faults: [...(isLeft ? draft.filter(isOwn).slice(0, 1) : []), ...brought.filter((one) => !isFollowUp(one))],
    followUps: [...(isLeft ? [] : same), ...brought.filter(isFollowUp)],
  };
}

/** Whether what the gap came from is found as often as before; one of several that are alike is progress. */
function leftOver(own: string, before: readonly Grave[], draft: readonly Grave[]): boolean {
  const count = (found: readonly Grave[]) => found.filter(({ message }) => essence(message) === own).length;
  return count(before) > 0 && count(draft) >= count(before);
}

/** A word that stood there twice may be reported once: fewer of it is progress, too. */
function isFewer(title: string, old: ReadonlySet<string>, written: ReadonlySet<string>): boolean {
  const words = quotedIn(title);
  const count = (lines: ReadonlySet<string>) =>
    [...lines]
      .join(" ")
      .toLowerCase()
      .split(words ?? "").length;
  return words !== undefined && written.size > 0 && count(written) < count(old);
}

function quotedIn(message: string): string | undefined {
  return /"([^"]{1,200})"/.exec(message)?.[1]?.replace(/…$/, "").toLowerCase();
}

/** Whether the words that a finding quotes stood there already: what was left of the sentence is not the answer's fault. */
function standsIn(lines: ReadonlySet<string>, message: string): boolean {
  const words = quotedIn(message);
  return words !== undefined && [...lines].join(" ").toLowerCase().includes(words);
}

/** The person named a term, a state, another place: that it is not explained does not make the answer a vague one. */
const OWN_QUESTIONS: ReadonlySet<Finding["type"]> = new Set([
  "undefined-term",
  "dangling-ref",
  "no-failure-path",
  "duplicate-definition",
  "state-unreachable",
  "state-no-exit",
  "state-nondeterministic",
  "state-undefined",
]);

function newGaps(brief: TaskBrief, found: readonly Grave[]): string {
  if (found.length === 0) return "None.";
  const mint = gapIdMint(brief.gaps.map(({ id }) => id));
  return found
    .map(({ type, severity, message, text }) => {
      const id = mint.next(FINDING_CATEGORIES[type]);
      return `- **${id}** (${severity}): ${visibleLine(message, 300)}\n\n  > ${visibleLine(text.trim(), 400)}`;
    })
    .join("\n");
}

function earlierIssues(earlier: readonly Issue[], found: readonly Finding[]): string[] {
  if (earlier.length === 0) return [];
  const status = found.length === 0 ? "RESOLVED" : "NOT_FIXED";
  const why = found.length === 0 ? "the checks find nothing there any more" : "the checks still find something there";
  const rows = earlier.map(({ id }) => `| ${id} | ${status} | ${why} |`);
  return ["### Earlier Issues", ["| Issue | Status | Why |", "| --- | --- | --- |", ...rows].join("\n")];
}

function items(found: readonly Grave[], round: number, next: () => number): string {
  if (found.length === 0) return "None.";
  return found
    .map((one) =>
      [
        `- **ISSUE-R${round}-${String(next()).padStart(3, "0")}**: ${visibleLine(one.message, 300)}`,
        `  - **Location:** Spec Text, "${visibleLine(one.text.trim().replace(/"/g, "'"), 200)}"`,
        "  - **Impact:** Two people who build this would build two things.",
        `  - **Suggestion:** ${visibleLine(one.fix, 300)}`,
      ].join("\n"),
    )
    .join("\n\n");
}

/** The absence of findings, not an endorsement (SPEC 7). */
function statement(gaps: readonly GapId[]): string {
  return [
    `### NO_ISSUES_FOUND: the lines that ${gaps.join(", ")} bring into the spec`,
    [
      "- 0 findings of the checks above LOW in these lines",
      "- 0 of the findings that the gaps came from are left",
    ].join("\n"),
  ].join("\n\n");
}
