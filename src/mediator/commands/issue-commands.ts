import { defined } from "../../model/defined.ts";
import type { Conflict } from "../../model/disagreement.ts";
import { firstLine } from "../../model/first-line.ts";
import { issueIdMint } from "../../model/id-mint.ts";
import type { Issue, IssueState } from "../../model/issue.ts";
import { issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { decide } from "../decide.ts";
import { dropConflict } from "../disagreement/open-conflicts.ts";
import { settleBound } from "../disagreement/settle-gap.ts";
import { currentRound } from "../queries.ts";
import { anchorAt } from "../spec/anchor-at.ts";
import type { State } from "../state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";

type IssueCommand = CommandOf<"issue-severity" | "issue-waive" | "issue-reopen">;

/** Severity, waiver and reopening of an issue, each a decision (SPEC 3.6). */
export function changeIssue(state: State, command: IssueCommand, now: string): CommandResult {
  const issue = state.issues.get(command.issue);
  if (!issue) return refuse(`there is no issue ${command.issue}`);
  const to = targetOf(issue, command);
  const problem = to === issue.state ? undefined : issueTransitionProblem(issue, to);
  if (problem !== undefined) return refuse(problem);
  const severity = command.type === "issue-severity" ? command.severity : undefined;
  const undone = command.type === "issue-reopen" ? bindingConflict(state, issue) : undefined;
  const decision = decide(state, now, {
    type: command.type === "issue-waive" ? "waiver" : command.type,
    title: `${issue.id} is ${severity ?? to}`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}) is ${severity ?? to}${undoneText(undone)}`,
    rationale: command.reason,
  });
  const change = { type: "issue_changed", issue: issue.id, to, why: command.reason, ...defined({ severity }) } as const;
  const said = [decision, ...(undone ? [dropConflict(undone)] : []), change];
  return done(settleBound(state, issue.gap, now, said), `${issue.id} is ${severity ?? to}`);
}

function targetOf(issue: Issue, command: IssueCommand): IssueState {
  switch (command.type) {
    case "issue-waive":
      return "WAIVED";
    case "issue-reopen":
      return "OPEN";
    case "issue-severity":
      return isWorse(issue.severity, command.severity) && !isBlocking(command.severity) ? "LOWERED" : issue.state;
  }
}

/** What was decided on it, or left, binds nobody once the person opens the issue again (SPEC 10.4, reversible). */
function bindingConflict({ conflicts }: State, { id, state }: Issue): Conflict | undefined {
  const isBinding = (conflict: Conflict) =>
    conflict.state === "open" || conflict.state === "left" || state === "WAIVED";
  return conflicts.findLast((conflict) => conflict.issue === id && conflict.state !== "dropped" && isBinding(conflict));
}

function undoneText(conflict: Conflict | undefined): string {
  return conflict?.decision === undefined ? "" : `; ${conflict.decision} holds no longer`;
}

/** An issue of the User's own, on the gap that wrote the words: that gap is open again until it is met (SPEC 3.3, 3.6). */
export function addIssue(state: State, command: CommandOf<"issue-add">, now: string): CommandResult {
  const { text, severity } = command;
  if (text.trim() === "") return refuse("an issue needs words that say what is wrong");
  const anchor = anchorAt(state.spec, command.at);
  if ("problem" in anchor) return refuse(anchor.problem, anchor.fix);
  const gap = anchor.gap === undefined ? undefined : state.gaps.get(anchor.gap);
  const fix = "Add a gap for it: `whetstone gap add --line`.";
  if (!gap) return refuse("no gap wrote that line: it is the author's", fix);
  if (["WONT_FIX", "SUPERSEDED", "PARKED"].includes(gap.state)) {
    return refuse(`${gap.id} wrote that line, and is ${gap.state}`, fix);
  }
  const round = currentRound(state);
  const taken = [...state.issues].map((issue) => issue.id);
  const id = issueIdMint(round, taken).next();
  if (id === undefined) return refuse(`round ${round} has 999 issues already`);
  const issue: Issue = {
    id,
    gap: gap.id,
    title: firstLine(text),
    text,
    location: `"${anchor.quotation}"`,
    severity,
    by: "user",
    state: "OPEN",
    round,
    document: "spec.md",
    line: anchor.line,
    late: false,
    noted: false,
    anchored: true,
    quotations: [anchor.quotation],
    notFixedInARow: 0,
    unansweredIn: [],
  };
  return done(settleBound(state, gap.id, now, [{ type: "issue_raised", issue }]), `added ${id} on ${gap.id}`);
}
