import type { Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import { holdsBack } from "../../model/issue-state.ts";
import type { RunName } from "../effect.ts";
import { reviewerRuns, runsOf, slotRuns, unsettledIssues, withoutAbandoned } from "../queries.ts";
import type { State } from "../state.ts";
import { lastVersions, previousCandidateOf, shownSpec, withProposals } from "../working-spec/candidate.ts";
import { changesToCompare } from "../working-spec/new-passages.ts";
import type { GateContext } from "./gate-context.ts";
import type { WholeSpec } from "./single-runs.ts";

export function contextOfRun(state: State, order: RunName): GateContext {
  const shared = {
    round: order.round,
    gaps: order.gaps,
    inventory: state.gaps,
    issues: state.issues,
    decided: state.conflicts.filter((conflict) => conflict.state === "decided"),
    spec: shownSpec(state, order),
    minSectionChars: state.config.minSectionChars,
    maxWordsPerGap: state.config.maxWordsPerGap,
    retried: retried(state, order),
  };
  if (order.role === "engineer") {
    const polishing = state.round?.polishing !== undefined;
    // The text that the last review of these gaps, or of the gap that they are parts of, has seen.
    const last = lastVersions(state, order.gaps);
    const previous = last.length === 0 ? undefined : withProposals(state.spec.text, last).spec;
    return {
      ...shared,
      role: "engineer",
      polishing,
      ...defined({ previous }),
      previousChanges: last.flatMap(({ changes }) => changes),
    };
  }
  const previous = textsBefore(state, order.gaps);
  return { ...shared, role: "reviewer", issuesToRecheck: issuesToRecheck(state, order), previous };
}

/** For a run over the whole spec. Its last attempt is taken with what any other would be sent back for (SPEC 6). */
export function wholeSpecOfRun(state: State, { role, id }: Pick<RunName, "role" | "id">): WholeSpec {
  const earlier = withoutAbandoned(runsOf(state)).filter((run) => run.role === role && run.id !== id);
  const isLast = earlier.length >= state.config.maxRetries;
  const failures = earlier.flatMap(({ end }) => end?.gate.failureType ?? []);
  return {
    spec: state.spec.text,
    retried: isLast ? ["UNGROUNDED", "PARTIAL_REVIEW"] : failures,
    ...(role === "final-review" ? { changes: changesToCompare(state).shown.length } : {}),
  };
}

/** The texts whose words the proposals may have taken out. */
export function textsBefore(state: State, gaps: readonly GapId[]): Spec {
  return [...(previousCandidateOf(state, gaps) ?? []), ...state.spec.text];
}

/** Earlier issues that the review must say something about: serious or decided ones on its gaps (SPEC 3.6). */
export function issuesToRecheck(state: State, { gaps, round }: Pick<RunName, "gaps" | "round">): IssueId[] {
  return gaps
    .flatMap((gap) => unsettledIssues(state, gap))
    .filter((issue) => issue.round < round && issue.state !== "DISPUTED" && holdsBack(issue))
    .map(({ id }) => id);
}

function retried({ round }: State, order: RunName): FailureType[] {
  if (!round) return [];
  const [gap] = order.gaps;
  const runs = order.role === "engineer" && gap !== undefined ? slotRuns(round, gap) : reviewerRuns(round);
  return runs.filter(({ attempt }) => attempt < order.attempt).flatMap(({ end }) => end?.gate.failureType ?? []);
}
