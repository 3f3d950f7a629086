import { defined } from "../../model/defined.ts";
import { type Conflict, type FlagAction, isWaiting } from "../../model/disagreement.ts";
import type { Note } from "../../model/events/round-events.ts";
import { issueIdMint } from "../../model/id-mint.ts";
import { inWords } from "../../model/in-words.ts";
import type { Issue, IssueState } from "../../model/issue.ts";
import { firstLine, holdsBack, issueTransitionProblem } from "../../model/issue-state.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { settleFlag } from "../disagreement/flag-question.ts";
import { dropConflict } from "../disagreement/open-conflicts.ts";
import {
  actionProblem,
  ISSUE_ACTIONS,
  type IssueActionName,
  settleBound,
  settleGaps,
} from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { decide } from "../ledger-events.ts";
import { currentRound, unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { anchorAt } from "../working-spec/anchor-at.ts";
import { type CommandOf, type CommandResult, done, refuse } from "./command.ts";
import { changeGapStates, setGapSeverity } from "./gap-commands.ts";

type IssueCommand = CommandOf<"issue-severity" | "issue-waive" | "issue-reopen">;

/** Changes an issue's severity, waives or reopens it, and records that as a decision (SPEC 3.6). */
export function changeIssue(state: State, command: IssueCommand): CommandResult {
  const issue = state.issues.get(command.issue);
  if (!issue) return refuse(`there is no issue ${command.issue}`);
  const to = targetOf(issue, command);
  const problem = to === issue.state ? undefined : issueTransitionProblem(issue, to);
  if (problem !== undefined) return refuse(problem);
  const severity = command.type === "issue-severity" ? command.severity : undefined;
  const now = severity ?? inWords(to);
  const undone = command.type === "issue-reopen" ? bindingConflict(state, issue) : undefined;
  const decision = decide(state, {
    type: command.type === "issue-waive" ? "waiver" : command.type,
    title: `${issue.id} is ${now}`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: `${issue.id} (${issue.severity}) is ${now}${undone?.decision ? `; ${undone.decision} no longer holds` : ""}`,
    rationale: command.reason,
  });
  const change = { type: "issue_changed", issue: issue.id, to, why: command.reason, ...defined({ severity }) } as const;
  const events = [decision, ...(undone ? [dropConflict(undone, command.reason)] : []), change];
  return done(settleBound(state, issue.gap, events), `${issue.id} is ${now}`);
}

function targetOf(issue: Issue, command: IssueCommand): IssueState {
  if (command.type !== "issue-severity") return command.type === "issue-waive" ? "WAIVED" : "OPEN";
  if (isBlocking(command.severity)) return issue.state === "LOWERED" ? "OPEN" : issue.state;
  return isWorse(issue.severity, command.severity) ? "LOWERED" : issue.state;
}

/** The conflict that no longer binds once the User reopens its issue (SPEC 10.4, reversible). */
function bindingConflict({ conflicts }: State, { id, state }: Issue): Conflict | undefined {
  const binding = state === "WAIVED" ? ["open", "left", "decided"] : ["open", "left"];
  return conflicts.findLast((conflict) => conflict.issue === id && binding.includes(conflict.state));
}

/** Raises the User's own issue on the gap that wrote the words; the gap is open again until then (SPEC 3.3, 3.6). */
export function addIssue(state: State, command: CommandOf<"issue-add">): CommandResult {
  const { text, severity } = command;
  if (text.trim() === "") return refuse("an issue needs a text that says what is wrong");
  const anchor = anchorAt(state.spec, command.at);
  if ("problem" in anchor) return refuse(anchor.problem, anchor.fix);
  const gap = anchor.gap === undefined ? undefined : state.gaps.get(anchor.gap);
  const fix = "Add a gap for it: `whetstone gap add --line`.";
  if (!gap) return refuse("no gap wrote that line; it is the author's own text", fix);
  if (["WONT_FIX", "SUPERSEDED", "PARKED"].includes(gap.state)) {
    return refuse(`${gap.id} wrote that line, but it is ${inWords(gap.state)}`, fix);
  }
  const round = currentRound(state);
  const taken = [...state.issues, ...state.retired.issues].map((issue) => issue.id);
  const id = issueIdMint(round, taken).next();
  if (id === undefined) return refuse(`round ${round} already has 999 issues`);
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
  return done(settleBound(state, gap.id, [{ type: "issue_raised", issue }]), `added ${id} on ${gap.id}`);
}

const LISTED = "Each round's summary.md lists its flags; `whetstone status` shows them all.";

const DONE: Readonly<Record<FlagAction, string>> = {
  ask: "the Engineer will be asked to answer it",
  conflict: "it is now a conflict",
  waive: "it does not have to be met",
  explain: "the Engineer will get your explanation",
  "false-positive": "it counts as a false positive",
};

/** Settles a flag that the User was not asked about, or instead of an answer to its question (SPEC 4.6, 9). */
export function settleFlagByCommand(
  state: State,
  { flag: name, action, text = "" }: CommandOf<"flag-settle">,
): CommandResult {
  // Named by its own id or by its issue; of several on an issue, the last that still waits.
  const onIssue = state.flags.filter((raised) => raised.issue === name);
  const flag = state.flags.find(({ id }) => id === name) ?? onIssue.findLast(isWaiting) ?? onIssue.at(-1);
  if (!flag) return refuse(`there is no flag ${name}`, LISTED);
  if (!isWaiting(flag)) return refuse(`${flag.id} is already settled (${flag.outcome})`, LISTED);
  const wrong = actionProblem(action, text, state.issues.get(flag.issue));
  if (wrong !== undefined) return refuse(wrong, `\`whetstone flag reopen ${flag.issue}\` reopens a settled issue.`);
  return done(settleFlag(state, flag, action, text), `${flag.id} on ${flag.issue}: ${DONE[action]}`);
}

/** Acts on a note by its id (SPEC 4.6): on the issue that it is about, or else on the gap. */
export function settleNote(state: State, command: CommandOf<"note-settle">): CommandResult {
  const { action, severity, text = "" } = command;
  const notes = [...(state.round?.notes ?? []), ...state.recent.flatMap((round) => round.notes)];
  const note = notes.find(({ id }) => id === command.note);
  if (!note) return refuse(`there is no note ${command.note}`, "The summaries of recent rounds list the notes.");
  const { issue, gap } = note;
  const nothing = refuse(`${note.id} is not about a gap or an issue`);
  const reason = text === "" ? note.message : text;
  switch (action) {
    case "false-positive":
      return dismissNote(state, note, text);
    case "severity":
      if (severity === undefined) return refuse("name a severity: CRITICAL, HIGH, MEDIUM or LOW");
      // A note about a severity conflict names only a gap.
      if (issue !== undefined) return changeIssue(state, { type: "issue-severity", issue, severity, reason });
      return gap === undefined ? nothing : setGapSeverity(state, { type: "gap-severity", gaps: gap, severity, reason });
    case "reopen":
      if (issue !== undefined) return changeIssue(state, { type: "issue-reopen", issue, reason });
      return gap === undefined ? nothing : changeGapStates(state, { type: "gap-reopen", gaps: gap, reason });
    default:
      return actOnNote(state, note, action, text);
  }
}

const NO_ISSUE = "`whetstone flag reopen` has its gap revised, `whetstone flag false-positive` dismisses the note.";

/** Acts on the note's issue, or else on the issues that hold its gap back, as a verdict mismatch is about those. */
function actOnNote(state: State, note: Note, action: IssueActionName, text: string): CommandResult {
  const holding = note.gap === undefined ? [] : unsettledIssues(state, note.gap).filter(holdsBack);
  const issues = note.issue === undefined ? holding : [state.issues.get(note.issue) ?? []].flat();
  const [problem] = [undefined, ...issues].flatMap((issue) => actionProblem(action, text, issue) ?? []);
  if (problem !== undefined) return refuse(problem);
  if (issues.length === 0) return refuse(`${note.id} is not about an open issue`, NO_ISSUE);
  const acts = issues.map((issue) => (current: State) => {
    return ISSUE_ACTIONS[action](current, issue, { text, heuristics: [] });
  });
  const gaps = [...new Set(issues.map(({ gap }) => gap))];
  const events = collect(state, ...acts, (current) => settleGaps(current, gaps));
  return done(events, `${note.id}: ${action} on ${issues.map(({ id }) => id).join(", ")}`);
}

function dismissNote(state: State, note: Note, rationale: string): CommandResult {
  const decision = decide(state, {
    type: "note",
    title: `${note.id}: ${note.message}`.slice(0, 200),
    gaps: note.gap === undefined ? [] : [note.gap],
    issues: note.issue === undefined ? [] : [note.issue],
    decision: "dismissed",
    rationale,
  });
  return done([decision], `dismissed ${note.id}`);
}
