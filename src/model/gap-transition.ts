import type { Actor, Gap, GapState } from "./gap.ts";

/** One legal change of state and who may make it (SPEC 3.3). */
interface TransitionRule {
  readonly from: readonly GapState[];
  readonly to: GapState;
  readonly actors: readonly Actor[];
}

const OPEN_STATES: readonly GapState[] = [
  "OPEN",
  "IN_PROGRESS",
  "PROPOSED",
  "NEEDS_REVISION",
  "BLOCKED",
  "USER_DEFERRED",
];

/** SPEC 3.3. Going back from IN_PROGRESS and BLOCKED is `cameFrom`, checked besides. */
const TRANSITIONS: readonly TransitionRule[] = [
  { from: ["OPEN", "NEEDS_REVISION", "PROPOSED"], to: "IN_PROGRESS", actors: ["mediator"] },
  { from: ["IN_PROGRESS"], to: "PROPOSED", actors: ["engineer"] },
  { from: ["OPEN", "IN_PROGRESS", "NEEDS_REVISION"], to: "BLOCKED", actors: ["mediator", "engineer", "user"] },
  { from: ["PROPOSED"], to: "NEEDS_REVISION", actors: ["reviewer", "user", "mediator"] },
  { from: ["PROPOSED"], to: "ACCEPTED", actors: ["reviewer"] },
  { from: ["ACCEPTED"], to: "RESOLVED", actors: ["user", "mediator"] },
  { from: ["ACCEPTED", "RESOLVED"], to: "NEEDS_REVISION", actors: ["reviewer", "user"] },
  { from: OPEN_STATES.filter((state) => state !== "USER_DEFERRED"), to: "USER_DEFERRED", actors: ["user"] },
  { from: ["USER_DEFERRED"], to: "OPEN", actors: ["user"] },
  { from: OPEN_STATES, to: "WONT_FIX", actors: ["user"] },
  { from: OPEN_STATES, to: "SUPERSEDED", actors: ["user"] },
  { from: OPEN_STATES, to: "PARKED", actors: ["user", "engineer", "reviewer"] },
  { from: ["PARKED"], to: "OPEN", actors: ["user"] },
];

/** Why the change is not legal, or `undefined` when it is. */
export function transitionProblem(gap: Gap, to: GapState, actor: Actor): string | undefined {
  if (goesBack(gap, to)) return undefined;
  const rules = TRANSITIONS.filter((rule) => rule.to === to && rule.from.includes(gap.state));
  if (rules.length === 0) return `${gap.id} cannot go from ${gap.state} to ${to}`;
  if (!rules.some((rule) => rule.actors.includes(actor))) {
    return `${gap.id} cannot be brought from ${gap.state} to ${to} by the ${actor}`;
  }
  return undefined;
}

function goesBack(gap: Gap, to: GapState): boolean {
  return (gap.state === "IN_PROGRESS" || gap.state === "BLOCKED") && gap.cameFrom === to;
}
