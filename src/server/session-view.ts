import { createHash } from "node:crypto";
import { courseOf, gapsStillOpen, parkedGaps, spent, undoneDecisions } from "../mediator/queries.ts";
import { appendixLine, decidedLines } from "../mediator/records/open-points.ts";
import { archivedDecisions } from "../mediator/rollback/reapply-decision.ts";
import { type RollbackTarget, rollbackTargets } from "../mediator/rollback/request-rollback.ts";
import type { State, WorkingSpec } from "../mediator/state.ts";
import { openBySeverity } from "../model/counting.ts";
import { defined } from "../model/defined.ts";
import { rememberFor } from "../model/remember-for.ts";
import { Table } from "../model/table.ts";

/** What the page knows of a session: the state with its tables as arrays, and derived values, without the spec. */
export type SessionView = Readonly<ReturnType<typeof viewOf>>;

export function viewOf(state: State) {
  const { checkpoints: _, spec: __, gaps, issues, proposals, ...rest } = state;
  return { ...rest, gaps: [...gaps], issues: [...issues], proposals: [...proposals], derived: derivedOf(state) };
}

/** A change of the view: new values as a whole, of tables only the changed rows. */
export interface ViewPatch {
  readonly seq: number;
  readonly set: Partial<SessionView>;
  readonly rows: Partial<Pick<SessionView, "gaps" | "issues" | "proposals">>;
  /** Keys without a value now, because JSON has no `undefined`. */
  readonly gone: readonly (keyof SessionView)[];
}

/** The difference between two states. Unchanged parts are the same objects, so that comparing them is cheap. */
export function patchOf(before: State, after: State): ViewPatch {
  const set: Record<string, unknown> = { derived: derivedOf(after) };
  const rows: Record<string, unknown> = {};
  const gone: (keyof SessionView)[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof State>) {
    const [old, now] = [before[key], after[key]];
    if (key === "checkpoints" || key === "spec" || old === now) continue;
    if (now === undefined) gone.push(key);
    else if (old instanceof Table && now instanceof Table)
      rows[key] = now.rows.filter((row, at) => row !== old.rows[at]);
    else set[key] = now;
  }
  return { seq: after.seq, set, rows, gone };
}

function derivedOf(state: State) {
  return {
    openBySeverity: openBySeverity(gapsStillOpen(state)),
    /** Without those that the spec has settled since. */
    parked: parkedGaps(state).length,
    convergence: courseOf(state).state,
    /** Changes with the text of the working spec. */
    spec: versionOf(state.spec),
    spent: spent(state),
    /** A sentence about the appendix of the finished spec. */
    ...defined({ appendix: appendixLine(state) }),
    /** Once the session has ended, what was decided without the User. */
    decided: state.stop.type === "ended" ? decidedLines(state) : [],
  };
}

/** A name of the current spec's text; the page loads the spec again when it changes. */
const versionOf = rememberFor(({ source, batches, text }: WorkingSpec) =>
  createHash("sha256")
    .update(JSON.stringify([source, batches.length, text]))
    .digest("base64url")
    .slice(0, 12),
);

export type RollbackView = ReturnType<typeof rollbackView>;
/** A round that the session can go back to, with what that would undo. */
export type TargetView = RollbackView["targets"][number];

/** What the page shows about rollbacks; `left` is how many more are allowed. */
export function rollbackView(state: State) {
  return {
    targets: rollbackTargets(state).map((target) => ({ ...target, ...effectOf(state, target) })),
    archived: archivedDecisions(state),
    left: Math.max(0, state.config.rollback.maxSession - state.rollbacks.length),
  };
}

/** How a gap would change. Without `back` it was found later and would be removed. */
function effectOf(state: State, { to }: RollbackTarget) {
  const then = state.checkpoints.find(({ round }) => round === to)?.state;
  const gaps = [...state.gaps].flatMap(({ id, title, state: now }) => {
    const back = then?.gaps.get(id)?.state;
    return then === undefined || back === now ? [] : [{ id, title, now, ...defined({ back }) }];
  });
  return { gaps, decisions: then === undefined ? [] : undoneDecisions(state, then) };
}
