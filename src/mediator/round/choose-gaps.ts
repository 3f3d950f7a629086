import { gapIdsIn } from "../../documents/form/ids-in-text.ts";
import { countingInstead } from "../../model/change-gap.ts";
import type { SessionEvent } from "../../model/events.ts";
import { type Gap, type GapState, sharePlace } from "../../model/gap.ts";
import { compareGapIds, type GapId } from "../../model/ids.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { moveGap, unblock } from "../ledger-events.ts";
import { engineerIsInterview, liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { candidateOf, isSettledIn } from "../working-spec/candidate.ts";

/** Gaps that an Engineer may be given now, most urgent first: never a BLOCKED one (SPEC 4.1). */
export function assignableGaps(state: State): Gap[] {
  const all = state.gaps.filter(isAssignable);
  const critical = state.convergence.criticalOnly ? all.filter(({ severity }) => severity === "CRITICAL") : [];
  return inWorkOrder(state, critical.length > 0 ? critical : all);
}

/** As the User ordered them, else by urgency and in the order of the author's text. */
export function inWorkOrder(state: State, gaps: readonly Gap[]): Gap[] {
  const places = new Map(state.setup.order.map((id, at) => [id, at]));
  const placeOf = ({ id }: Gap) => places.get(id) ?? places.size;
  return gaps.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || urgencyOf(a) - urgencyOf(b) || a.round - b.round || inOrder(a, b),
  );
}

/** By urgency, then in the order of the author's text; a gap without a place comes last. */
function inOrder(a: Gap, b: Gap): number {
  const lineOf = ({ places: [first] }: Gap) => first?.line ?? Number.MAX_SAFE_INTEGER;
  return urgencyOf(a) - urgencyOf(b) || lineOf(a) - lineOf(b) || compareGapIds(a.id, b.id);
}

/** The lower, the more urgent: NEEDS_REVISION before OPEN, then by severity (SPEC 4.1). */
function urgencyOf({ state, severity }: Gap): number {
  return (state === "NEEDS_REVISION" ? 0 : SEVERITIES.length) + SEVERITIES.indexOf(severity);
}

/** The gaps of each next Engineer run (SPEC 4.1). `first`: gaps whose proposals no longer apply (SPEC 4.5). */
export function chooseRuns(state: State, first: readonly GapId[] = []): GapId[][] {
  return first.length === 0 ? usualRuns(state) : runsWith(state, first);
}

/** Cached, because the summary of a round and the opening of the next both need it. */
const usualRuns = rememberFor((state: State) => runsWith(state, []));

function runsWith(state: State, first: readonly GapId[]): GapId[][] {
  // In an interview each gap has its own run, and all that can be asked wait together (SPEC 14, 16.4).
  const isInterview = engineerIsInterview(state);
  const parallelGaps = isInterview ? Number.POSITIVE_INFINITY : state.config.parallelGaps;
  const clusterGaps = isInterview ? 1 : state.config.clusterGaps;
  const runs: Gap[][] = [];
  for (const gap of candidates(state, first)) {
    const related = runs.filter((run) => run.some((other) => !areIndependent(state, gap, other)));
    const [run] = related;
    if (run === undefined && runs.length < parallelGaps && !isWaiting(gap)) runs.push([gap]);
    if (run !== undefined && related.length === 1 && run.length < clusterGaps && waitsOnlyFor(gap, run)) run.push(gap);
    if (runs.length === parallelGaps && runs.every(({ length }) => length === clusterGaps)) break;
  }
  return runs
    .map((run) => run.toSorted(inOrder))
    .sort(([a], [b]) => (a === undefined || b === undefined ? 0 : inOrder(a, b)))
    .map((run) => run.map(({ id }) => id));
}

/** Gaps that may be worked on: those that the User chose, else the most urgent and then those that wait for others. */
function candidates(state: State, first: readonly GapId[]): Gap[] {
  const gaps = assignableGaps(state);
  const hasChosen = state.chosen.some((id) => isAssignable(state.gaps.get(id)));
  const wanted = hasChosen ? gaps.filter(({ id }) => state.chosen.includes(id)) : gaps;
  return [...state.gaps.pick(first), ...wanted, ...(hasChosen ? [] : state.gaps.filter(isWaiting))];
}

function isWaiting({ state, blocker }: Gap): boolean {
  return state === "BLOCKED" && blocker?.type === "DEPENDENCY";
}

/** A gap that is blocked only by members of its cluster is worked on with them (SPEC 4.1). */
function waitsOnlyFor(gap: Gap, run: readonly Gap[]): boolean {
  if (gap.blocker?.type !== "DEPENDENCY") return true;
  return gap.blocker.gaps.every((id) => run.some((other) => other.id === id));
}

export function isAssignable(gap: Gap | undefined): boolean {
  return gap?.state === "OPEN" || gap?.state === "NEEDS_REVISION";
}

/** Gaps whose proposals an earlier round left unreviewed, by whether the proposals still apply (SPEC 4.1, 4.5). */
export function unreviewedGaps(state: State) {
  const isUnreviewed = (gap: Gap) => gap.state === "PROPOSED" && state.proposals.get(gap.id)?.reviewed === false;
  const gaps = state.gaps.filter(isUnreviewed).map((gap) => gap.id);
  const { spec, failed } = candidateOf(state, gaps);
  const applies = (gap: GapId) => !failed.includes(gap) && isSettledIn(spec, state.proposals.get(gap));
  return { applying: gaps.filter(applies), failing: gaps.filter((gap) => !applies(gap)) };
}

type Ledger = Pick<State, "proposals" | "issues">;

/** Whether two gaps can be worked on at once (SPEC 4.1): they share no place, and neither needs the other. */
export function areIndependent(state: Ledger, a: Gap, b: Gap): boolean {
  if (sharePlace(a, b) || refersTo(a, b) || refersTo(b, a)) return false;
  const isBetween = ({ gap, on }: Tie) => (gap === a.id && on.includes(b.id)) || (gap === b.id && on.includes(a.id));
  return !tiesIn(state).some(isBetween);
}

interface Tie {
  readonly gap: GapId;
  readonly on: readonly GapId[];
}

/** Gaps whose changes were written on top of others', or whose open issues contradict others' text (SPEC 4.5). */
const tiesIn = rememberFor((ledger: Ledger): readonly Tie[] => {
  const following = ledger.proposals
    .filter(({ after }) => after.length > 0)
    .map(({ id, after }) => ({ gap: id, on: after }));
  return [
    ...following,
    ...liveIssues(ledger).flatMap(({ gap, contradicts }) => (contradicts ? [{ gap, on: contradicts }] : [])),
  ];
});

export function refersTo(gap: Gap, { id }: Gap): boolean {
  return namesOf(gap).includes(id);
}

/** Its parent, the gaps that it depends on, and those that its title and text name. */
const namesOf = rememberFor(({ parent, dependsOn, title, text }: Gap): GapId[] => {
  const named = gapIdsIn(`${title}\n${text}`).map(({ id }) => id);
  return [...(parent === undefined ? [] : [parent]), ...dependsOn, ...named];
});

export function openRound(
  state: State,
  runs: readonly (readonly GapId[])[],
  carriedOver: readonly GapId[],
): SessionEvent[] {
  const round = (state.records.at(-1)?.round ?? 0) + 1;
  // An interview asks in the order of the author's text.
  const assigned = engineerIsInterview(state) ? runs.flat() : runs.flat().sort(compareGapIds);
  const clusters = runs.filter(({ length }) => length > 1);
  const freed = assigned.filter((gap) => state.gaps.get(gap)?.state === "BLOCKED");
  return [
    { type: "round_opened", round, assigned, ...(clusters.length === 0 ? {} : { clusters }), carriedOver },
    ...freed.flatMap((gap) => unblock(state, gap, "worked on together with the gaps it waits for")),
    ...assigned.map(assign),
  ];
}

export function assign(gap: GapId): SessionEvent {
  return moveGap(gap, "IN_PROGRESS", "mediator", "assigned to an Engineer");
}

export function takeInstead(gaps: readonly GapId[]): SessionEvent[] {
  if (gaps.length === 0) return [];
  return [{ type: "gaps_assigned", gaps, why: "instead of gaps that could not continue" }, ...gaps.map(assign)];
}

/** Gaps with an answer that the next round has to write into the spec (SPEC 16.4). */
export function unwrittenGaps(state: State): Gap[] {
  return state.gaps.filter((gap) => isAssignable(gap) && hasUnwrittenAnswer(state, gap.id));
}

/** Unwritten gaps that are independent of each other, so that one round can write them. */
export function writableTogether(state: State): Gap[] {
  const together: Gap[] = [];
  for (const gap of unwrittenGaps(state)) {
    if (together.every((other) => areIndependent(state, gap, other))) together.push(gap);
  }
  return together;
}

/** Whether the User's last answer about the gap's passages is newer than its last proposal. */
export function hasUnwrittenAnswer({ decisions, proposals }: State, gap: GapId): boolean {
  const answer = decisions.findLast(({ passages, gaps }) => passages !== undefined && gaps.includes(gap));
  return answer !== undefined && answer.round > (proposals.get(gap)?.round ?? 0);
}

/** Blocks gaps whose dependency is still open, and frees those whose blocker is gone (SPEC 3.3). */
export function dependencyEvents(state: State): SessionEvent[] {
  return [...state.gaps].flatMap((gap) => blockOrFree(state, gap));
}

function blockOrFree(state: State, gap: Gap): SessionEvent[] {
  if (isWaiting(gap)) {
    return openDependencies(state, gap).length > 0 ? [] : unblock(state, gap.id, "its dependencies are done");
  }
  if (gap.dependsOn.length === 0 || gap.flags.includes("FORCED_UNBLOCK") || !isAssignable(gap)) return [];
  const gaps = openDependencies(state, gap);
  if (gaps.length === 0) return [];
  const blocked = moveGap(gap.id, "BLOCKED", "mediator", `waits for ${gaps.join(", ")}`);
  return [{ ...blocked, blocker: { type: "DEPENDENCY", gaps } }];
}

const DONE: ReadonlySet<GapState> = new Set(["ACCEPTED", "RESOLVED", "WONT_FIX"]);

/** The dependencies of a gap that are not done; a SUPERSEDED one is replaced by the gaps that count instead. */
function openDependencies(state: State, gap: Gap): GapId[] {
  const open: GapId[] = [];
  const queue = [...gap.dependsOn];
  const seen = new Set<GapId>([gap.id]);
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const other = seen.has(id) ? undefined : state.gaps.get(id);
    seen.add(id);
    if (!other) continue;
    if (other.state === "SUPERSEDED") queue.push(...countingInstead(other));
    else if (!DONE.has(other.state)) open.push(id);
  }
  return open;
}

/** Gaps that wait for each other in a cycle, or for such gaps, so that none can go first (SPEC 4.1). */
export function dependencyCycle(state: State): GapId[] {
  let waiting = state.gaps.filter(isWaiting).map((gap) => ({ id: gap.id, needs: openDependencies(state, gap) }));
  for (;;) {
    const ids = waiting.map(({ id }) => id);
    const still = waiting.filter(({ needs }) => needs.some((need) => ids.includes(need)));
    if (still.length === waiting.length) return ids;
    waiting = still;
  }
}
