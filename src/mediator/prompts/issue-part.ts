import type { GapId, IssueId } from "../../model/ids.ts";
import { compareIssueIds } from "../../model/ids.ts";
import { type Issue, isUnsettled } from "../../model/issue.ts";
import { compareSeverity, isBlocking } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { State } from "../state.ts";
import { fenceAsData } from "./fence.ts";

/** The open issues of the gaps, worst first. */
export function openIssues(state: State, gaps: ReadonlySet<GapId>): Issue[] {
  return state.liveIssues
    .flatMap((id) => state.issues.get(id) ?? [])
    .filter((issue) => gaps.has(issue.gap))
    .sort((a, b) => compareSeverity(a.severity, b.severity) || compareIssueIds(a.id, b.id));
}

/** Whether the Engineer owes this one an answer by id (SPEC 3.3). What the person has yet to decide is not owed. */
export function mustBeAnswered(issue: Issue): boolean {
  return isBlocking(issue.severity) && !issue.noted && isUnsettled(issue) && issue.state !== "DISPUTED";
}

/** Issues in full, as data. */
export function issuesInFull(issues: readonly Issue[]): string {
  return issues.length === 0 ? "" : fenceAsData(issues.map(inFull).join("\n\n"));
}

function inFull(issue: Issue): string {
  const text = issue.text.trim();
  const lines = [`${issue.id} (${facts(issue)}) on ${issue.gap}: ${text === "" ? issue.title : text}`];
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && !text.includes(value.trim())) lines.push(`${name}: ${value.trim()}`);
  };
  if (text !== "" && !text.includes(issue.title.trim())) lines[0] = lines[0]?.replace(": ", `: ${issue.title}. `) ?? "";
  add("Location", issue.location);
  add("Impact", issue.impact);
  add("Suggestion", issue.suggestion);
  return lines.join("\n");
}

function facts(issue: Issue): string {
  const words: string[] = [issue.severity];
  if (issue.state === "NOT_FIXED")
    words.push(issue.notFixedInARow > 1 ? `NOT_FIXED ${issue.notFixedInARow} times` : "NOT_FIXED");
  if (issue.state === "DISPUTED") words.push("DISPUTED, waits for the User");
  if (issue.state === "LOWERED") words.push("lowered by the User");
  return words.join(", ");
}

const LESSER_SHOWN = 10;

/** Issues that block nothing, a line each. */
export function lesserIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, LESSER_SHOWN).map((issue) => {
    const fix = issue.suggestion === undefined ? "" : ` Suggestion: ${visibleLine(issue.suggestion, 160)}`;
    return `${issue.id} (${facts(issue)}): ${visibleLine(issue.title, 160)}${fix}`;
  });
  if (issues.length > LESSER_SHOWN) lines.push(`… and ${issues.length - LESSER_SHOWN} more of MEDIUM or LOW severity`);
  return lines.length === 0 ? "" : fenceAsData(lines.join("\n"));
}

/** What must be answered, by id, with what is special about each. */
export function answerLines(issues: readonly Issue[], asked: ReadonlySet<IssueId> = new Set()): string {
  return issues.map((issue) => `- ${issue.id}${remark(issue, asked.has(issue.id))}`).join("\n");
}

function remark(issue: Issue, asked: boolean): string {
  if (issue.decided !== undefined) return `: decided; do this: ${visibleLine(issue.decided, 2000)}`;
  if (asked) return ": the User asks for your answer to it";
  if (issue.unansweredIn.length > 0) return `: not answered in round ${issue.unansweredIn.join(", ")}`;
  if (issue.notFixedInARow > 0) return ": the Reviewer says that your last answer did not fix it";
  return "";
}
