import { archivedDecisions, type RecoverableDecision } from "../mediator/rollback/reapply-decision.ts";
import { type RollbackTarget, rollbackTargets } from "../mediator/rollback/rollback-targets.ts";
import type { State } from "../mediator/state.ts";
import type { Decision } from "../model/decision.ts";
import type { GapState } from "../model/gap.ts";
import type { GapId } from "../model/ids.ts";

export interface UndoneGap {
  readonly id: GapId;
  readonly title: string;
  readonly now: GapState;
  /** Absent where the gap came up since: it would be gone. */
  readonly back?: GapState;
}

/** A round whose end can be restored, with what that would undo. */
export interface TargetView extends RollbackTarget {
  readonly gaps: readonly UndoneGap[];
  readonly decisions: readonly Decision[];
}

export interface RollbackView {
  readonly targets: readonly TargetView[];
  readonly archived: readonly RecoverableDecision[];
  /** Rollbacks that the session may still make. */
  readonly left: number;
}

export function rollbackView(state: State): RollbackView {
  return {
    targets: rollbackTargets(state).map((target) => ({ ...target, ...undone(state, target) })),
    archived: archivedDecisions(state),
    left: Math.max(0, state.config.rollback.maxSession - state.rollbacks.length),
  };
}

function undone(state: State, { to }: RollbackTarget): Pick<TargetView, "gaps" | "decisions"> {
  const then = state.checkpoints.find(({ round }) => round === to)?.state;
  if (!then) return { gaps: [], decisions: [] };
  const gaps = [...state.gaps].flatMap((gap): UndoneGap[] => {
    const before = then.gaps.get(gap.id);
    if (before?.state === gap.state) return [];
    const { id, title, state: now } = gap;
    return [{ id, title, now, ...(before === undefined ? {} : { back: before.state }) }];
  });
  return { gaps, decisions: state.decisions.slice(then.decisions.length) };
}
