import type { EventOf, State, TextRef } from "../mediator/state.ts";
import { defined } from "../model/defined.ts";
import type { ProposalDigest } from "../model/digest.ts";
import type { Entry } from "../model/events.ts";
import { groupBy } from "../model/group-by.ts";
import type { GapId, IssueId } from "../model/ids.ts";

interface ProposalTurn extends TextRef, Pick<ProposalDigest, "gap" | "confidence"> {
  readonly type: "proposed";
}

/** A reply to an issue or a change of its state. */
type IssueTurn =
  | ({ readonly issue: IssueId } & TextRef &
      (
        | { readonly type: "answered" }
        | { readonly type: "disagreed"; readonly position: string; readonly rationale: string }
        | { readonly type: "rechecked"; readonly status: string; readonly why: string }
      ))
  | EventOf<"issue_changed">;

export type GapTurn = { readonly round: number } & (ProposalTurn | IssueTurn | EventOf<"gap_changed">);

/** The history of every gap in the entries, without what was rolled back; the state has only the present. */
export function gapHistories(entries: Iterable<Entry>, { issues }: Pick<State, "issues">) {
  let turns: GapTurn[] = [];
  let round = 0;
  for (const { event } of entries) {
    for (const recorded of event.events) {
      if (recorded.type === "round_opened") round = recorded.round;
      if (recorded.type === "rounds_rolled_back") {
        round = recorded.to;
        turns = turns.filter((turn) => turn.round <= recorded.to);
      }
      // A document that is written again after a rollback has the same path, so turns with its old lines are dropped.
      if (recorded.type === "document_joined") {
        const others = turns.filter((turn) => !("path" in turn) || turn.path !== recorded.path);
        turns = [...others, ...turnsIn(recorded)];
      }
      if (recorded.type === "gap_changed" || recorded.type === "issue_changed") turns.push({ ...recorded, round });
    }
  }
  return groupBy(turns, (turn): GapId | undefined => ("gap" in turn ? turn.gap : issues.get(turn.issue)?.gap));
}

function turnsIn({ round, path, digest }: EventOf<"document_joined">): GapTurn[] {
  const at = ({ line, endLine = line }: { line: number; endLine?: number }) => ({ round, path, line, endLine });
  if (digest.role === "reviewer") {
    return digest.rechecks.map(({ issue, status, why, line }) => {
      return { type: "rechecked", issue, status, why, ...at({ line }) };
    });
  }
  return [
    ...digest.proposals.map(({ gap, confidence, ...lines }): GapTurn => {
      return { type: "proposed", gap, ...at(lines), ...defined({ confidence }) };
    }),
    ...digest.responses.map(({ issue, ...lines }): GapTurn => ({ type: "answered", issue, ...at(lines) })),
    ...digest.disagreements.map(({ issue, position, rationale, ...lines }): GapTurn => {
      return { type: "disagreed", issue, position, rationale, ...at(lines) };
    }),
  ];
}
