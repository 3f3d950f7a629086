import type { Inventory } from "../../documents/repair/repair-context.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { RunName } from "../effect.ts";
import type { State } from "../state.ts";
import type { AdmitContext } from "./admit.ts";
import type { DecidedConflict, KnownIssue } from "./gate-context.ts";

/** What the document of a run is judged against. `reviewedText` is what the Reviewer was given. */
export function contextOfRun(state: State, order: RunName, reviewedText?: string): AdmitContext {
  const shared = {
    round: order.round,
    inventory: inventoryOf(state),
    issues: knownIssues(state.issues),
    takenIssues: issuesOfRound(state, order.round),
    decided: decidedConflicts(state),
    minSectionChars: state.config.minSectionChars,
  };
  if (order.role === "engineer") {
    const assigned = order.gaps.map((id) => ({ id, text: state.gaps.get(id)?.text ?? "" }));
    return { ...shared, role: "engineer", assigned };
  }
  return {
    ...shared,
    role: "reviewer",
    proposals: order.gaps,
    ...(reviewedText === undefined ? {} : { reviewedText }),
  };
}

function inventoryOf({ gaps }: State): Inventory {
  return {
    has: (gap) => gaps.has(gap as GapId),
    *[Symbol.iterator]() {
      for (const gap of gaps) yield gap.id;
    },
  };
}

/** A ledger grows with the session; of a thousand rounds it is copied once for each of its versions, not for each run. */
const knownIssues = rememberFor((issues: State["issues"]): readonly KnownIssue[] => issues.chunks.flat());

/** Only these can have taken a number that this round's review would give. They stand at the ledger's end. */
function issuesOfRound(state: State, round: number): IssueId[] {
  const ids: IssueId[] = [];
  for (const chunk of [...state.issues.chunks].reverse()) {
    for (const issue of chunk) if (issue.round === round) ids.push(issue.id);
    if ((chunk[0]?.round ?? 0) < round) break;
  }
  return ids;
}

function decidedConflicts(state: State): DecidedConflict[] {
  return state.conflicts.flatMap((conflict) =>
    conflict.state === "decided" && conflict.decision !== undefined
      ? [{ issue: conflict.issue, decision: conflict.decision, gap: conflict.gap, rejected: conflict.rejected ?? "" }]
      : [],
  );
}
