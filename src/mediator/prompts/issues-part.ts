import { fenceAsData } from "../../documents/rendering/fence.ts";
import { compareIssueIds, type GapId, type IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isBinding, isUnsettled } from "../../model/issue-state.ts";
import { compareSeverity, isBlocking } from "../../model/severity.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { folded } from "./spec-sections.ts";

export function openIssues(state: State, gaps: ReadonlySet<GapId>): Issue[] {
  return liveIssues(state)
    .filter((issue) => gaps.has(issue.gap))
    .sort((a, b) => compareSeverity(a.severity, b.severity) || compareIssueIds(a.id, b.id));
}

export function lesserIssueLines(state: State, isWanted: (issue: Issue) => boolean = () => true): string[] {
  return liveIssues(state)
    .filter((issue) => !isBlocking(issue.severity) && isWanted(issue))
    .map(({ id, severity, gap, title }) => `- ${id} (${severity}) on ${gap}: ${visibleLine(title)}`);
}

/** Whether the Engineer has to answer this issue by id (SPEC 3.3, 3.6); not while the User has yet to decide it. */
export function mustBeAnswered(issue: Issue): boolean {
  if (!isUnsettled(issue) || issue.state === "DISPUTED" || issue.state === "LOWERED" || issue.noted) return false;
  return isBlocking(issue.severity) || isBinding(issue);
}

/** The issues in full, as data; answers and decisions that the prompt has elsewhere are not repeated. */
export function issuesPart(issues: readonly Issue[], reader: "engineer" | "reviewer", elsewhere: string): string {
  const stated = folded(elsewhere.replace(/^> ?/gm, ""));
  return issues.map((issue) => issueText(issue, reader, stated)).join("\n\n");
}

/** `**ISSUE-R3-001**: …` at the beginning of an issue's text: the prompt has the id above it. */
const ID_PREFIX = /^[*_[\s]{0,4}ISSUE-R\d{1,6}-\d{3}[*_\]\s]{0,4}(?::[*_\s]{0,4})?/;

function issueText(issue: Issue, reader: "engineer" | "reviewer", stated: string): string {
  const text = visibleText(issue.text.trim()).replace(ID_PREFIX, "");
  const lines = saysTitle(text, issue.title) ? [text] : [visibleText(issue.title), text];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined || value.trim() === "" || folded(lines.join("\n")).includes(folded(value))) return;
    lines.push(`${name}: ${visibleText(value.trim())}`);
  };
  add("Location", issue.location);
  add("Impact", issue.impact);
  add("Suggestion", issue.suggestion);
  add("Question to the User", issue.ask);
  if (!stated.includes(folded(issue.lastAnswer ?? "")))
    add(reader === "engineer" ? "Your last answer" : "The Engineer's last answer", issue.lastAnswer);
  add(reader === "reviewer" ? "Your last word" : "The Reviewer's last word", issue.lastWord);
  if (issue.decided !== undefined && !stated.includes(folded(issue.decided))) add("Decided by the User", issue.decided);
  const body = lines.filter((line) => line !== "").join("\n");
  return `**${issue.id}** (${facts(issue)}) on ${issue.gap}\n${fenceAsData(body)}`;
}

/** Compared without markdown, which a title has not and the text may have. */
function saysTitle(text: string, title: string): boolean {
  const plain = (words: string) => folded(words.replaceAll(/[`*_]/g, ""));
  return plain(text).includes(plain(title));
}

function facts(issue: Issue): string {
  const words: string[] = [issue.severity];
  if (issue.by === "user") words.push("raised by the User");
  if (issue.state === "NOT_FIXED")
    words.push(issue.notFixedInARow > 1 ? `NOT_FIXED ${issue.notFixedInARow} times` : "NOT_FIXED");
  if (issue.limitation) words.push("a known limitation");
  else if (issue.state === "DISPUTED") words.push("waits for the User");
  if (issue.state === "LOWERED") words.push("lowered by the User");
  if (issue.decided !== undefined) words.push("decided by the User");
  return words.join(", ");
}

/** The issues that must be answered, by id, each with a remark if there is one. */
export function answerLines(issues: readonly Issue[], asked: ReadonlySet<IssueId>): string {
  return issues.map((issue) => `- ${issue.id}${remark(issue, asked.has(issue.id))}`).join("\n");
}

function remark(issue: Issue, asked: boolean): string {
  if (issue.decided !== undefined) return ": do what the User decided";
  if (asked) return ": the User asks for your answer to it";
  if (issue.unansweredIn.length > 0) return `: not answered in round ${issue.unansweredIn.join(", ")}`;
  return "";
}
