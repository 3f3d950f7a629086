import { joinFiles } from "../documents/layouts/joined-files.ts";
import type { RunOrder } from "../mediator/effect.ts";
import { unsettledIssues } from "../mediator/queries.ts";
import { shownSpec } from "../mediator/spec/candidate.ts";
import type { State } from "../mediator/state.ts";
import type { GapId } from "../model/ids.ts";
import type { TaskBrief } from "../ports/agent.ts";

/** The facts for a run, from the state in which it was ordered (SPEC 15.1, 16.4). */
export function taskBrief(state: State, order: Pick<RunOrder, "role" | "gaps">): TaskBrief {
  return {
    source: joinFiles(state.spec.source),
    draft: joinFiles(shownSpec(state, order)),
    gaps: [...state.gaps],
    issues: order.gaps.flatMap((gap) => unsettledIssues(state, gap)),
    decisions: state.decisions,
    changes: [...state.proposals].map(({ id, round, changes }) => ({ gap: id, round, changes })),
    checks: state.config.checks,
  };
}

/** The same for a gap that is asked about, while no run is ordered. */
export function currentBrief(state: State, gap: GapId): TaskBrief {
  return taskBrief(state, { role: "engineer", gaps: [gap] });
}
