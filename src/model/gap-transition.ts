import type { Actor, Gap, GapState } from "./gap.ts";

const OPEN_STATES: readonly GapState[] = [
  "OPEN",
  "IN_PROGRESS",
  "PROPOSED",
  "NEEDS_REVISION",
  "BLOCKED",
  "USER_DEFERRED",
];

/** The legal changes and who may make them (SPEC 3.3). Going back from IN_PROGRESS and BLOCKED is checked besides. */
const TRANSITIONS: readonly { from: readonly GapState[]; to: GapState; actors: readonly Actor[] }[] = [
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
  if ((gap.state === "IN_PROGRESS" || gap.state === "BLOCKED") && gap.cameFrom === to) return undefined;
  const rules = TRANSITIONS.filter((rule) => rule.to === to && rule.from.includes(gap.state));
  if (rules.length === 0) return `${gap.id} cannot go from ${gap.state} to ${to}`;
  const isAllowed = rules.some((rule) => rule.actors.includes(actor));
  return isAllowed ? undefined : `${gap.id} cannot be brought from ${gap.state} to ${to} by the ${actor}`;
}
