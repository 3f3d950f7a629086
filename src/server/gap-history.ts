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

/** A reply to an issue or a change of its state. */
export type IssueTurn = { readonly issue: IssueId; readonly round: number } & (
  | { readonly type: "answered"; readonly at: TextRef }
  | { readonly type: "disagreed"; readonly position: string; readonly rationale: string; readonly at: TextRef }
  | { readonly type: "rechecked"; readonly status: string; readonly why: string; readonly at: TextRef }
  | { readonly type: "changed"; readonly to: IssueState; readonly why: string }
);

interface GapTurn {
  readonly round: number;
  readonly to: GapState;
  readonly actor: Actor;
  readonly why: string;
}

/** The history of a gap from the journal, because the state has only the present. */
export interface GapHistory {
  readonly proposals: readonly ProposalTurn[];
  readonly issues: readonly IssueTurn[];
  readonly changes: readonly GapTurn[];
}

export const NO_HISTORY: GapHistory = { proposals: [], issues: [], changes: [] };

/** The history of every gap in the entries, without what was rolled back. */
export function gapHistories(entries: Iterable<Entry>, { issues }: Pick<State, "issues">): Map<GapId, GapHistory> {
  let turns: Turn[] = [];
  let round = 0;
  for (const { event } of entries) {
    for (const recorded of event.events) {
      if (recorded.type === "round_opened") round = recorded.round;
      if (recorded.type === "rounds_rolled_back") {
        round = recorded.to;
        turns = turns.filter(({ value }) => value.round <= recorded.to);
      }
      // A document that is written again after a rollback has the same path, so turns with its old lines are dropped.
      if (recorded.type === "document_joined") turns = turns.filter(({ path }) => path !== recorded.path);
      turns.push(...turnsOf(recorded, round));
    }
  }
  const owners = new Map([...issues].map(({ id, gap }) => [id, gap]));
  const histories = new Map<GapId, { [List in keyof GapHistory]: GapHistory[List][number][] }>();
  for (const { list, of, value } of turns) {
    const gap = list === "issues" ? owners.get(of as IssueId) : (of as GapId);
    if (gap === undefined) continue;
    const history = histories.get(gap) ?? { proposals: [], issues: [], changes: [] };
    histories.set(gap, history);
    history[list].push(value as never);
  }
  return histories;
}

interface Turn {
  readonly list: keyof GapHistory;
  readonly of: GapId | IssueId;
  readonly value: GapHistory[keyof GapHistory][number];
  readonly path?: string;
}

function turnsOf(event: SessionEvent, round: number): Turn[] {
  if (event.type === "document_joined") return joinedTurns(event);
  if (event.type === "gap_changed") {
    const { gap, to, actor, why } = event;
    return [{ list: "changes", of: gap, value: { round, to, actor, why } }];
  }
  if (event.type !== "issue_changed") return [];
  const { issue, to, why } = event;
  return [{ list: "issues", of: issue, value: { type: "changed", issue, round, to, why } }];
}

function joinedTurns({ round, path, digest }: Extract<SessionEvent, { type: "document_joined" }>): Turn[] {
  const place = ({ line, endLine = line }: { line: number; endLine?: number }): TextRef => ({ path, line, endLine });
  const onIssue = (value: IssueTurn): Turn => ({ path, list: "issues", of: value.issue, value });
  if (digest.role === "reviewer") {
    return digest.rechecks.map(({ issue, status, why, line }) =>
      onIssue({ type: "rechecked", issue, round, status, why, at: place({ line }) }),
    );
  }
  return [
    ...digest.proposals.map(({ gap, title, confidence, ...lines }): Turn => {
      return { path, of: gap, list: "proposals", value: { round, title, ...place(lines), ...defined({ confidence }) } };
    }),
    ...digest.responses.map(({ issue, ...lines }) => onIssue({ type: "answered", issue, round, at: place(lines) })),
    ...digest.disagreements.map(({ issue, position, rationale, ...lines }) =>
      onIssue({ type: "disagreed", issue, round, position, rationale, at: place(lines) }),
    ),
  ];
}
