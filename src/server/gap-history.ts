import type { TextRef } from "../mediator/state.ts";
import type { Entry, SessionEvent } from "../model/events.ts";
import type { Actor, GapState } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { IssueState } from "../model/issue.ts";

/** A proposal for a gap, where it stands. */
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

/** What became of one gap, from the journal: the state knows only how it stands. */
export interface GapHistory {
  readonly proposals: readonly ProposalTurn[];
  readonly issues: readonly IssueTurn[];
  readonly changes: readonly GapTurn[];
}

/** The history of a gap; `mine` says which issues are its own. What was rolled back did not happen. */
export function gapHistory(entries: Iterable<Entry>, gap: GapId, mine: ReadonlySet<IssueId>): GapHistory {
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
      turns.push(...turnsOf(recorded, round, at, gap, mine));
    }
  }
  return {
    proposals: turns.flatMap((turn) => (turn.kind === "proposal" ? [turn.value] : [])),
    issues: turns.flatMap((turn) => (turn.kind === "issue" ? [turn.value] : [])),
    changes: turns.flatMap((turn) => (turn.kind === "gap" ? [turn.value] : [])),
  };
}

type Turn =
  | { readonly kind: "proposal"; readonly value: ProposalTurn }
  | { readonly kind: "issue"; readonly value: IssueTurn }
  | { readonly kind: "gap"; readonly value: GapTurn };

function pathOf({ kind, value }: Turn): string | undefined {
  if (kind === "proposal") return value.path;
  return kind === "issue" && "at" in value ? value.at.path : undefined;
}

function turnsOf(event: SessionEvent, round: number, at: string, gap: GapId, mine: ReadonlySet<IssueId>): Turn[] {
  switch (event.type) {
    case "gap_changed":
      if (event.gap !== gap) return [];
      return [{ kind: "gap", value: { round, at, to: event.to, actor: event.actor, why: event.why } }];
    case "issue_changed":
      if (!mine.has(event.issue)) return [];
      return [{ kind: "issue", value: { type: "changed", issue: event.issue, round, to: event.to, why: event.why } }];
    case "document_joined":
      return joinedTurns(event, gap, mine);
    default:
      return [];
  }
}

function joinedTurns(
  event: Extract<SessionEvent, { type: "document_joined" }>,
  gap: GapId,
  mine: ReadonlySet<IssueId>,
): Turn[] {
  const { round, path, digest } = event;
  const place = ({ line, endLine = line }: { line: number; endLine?: number }): TextRef => ({ path, line, endLine });
  const about = <T extends { readonly issue: IssueId }>(rows: readonly T[]) =>
    rows.filter((row) => mine.has(row.issue));
  if (digest.role === "reviewer") {
    return about(digest.rechecks).map(({ issue, status, why, line }) => ({
      kind: "issue",
      value: { type: "rechecked", issue, round, status, why, at: place({ line }) },
    }));
  }
  return [
    ...digest.proposals
      .filter((proposal) => proposal.gap === gap)
      .map(
        ({ title, confidence, ...lines }): Turn => ({
          kind: "proposal",
          value: { round, title, ...place(lines), ...(confidence === undefined ? {} : { confidence }) },
        }),
      ),
    ...about(digest.responses).map(
      ({ issue, line, endLine }): Turn => ({
        kind: "issue",
        value: { type: "answered", issue, round, at: place({ line, endLine }) },
      }),
    ),
    ...about(digest.disagreements).map(
      ({ issue, position, rationale, ...lines }): Turn => ({
        kind: "issue",
        value: { type: "disagreed", issue, round, position, rationale, at: place(lines) },
      }),
    ),
  ];
}
