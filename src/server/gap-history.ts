import type { State, TextRef } from "../mediator/state.ts";
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
  const owners: Owners = new Map([...issues].map(({ id, gap }) => [id, gap]));
  let turns: Turn[] = [];
  let round = 0;
  for (const { at, event } of entries) {
    for (const recorded of event.events) {
      if (recorded.type === "round_opened") round = recorded.round;
      if (recorded.type === "rounds_rolled_back") {
        round = recorded.to;
        turns = turns.filter((turn) => turn.value.round <= recorded.to);
      }
      // A document that was taken back and written anew stands at the same path: the old lines mean nothing there.
      if (recorded.type === "document_joined") turns = turns.filter((turn) => pathOf(turn) !== recorded.path);
      turns.push(...turnsOf(recorded, round, at, owners));
    }
  }
  return byGap(turns);
}

type Owners = ReadonlyMap<IssueId, GapId>;

type Turn = { readonly gap: GapId } & (
  | { readonly kind: "proposal"; readonly value: ProposalTurn }
  | { readonly kind: "issue"; readonly value: IssueTurn }
  | { readonly kind: "change"; readonly value: GapTurn }
);

function byGap(turns: readonly Turn[]): Map<GapId, GapHistory> {
  const found = new Map<GapId, { proposals: ProposalTurn[]; issues: IssueTurn[]; changes: GapTurn[] }>();
  for (const turn of turns) {
    const history = found.get(turn.gap) ?? { proposals: [], issues: [], changes: [] };
    found.set(turn.gap, history);
    if (turn.kind === "proposal") history.proposals.push(turn.value);
    else if (turn.kind === "issue") history.issues.push(turn.value);
    else history.changes.push(turn.value);
  }
  return found;
}

function pathOf({ kind, value }: Turn): string | undefined {
  if (kind === "proposal") return value.path;
  return kind === "issue" && "at" in value ? value.at.path : undefined;
}

function turnsOf(event: SessionEvent, round: number, at: string, owners: Owners): Turn[] {
  switch (event.type) {
    case "gap_changed": {
      const { gap, to, actor, why } = event;
      return [{ gap, kind: "change", value: { round, at, to, actor, why } }];
    }
    case "issue_changed":
      return issueTurn(owners, { type: "changed", issue: event.issue, round, to: event.to, why: event.why });
    case "document_joined":
      return joinedTurns(event, owners);
    default:
      return [];
  }
}

function issueTurn(owners: Owners, value: IssueTurn): Turn[] {
  const gap = owners.get(value.issue);
  return gap === undefined ? [] : [{ gap, kind: "issue", value }];
}

function joinedTurns(event: Extract<SessionEvent, { type: "document_joined" }>, owners: Owners): Turn[] {
  const { round, path, digest } = event;
  const place = ({ line, endLine = line }: { line: number; endLine?: number }): TextRef => ({ path, line, endLine });
  if (digest.role === "reviewer") {
    return digest.rechecks.flatMap(({ issue, status, why, line }) =>
      issueTurn(owners, { type: "rechecked", issue, round, status, why, at: place({ line }) }),
    );
  }
  return [
    ...digest.proposals.map(({ gap, title, confidence, ...lines }): Turn => {
      const value = { round, title, ...place(lines), ...(confidence === undefined ? {} : { confidence }) };
      return { gap, kind: "proposal", value };
    }),
    ...digest.responses.flatMap(({ issue, ...lines }) =>
      issueTurn(owners, { type: "answered", issue, round, at: place(lines) }),
    ),
    ...digest.disagreements.flatMap(({ issue, position, rationale, ...lines }) =>
      issueTurn(owners, { type: "disagreed", issue, round, position, rationale, at: place(lines) }),
    ),
  ];
}
