import type { Note } from "../../model/events/review-events.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack } from "../../model/issue-state.ts";
import { collect } from "../collect.ts";
import { decide, giveContext } from "../decide.ts";
import { actionProblem, ISSUE_ACTIONS } from "../disagreement/issue-actions.ts";
import { settleGap } from "../disagreement/settle-gap.ts";
import { unsettledIssues } from "../queries.ts";
import type { State } from "../state.ts";
import type { CommandOf } from "./command.ts";
import { type CommandResult, done, refuse } from "./command-result.ts";
import { changeGapStates, setGapSeverity } from "./gap-commands.ts";
import { changeIssue } from "./issue-commands.ts";

type NoteCommand = CommandOf<"note-settle">;

/** Acts on a note that a summary lists, by its id (SPEC 4.6): on the issue that it is about, else on the gap. */
export function settleNote(state: State, command: NoteCommand, now: string): CommandResult {
  const note = noteNamed(state, command.note);
  if (!note) return refuse(`there is no note ${command.note}`, "The summaries of the last rounds list them.");
  switch (command.action) {
    case "false-positive":
      return dismiss(state, note, command.text ?? "", now);
    case "severity":
      return weigh(state, note, command, now);
    case "reopen":
      return reopen(state, note, command.text ?? note.message, now);
    default:
      return act(state, note, { ...command, action: command.action }, now);
  }
}

function noteNamed({ round, recent }: State, id: string): Note | undefined {
  return [...(round?.notes ?? []), ...recent.flatMap(({ notes }) => notes)].find((note) => note.id === id);
}

/** The issue that a note names, else the open ones that hold its gap back: a verdict mismatch is about those. */
function issuesOf(state: State, note: Note): Issue[] {
  if (note.issue !== undefined) return [state.issues.get(note.issue) ?? []].flat();
  return note.gap === undefined ? [] : unsettledIssues(state, note.gap).filter(holdsBack);
}

type Action = keyof typeof ISSUE_ACTIONS;

function act(state: State, note: Note, command: { action: Action; text?: string }, now: string): CommandResult {
  const { action, text = "" } = command;
  const issues = issuesOf(state, note);
  const [problem] = [undefined, ...issues].flatMap((issue) => actionProblem(action, text, issue) ?? []);
  if (problem !== undefined) return refuse(problem);
  if (issues.length === 0) return actOnGap(state, note, command, now);
  const acts = issues.map((issue) => (current: State) => {
    return ISSUE_ACTIONS[action](current, issue, { text, heuristics: [], now });
  });
  const gaps = [...new Set(issues.map(({ gap }) => gap))];
  const events = collect(state, now, ...acts, (current) => gaps.flatMap((gap) => settleGap(current, gap)));
  return done(events, `${note.id}: ${action} on ${issues.map(({ id }) => id).join(", ")}`);
}

/** Without an issue there is nothing to dispute or to waive; the gap can be revised. */
function actOnGap(
  state: State,
  note: Note,
  { action, text = "" }: { action: Action; text?: string },
  now: string,
): CommandResult {
  if (note.gap === undefined || action === "conflict" || action === "waive") {
    return refuse(`${note.id} is about no open issue`, "`whetstone flag false-positive` puts the note aside.");
  }
  const reason = text === "" ? note.message : text;
  const reopened = changeGapStates(state, { type: "gap-reopen", gaps: note.gap, reason }, now);
  if (!reopened.ok || action !== "explain") return reopened;
  const given = giveContext(state, now, { gaps: [note.gap], text, when: note.message });
  return done([...reopened.events, ...given], reopened.message);
}

/** The severity of what the note is about: the gap's in a severity conflict, else the issue's. */
function weigh(state: State, note: Note, { severity, text = "" }: NoteCommand, now: string): CommandResult {
  if (severity === undefined) return refuse("severity needs one");
  const reason = text === "" ? note.message : text;
  if (note.issue !== undefined) {
    return changeIssue(state, { type: "issue-severity", issue: note.issue, severity, reason }, now);
  }
  if (note.gap === undefined) return refuse(`${note.id} is about nothing that has a severity`);
  return setGapSeverity(state, { type: "gap-severity", gaps: note.gap, severity, reason }, now);
}

function reopen(state: State, note: Note, reason: string, now: string): CommandResult {
  if (note.issue !== undefined) return changeIssue(state, { type: "issue-reopen", issue: note.issue, reason }, now);
  if (note.gap === undefined) return refuse(`${note.id} is about nothing that can be reopened`);
  return changeGapStates(state, { type: "gap-reopen", gaps: note.gap, reason }, now);
}

/** The person has seen it, and nothing follows; that is recorded. */
function dismiss(state: State, note: Note, text: string, now: string): CommandResult {
  const decision = decide(state, now, {
    type: "note",
    title: `${note.id}: ${note.message}`.slice(0, 200),
    gaps: note.gap === undefined ? [] : [note.gap],
    issues: note.issue === undefined ? [] : [note.issue],
    decision: "nothing follows from it",
    rationale: text,
  });
  return done([decision], `${note.id} is put aside`);
}
