import type { GapId, IssueId } from "../../model/ids.ts";
import type { RunName } from "../effect.ts";
import type { State } from "../state.ts";
import type { AdmitContext } from "./admit.ts";
import type { DecidedConflict, KnownIssue } from "./gate-context.ts";

/** What the document of a run is judged against. `reviewedText` is what the Reviewer was given. */
export function contextOfRun(state: State, order: RunName, reviewedText?: string): AdmitContext {
  const shared = {
    round: order.round,
    inventory: inventoryOf(state),
    issues: knownIssues(state),
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

/** Building the set of ten thousand ids for each of four runs costs more than reading their documents. */
const inventories = new WeakMap<object, ReadonlySet<GapId>>();

function inventoryOf(state: State): ReadonlySet<GapId> {
  const known = inventories.get(state.gaps);
  if (known) return known;
  const ids = new Set([...state.gaps].map((gap) => gap.id));
  inventories.set(state.gaps, ids);
  return ids;
}

const ledgers = new WeakMap<object, readonly KnownIssue[]>();

/** A ledger grows with the session; of a thousand rounds it is copied once for each of its versions, not for each run. */
function knownIssues(state: State): readonly KnownIssue[] {
  const known = ledgers.get(state.issues);
  if (known) return known;
  const issues = [...state.issues];
  ledgers.set(state.issues, issues);
  return issues;
}

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
