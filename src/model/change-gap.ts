import { InternalError } from "../errors/whetstone-error.ts";
import { isOpen } from "./counting.ts";
import type { SessionEvent } from "./events.ts";
import type { Actor, Gap, GapState } from "./gap.ts";
import type { GapId } from "./ids.ts";

type Changed = Extract<SessionEvent, { type: "gap_changed" }>;

/** One change of a gap's state (SPEC 3.3); BLOCKED requires a blocker, other states must not have one. */
export interface GapChange extends Pick<Changed, "to" | "actor" | "blocker" | "flag"> {
  readonly round: number;
}

const COUNTS_AS_RESOLVED: ReadonlySet<GapState> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX"]);

/** The gap after a legal change. An illegal one is a bug: it throws (SPEC 3.3). */
export function changeGap(gap: Gap, change: GapChange): Gap {
  const problem = transitionProblem(gap, change.to, change.actor) ?? changeProblem(gap, change);
  if (problem !== undefined) throw new InternalError(problem, { target: gap.id });
  const { cameFrom: _cameFrom, assignedFrom: _assignedFrom, blocker: _blocker, ...rest } = gap;
  return {
    ...rest,
    ...wayBack(gap, change),
    // A gap counts as resolved once in a session: in the round in which it first was (SPEC 3.5).
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
  // Otherwise it would disappear from every count.
  if (change.to === "SUPERSEDED" && countingInstead(gap).length === 0)
    return `${gap.id} cannot be SUPERSEDED by nothing`;
  return undefined;
}

/** IN_PROGRESS and BLOCKED remember the state before them, to return to it. */
function wayBack(gap: Gap, change: GapChange): Partial<Gap> {
  const returning = gap.state === "BLOCKED" && change.to === "IN_PROGRESS";
  if (returning) return { cameFrom: gap.assignedFrom ?? "OPEN" };
  if (change.to === "IN_PROGRESS") return { cameFrom: gap.state };
  if (change.to !== "BLOCKED" || change.blocker === undefined) return {};
  const assigned = gap.state === "IN_PROGRESS" ? { assignedFrom: gap.cameFrom ?? "OPEN" } : {};
  return { cameFrom: gap.state, blocker: change.blocker, ...assigned };
}

/** The legal changes and who may make them (SPEC 3.3); returning from IN_PROGRESS and BLOCKED is checked apart. */
const TRANSITIONS: readonly { from: readonly GapState[] | "any open"; to: GapState; actors: readonly Actor[] }[] = [
  { from: ["OPEN", "NEEDS_REVISION", "PROPOSED"], to: "IN_PROGRESS", actors: ["mediator"] },
  { from: ["IN_PROGRESS"], to: "PROPOSED", actors: ["engineer"] },
  { from: ["OPEN", "IN_PROGRESS", "NEEDS_REVISION"], to: "BLOCKED", actors: ["mediator", "engineer", "user"] },
  { from: ["PROPOSED"], to: "NEEDS_REVISION", actors: ["reviewer", "user", "mediator"] },
  { from: ["PROPOSED"], to: "ACCEPTED", actors: ["reviewer"] },
  { from: ["ACCEPTED"], to: "RESOLVED", actors: ["user", "mediator"] },
  { from: ["ACCEPTED", "RESOLVED"], to: "NEEDS_REVISION", actors: ["reviewer", "user"] },
  { from: "any open", to: "USER_DEFERRED", actors: ["user"] },
  { from: ["USER_DEFERRED"], to: "OPEN", actors: ["user"] },
  { from: "any open", to: "WONT_FIX", actors: ["user"] },
  { from: "any open", to: "SUPERSEDED", actors: ["user"] },
  { from: "any open", to: "PARKED", actors: ["user", "engineer", "reviewer"] },
  { from: ["PARKED"], to: "OPEN", actors: ["user"] },
];

/** Why the change is not legal, or `undefined` when it is. */
export function transitionProblem(gap: Gap, to: GapState, actor: Actor): string | undefined {
  if ((gap.state === "IN_PROGRESS" || gap.state === "BLOCKED") && gap.cameFrom === to) return undefined;
  const isFrom = (from: readonly GapState[] | "any open") =>
    from === "any open" ? isOpen(gap) && gap.state !== to : from.includes(gap.state);
  const rules = TRANSITIONS.filter((rule) => rule.to === to && isFrom(rule.from));
  if (rules.length === 0 && gap.state === "PARKED")
    return `${gap.id} is parked; take it up first: whetstone gap take ${gap.id}`;
  if (rules.length === 0) return `${gap.id} cannot go from ${gap.state} to ${to}`;
  const isAllowed = rules.some((rule) => rule.actors.includes(actor));
  return isAllowed ? undefined : `${gap.id} cannot be brought from ${gap.state} to ${to} by the ${actor}`;
}

type Given = Pick<Gap, "id" | "title" | "text" | "severity" | "severityBy" | "origin">;

/** A new gap of this round; OPEN unless `given` says otherwise. */
export function newGap(round: number, given: Given & Partial<Gap>): Gap {
  return {
    state: "OPEN",
    places: [],
    dependsOn: [],
    parts: [],
    flags: [],
    ...given,
    round,
    changedInRound: round,
  };
}

/** A part of a split as the User describes it. */
type PartDraft = Pick<Gap, "id" | "title" | "text">;

/** The parts that replace a gap (SPEC 3.2, 13.7): they inherit its facts, but no proposal. */
export function partsOf(whole: Gap, drafts: readonly PartDraft[], round: number): Gap[] {
  if (drafts.length < 2) throw new InternalError(`${whole.id} cannot be split into fewer than two parts`);
  if (!isOpen(whole)) throw new InternalError(`${whole.id} is ${whole.state}: only an open gap can be split`);
  const { id: partOf, severity, severityBy, places, dependsOn } = whole;
  const inherited = { severity, severityBy, places, dependsOn, partOf, ...inheritedState(whole) };
  return drafts.map(({ id, title, text }) => newGap(round, { id, title, text, ...inherited, origin: "split" }));
}

function inheritedState(whole: Gap): Pick<Gap, "state" | "cameFrom" | "blocker"> {
  if (whole.state === "USER_DEFERRED") return { state: "USER_DEFERRED" };
  if (whole.state !== "BLOCKED" || whole.blocker === undefined) return { state: "OPEN" };
  return { state: "BLOCKED", cameFrom: "OPEN", blocker: whole.blocker };
}

/** A gap after a split or a merge: SUPERSEDED, with what counts instead of it. */
export function supersede(gap: Gap, by: Pick<Gap, "parts"> | Pick<Gap, "duplicateOf">, round: number): Gap {
  return changeGap({ ...gap, ...by }, { to: "SUPERSEDED", actor: "user", round });
}

/** A gap that depended on one that was split or merged depends on what counts instead. */
export function dependOnParts(gap: Gap, whole: GapId, parts: readonly GapId[]): Gap {
  const { dependsOn, blocker } = gap;
  const isWaiting = blocker?.type === "DEPENDENCY" && blocker.gaps.includes(whole);
  if (!isWaiting && !dependsOn.includes(whole)) return gap;
  const redirect = (gaps: readonly GapId[]) => [...new Set(gaps.flatMap((id) => (id === whole ? parts : [id])))];
  const waits = isWaiting ? { blocker: { ...blocker, gaps: redirect(blocker.gaps) } } : {};
  return { ...gap, dependsOn: redirect(dependsOn), ...waits };
}
