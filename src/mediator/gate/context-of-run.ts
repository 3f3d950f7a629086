import type { GapId } from "../../model/ids.ts";
import type { RunOrder } from "../effect.ts";
import type { State } from "../state.ts";
import type { DecidedConflict, GateContext } from "./gate-context.ts";

/** What the document of a run is judged against. `reviewedText` is what the Reviewer was given. */
export function contextOfRun(state: State, order: RunOrder, reviewedText?: string): GateContext {
  const shared = {
    round: order.round,
    inventory: inventoryOf(state),
    issues: [...state.issues].map((issue) => ({
      id: issue.id,
      text: issue.text,
      ...(issue.label === undefined ? {} : { label: issue.label }),
    })),
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

function decidedConflicts(state: State): DecidedConflict[] {
  return state.conflicts.flatMap((conflict) =>
    conflict.state === "decided" && conflict.decision !== undefined
      ? [{ issue: conflict.issue, decision: conflict.decision, gap: conflict.gap, rejected: conflict.rejected ?? "" }]
      : [],
  );
}
