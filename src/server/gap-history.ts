import type { State, TextRef } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { Actor, GapState } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { IssueState } from "../model/issue.ts";

export interface ProposalTurn extends TextRef {
  readonly round: number;
  readonly title: string;
  readonly confidence?: "HIGH" | "MEDIUM" | "LOW";
}

/** What one side said or did about an issue after it was raised. */
export type IssueTurn = { readonly issue: IssueId; readonly round: number } & (
  | { readonly type: "answered"; readonly at: TextRef }
  | { readonly type: "disagreed"; readonly position: string; readonly rationale: string; readonly at: TextRef }
  | { readonly type: "rechecked"; readonly status: string; readonly why: string; readonly at: TextRef }
  | { readonly type: "changed"; readonly to: IssueState; readonly why: string }
);

export interface GapTurn {
  readonly round: number;
  readonly at: string;
  readonly to: GapState;
  readonly actor: Actor;
  readonly why: string;
}

/** What became of a gap, from the journal: the state knows only how it stands. */
export interface GapHistory {
  readonly proposals: readonly ProposalTurn[];
  readonly issues: readonly IssueTurn[];
  readonly changes: readonly GapTurn[];
}

export const NO_HISTORY: GapHistory = { proposals: [], issues: [], changes: [] };

/** The history of every gap that the entries have to do with. What was rolled back did not happen. */
export function gapHistories(entries: Iterable<Entry>, { issues }: Pick<State, "issues">): Map<GapId, GapHistory> {
  const owners = new Map([...issues].map(({ id, gap }) => [id, gap]));
  let turns: Turn[] = [];
  let round = 0;
  for (const { at, event } of entries) {
    for (const recorded of event.events) {
      if (recorded.type === "round_opened") round = recorded.round;
      if (recorded.type === "rounds_rolled_back") {
        round = recorded.to;
        turns = turns.filter(({ value }) => value.round <= recorded.to);
      }
      // A document that was taken back and written anew stands at the same path: the old lines mean nothing there.
      if (recorded.type === "document_joined") turns = turns.filter(({ path }) => path !== recorded.path);
      turns.push(...turnsOf(recorded, round, at));
    }
  }
  const histories = new Map<GapId, { [List in keyof GapHistory]: GapHistory[List][number][] }>();
  for (const turn of turns) {
    const gap = turn.list === "issues" ? owners.get(turn.value.issue) : turn.gap;
    if (gap === undefined) continue;
    const history = histories.get(gap) ?? { proposals: [], issues: [], changes: [] };
    histories.set(gap, history);
    if (turn.list === "proposals") history.proposals.push(turn.value);
    else if (turn.list === "issues") history.issues.push(turn.value);
    else history.changes.push(turn.value);
  }
  return histories;
}

/** With the document that it stands in. */
type Turn = { readonly path?: string } & (
  | { readonly list: "proposals"; readonly gap: GapId; readonly value: ProposalTurn }
  | { readonly list: "issues"; readonly value: IssueTurn }
  | { readonly list: "changes"; readonly gap: GapId; readonly value: GapTurn }
);

function turnsOf(event: SessionEvent, round: number, at: string): Turn[] {
  switch (event.type) {
    case "gap_changed": {
      const { gap, to, actor, why } = event;
      return [{ gap, list: "changes", value: { round, at, to, actor, why } }];
    }
    case "issue_changed": {
      const { issue, to, why } = event;
      return [{ list: "issues", value: { type: "changed", issue, round, to, why } }];
    }
    case "document_joined":
      return joinedTurns(event);
    default:
      return [];
  }
}

function joinedTurns({ round, path, digest }: Extract<SessionEvent, { type: "document_joined" }>): Turn[] {
  const place = ({ line, endLine = line }: { line: number; endLine?: number }): TextRef => ({ path, line, endLine });
  const onIssue = (value: IssueTurn): Turn => ({ path, list: "issues", value });
  if (digest.role === "reviewer") {
    return digest.rechecks.map(({ issue, status, why, line }) =>
      onIssue({ type: "rechecked", issue, round, status, why, at: place({ line }) }),
    );
  }
  return [
    ...digest.proposals.map(({ gap, title, confidence, ...lines }): Turn => {
      return { path, gap, list: "proposals", value: { round, title, ...place(lines), ...defined({ confidence }) } };
    }),
    ...digest.responses.map(({ issue, ...lines }) => onIssue({ type: "answered", issue, round, at: place(lines) })),
    ...digest.disagreements.map(({ issue, position, rationale, ...lines }) =>
      onIssue({ type: "disagreed", issue, round, position, rationale, at: place(lines) }),
    ),
  ];
}
