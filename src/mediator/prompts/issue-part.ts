import { fenceAsData } from "../../documents/rendering/fence.ts";
import { compareIssueIds, type GapId, type IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { isBinding, isUnsettled } from "../../model/issue-state.ts";
import { compareSeverity, isBlocking } from "../../model/severity.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { folded } from "./spec-view.ts";

/** The open issues of the gaps, worst first. */
export function openIssues(state: State, gaps: ReadonlySet<GapId>): Issue[] {
  return liveIssues(state)
    .filter((issue) => gaps.has(issue.gap))
    .sort((a, b) => compareSeverity(a.severity, b.severity) || compareIssueIds(a.id, b.id));
}

/** Open MEDIUM and LOW issues, a line each: known, and no blockers. */
export function lesserIssueLines(state: State, isWanted: (issue: Issue) => boolean = () => true): string[] {
  return liveIssues(state)
    .filter((issue) => isUnsettled(issue) && !isBlocking(issue.severity) && isWanted(issue))
    .map(({ id, severity, gap, title }) => `- ${id} (${severity}) on ${gap}: ${visibleLine(title)}`);
}

/** Whether the Engineer owes this one an answer by id (SPEC 3.3, 3.6). What the person has yet to decide is not owed. */
export function mustBeAnswered(issue: Issue): boolean {
  if (!isUnsettled(issue) || issue.state === "DISPUTED" || issue.state === "LOWERED" || issue.noted) return false;
  return isBlocking(issue.severity) || isBinding(issue);
}

/** Issues whole, as data, for the role that reads them: nothing of one is cut, and nothing that the prompt says elsewhere is in it. */
export function issuesPart(issues: readonly Issue[], reader: "engineer" | "reviewer", elsewhere: string): string {
  const said = folded(elsewhere.replace(/^> ?/gm, ""));
  return issues.map((issue) => oneIssue(issue, reader, said)).join("\n\n");
}

/** `**ISSUE-R3-001**: …` as it stands in the document: the id is said above. */
const OWN_NAME = /^[*_[\s]{0,4}ISSUE-R\d{1,6}-\d{3}[*_\]\s]{0,4}(?::[*_\s]{0,4})?/;

function oneIssue(issue: Issue, reader: "engineer" | "reviewer", said: string): string {
  const text = visibleText(issue.text.trim()).replace(OWN_NAME, "");
  const lines = saysTitle(text, issue.title) ? [text] : [visibleText(issue.title), text];
  const add = (name: string, value: string | undefined) => {
    if (value === undefined || value.trim() === "" || folded(lines.join("\n")).includes(folded(value))) return;
    lines.push(`${name}: ${visibleText(value.trim())}`);
  };
  add("Location", issue.location);
  add("Impact", issue.impact);
  add("Suggestion", issue.suggestion);
  if (!said.includes(folded(issue.lastAnswer ?? "")))
    add(reader === "engineer" ? "Your last answer" : "The Engineer's last answer", issue.lastAnswer);
  add(reader === "reviewer" ? "Your last word" : "The Reviewer's last word", issue.lastWord);
  if (issue.decided !== undefined && !said.includes(folded(issue.decided))) add("Decided by the User", issue.decided);
  const body = lines.filter((line) => line !== "").join("\n");
  return `**${issue.id}** (${facts(issue)}) on ${issue.gap}\n${fenceAsData(body)}`;
}

/** A title has no marks; the text that it was taken from may have. */
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

/** What must be answered, by id, with what is special about each. */
export function answerLines(issues: readonly Issue[], asked: ReadonlySet<IssueId>): string {
  return issues.map((issue) => `- ${issue.id}${remark(issue, asked.has(issue.id))}`).join("\n");
}

function remark(issue: Issue, asked: boolean): string {
  if (issue.decided !== undefined) return ": do what the User decided";
  if (asked) return ": the User asks for your answer to it";
  if (issue.unansweredIn.length > 0) return `: not answered in round ${issue.unansweredIn.join(", ")}`;
  return "";
}
