import { InternalError } from "../errors/whetstone-error.ts";
import type { Actor, Blocker, Gap, GapFlag, GapState } from "./gap.ts";
import { transitionProblem } from "./gap-transition.ts";
import type { GapId } from "./ids.ts";

/** One change of a gap's state (SPEC 3.3). */
export interface GapChange {
  readonly to: GapState;
  readonly actor: Actor;
  readonly round: number;
  /** Demanded for BLOCKED, and only there. */
  readonly blocker?: Blocker;
  readonly flag?: GapFlag;
}

const COUNTS_AS_RESOLVED: ReadonlySet<GapState> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX"]);

/** The gap after a legal change; anything else is a bug of the program's, refused and reported (SPEC 3.3). */
export function changeGap(gap: Gap, change: GapChange): Gap {
  const problem = transitionProblem(gap, change.to, change.actor) ?? changeProblem(gap, change);
  if (problem !== undefined) throw new InternalError(problem, { target: gap.id });
  const { cameFrom: _cameFrom, assignedFrom: _assignedFrom, blocker: _blocker, ...rest } = gap;
  return {
    ...rest,
    ...wayBack(gap, change),
    // Each gap counts once in the session, in the round in which it first got there (SPEC 3.5).
    ...(COUNTS_AS_RESOLVED.has(change.to) && { resolvedInRound: gap.resolvedInRound ?? change.round }),
    state: change.to,
    changedInRound: change.round,
    flags: change.flag === undefined || gap.flags.includes(change.flag) ? gap.flags : [...gap.flags, change.flag],
  };
}

/** What counts instead of a SUPERSEDED gap (SPEC 3.2): its parts, or what it is a duplicate of. */
export function countingInstead({ parts, duplicateOf }: Gap): readonly GapId[] {
  return duplicateOf === undefined ? parts : [duplicateOf];
}

function changeProblem(gap: Gap, change: GapChange): string | undefined {
  if (change.to === "BLOCKED" && change.blocker === undefined) return `${gap.id} cannot be BLOCKED by nothing`;
  if (change.to !== "BLOCKED" && change.blocker !== undefined) return `${gap.id} has a blocker and is not BLOCKED`;
  // With nothing that counts instead it would vanish from every count.
  if (change.to === "SUPERSEDED" && countingInstead(gap).length === 0)
    return `${gap.id} cannot be SUPERSEDED by nothing`;
  return undefined;
}

/** What IN_PROGRESS and BLOCKED remember, so that both can be left for the state before them. */
function wayBack(gap: Gap, change: GapChange): Partial<Gap> {
  const returning = gap.state === "BLOCKED" && change.to === "IN_PROGRESS";
  if (returning) return { cameFrom: gap.assignedFrom ?? "OPEN" };
  if (change.to === "IN_PROGRESS") return { cameFrom: gap.state };
  if (change.to !== "BLOCKED" || change.blocker === undefined) return {};
  const assigned = gap.state === "IN_PROGRESS" ? { assignedFrom: gap.cameFrom ?? "OPEN" } : {};
  return { cameFrom: gap.state, blocker: change.blocker, ...assigned };
}
