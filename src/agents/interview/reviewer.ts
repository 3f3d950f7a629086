import type { Finding } from "../../checks/finding.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { findMarkers } from "../../documents/spec/marker.ts";
import { FINDING_CATEGORIES } from "../../mediator/inventory/finding-category.ts";
import { gapIdMint } from "../../model/id-mint.ts";
import type { GapId } from "../../model/ids.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AgentTask, TaskBrief } from "../../ports/agent.ts";
import { BROUGHT_BY_ANSWER, FOUND_AGAIN, findingKey, findingOf, findingsIn, quotedLine } from "./finding.ts";
import { linesOf } from "./passage.ts";

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
  // An answer may bring out what no line of it shows: a requirement that is filled in lacks its scenario.
  const before = new Set(findingsIn(brief.source, brief.checks).map(findingKey));
  const answered = answeredLines(brief, gaps);
  const left = editedKeys(brief);
  const said = new Set(
    brief.decisions.flatMap(({ passages = [] }) => passages.flatMap((each) => trimmedLines(each.text))),
  );
  return findingsIn(brief.draft, brief.checks)
    .map((finding) => ({ ...finding, text: (lines[finding.line - 1] ?? "").trim() }))
    .filter(({ severity, text, ...found }) => {
      const isLeft = answered.get(text)?.includes(found.type) === false;
      const isBrought = brought.has(text) || isLeft || left.has(findingKey(found)) || !before.has(findingKey(found));
      // What the person wrote where questions are listed is no question.
      const isAnswer = found.type === "open-question" && (brought.has(text) || said.has(text)) && !text.includes("?");
      return severity !== "LOW" && isBrought && !isAnswer;
    })
    .filter(isNew(brief, brought));
}

/** What gaps are about whose passages were edited: where it is found still, it is as open as before. */
function editedKeys(brief: TaskBrief): Set<string> {
  const edited = brief.gaps.filter(({ id }) => lastAnswer(brief, id).includes("edit"));
  return new Set(edited.flatMap((gap) => findingOf(brief, gap) ?? []).map(findingKey));
}

function lastAnswer({ decisions }: TaskBrief, gap: GapId): string[] {
  const last = decisions.findLast(({ gaps, passages }) => passages !== undefined && gaps.includes(gap));
  return last?.passages?.map(({ kind }) => kind) ?? [];
}

/** A marker is a gap wherever it stands; anything else is one gap, however many lines it stands on. */
function isNew(brief: TaskBrief, brought: ReadonlySet<string>): (finding: NewFinding) => boolean {
  const standing = brief.gaps.filter(({ id }) => !lastAnswer(brief, id).includes("edit"));
  const known = new Set(standing.flatMap((gap) => findingOf(brief, gap) ?? []).map(findingKey));
  const quoted = new Set(
    brief.gaps.flatMap(({ quotations = [], why }) => (why === BROUGHT_BY_ANSWER ? quotations : [])),
  );
  return (finding) =>
    finding.type === "explicit-marker" && brought.has(finding.text)
      ? !quoted.has(quotedLine(finding.text))
      : !known.has(findingKey(finding));
}

/** What the checks may call a gap that the spec states itself. */
const STATED: readonly string[] = ["explicit-marker", "open-question"];

/** The lines that the changed gaps stand at, and what was asked there: another finding on the line may be left. */
function answeredLines({ gaps, changes, source }: TaskBrief, ids: readonly GapId[]): Map<string, readonly string[]> {
  const changed = new Set(changes.filter((proposal) => proposal.changes.length > 0).map(({ gap }) => gap));
  const lines = linesOf(source);
  const answered = gaps.filter(({ id }) => ids.includes(id) && changed.has(id));
  return new Map(
    answered.flatMap(({ places, finding }) =>
      places
        .slice(0, 1)
        .map(({ line }) => [(lines[line - 1] ?? "").trim(), finding === undefined ? STATED : [finding.type]] as const),
    ),
  );
}

/** Lines of a passage that was edited or added to, and that are marked still; not those that another gap stands at. */
function markersLeft(brief: TaskBrief, ids: readonly GapId[]): string[] {
  const { decisions, gaps, source, draft, checks } = brief;
  const lines = linesOf(source);
  const now = linesOf(draft);
  // "Still to be decided" marks as TBD does: what the checks call a marker is one.
  const marked = new Set(
    findingsIn(draft, checks).flatMap(({ type, line }) =>
      type === "explicit-marker" ? [(now[line - 1] ?? "").trim()] : [],
    ),
  );
  const isKept = (id: GapId) => lastAnswer(brief, id).includes("keep");
  const others = gaps.filter(({ id }) => !ids.includes(id) || isKept(id)).flatMap(({ places }) => places);
  const taken = new Set(others.map(({ line }) => (lines[line - 1] ?? "").trim()));
  return decisions
    .filter((decision) => decision.gaps.some((id) => ids.includes(id)))
    .flatMap(({ passages = [] }) => passages)
    .map(({ kind, passage, text }) => (kind === "edit" ? text : kind === "add" ? passage : ""))
    .flatMap((text) =>
      trimmedLines(text).filter((line) => (marked.has(line) || findMarkers(line).length > 0) && !taken.has(line)),
    );
}

/** The lines that the proposals bring into the spec, or leave marked. */
function broughtLines(brief: TaskBrief, gaps: readonly GapId[]): Set<string> {
  const changes = brief.changes.filter(({ gap }) => gaps.includes(gap)).flatMap((proposal) => proposal.changes);
  const lines = changes.flatMap((change) => {
    const old = new Set(change.kind === "replace" ? trimmedLines(change.old) : []);
    return trimmedLines(change.new).filter((line) => line !== "" && !old.has(line));
  });
  return new Set([...lines, ...markersLeft(brief, gaps)]);
}

function trimmedLines(text: string): string[] {
  return text.split("\n").map((line) => line.trim());
}

function newGaps(brief: TaskBrief, gaps: readonly GapId[], found: readonly NewFinding[]): string {
  if (found.length === 0) return "None.";
  const mint = gapIdMint(brief.gaps.map(({ id }) => id));
  const lines = linesOf(brief.draft);
  return found
    .map((finding) =>
      [
        `- **${mint.next(FINDING_CATEGORIES[finding.type])}** (${finding.severity}): ${visibleLine(titleOf(brief, finding), 300)}`,
        `  - **Parent:** ${gaps.find((id) => broughtLines(brief, [id]).has(finding.text)) ?? gaps[0]}`,
        `  - **Place:** ${quotedPlaces(finding, lines)}`,
        `  - **Why:** ${BROUGHT_BY_ANSWER}`,
      ].join("\n"),
    )
    .join("\n");
}

/** Its line, and the other one where it is about two. */
function quotedPlaces({ text, related: [other] }: NewFinding, lines: readonly string[]): string {
  const places = [text, ...(other === undefined ? [] : [lines[other.line - 1] ?? ""])];
  return places.map((line) => `"${quotedLine(line)}"`).join(" and ");
}

/** A gap is known again by its title: where another has the message already, it says where it stands. */
function titleOf({ gaps }: TaskBrief, { type, message, text }: NewFinding): string {
  const line = plainText(text.replace(/^(?:[-*+>|]|\d{1,9}[.)])\s+/, ""));
  if (type === "explicit-marker") return `${message.replace(/\.$/, "")}: ${line}`;
  return gaps.some(({ title }) => title === message) ? `${message}${FOUND_AGAIN}${line}` : message;
}
