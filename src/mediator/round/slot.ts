import { defined } from "../../model/defined.ts";
import type { BlockedDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import type { Effect, RunOrder } from "../effect.ts";
import { gapsUnderReview, isRunning, reviewerRuns, slotRuns, withoutAbandoned } from "../queries.ts";
import type { OpenRound, Run, Slot, State } from "../state.ts";

/** Where the Engineer's work on one gap stands, read off its runs. */
export type SlotStatus =
  /** `ready`: the next attempt may start. */
  | { readonly type: "dropped" | "running" | "ready" }
  /** `fatal`: the agent itself cannot work: not found, not authorised (SPEC 5, EXECUTION_ERROR). */
  | { readonly type: "valid" | "fatal" | "failed"; readonly run: Run }
  /** It asked the person for input with BLOCKED_NEEDS_INPUT (SPEC 7). */
  | { readonly type: "blocked"; readonly inputs: readonly BlockedDigest[] };

export function slotStatus(round: OpenRound, slot: Slot): SlotStatus {
  if (slot.dropped) return { type: "dropped" };
  const runs = slotRuns(round, slot);
  const run = runs.at(-1);
  if (!run) return { type: "ready" };
  if (!run.end) return { type: "running" };
  const { fatal, gate } = run.end;
  // The person gave what was missing: whatever the last run said, one more may start.
  if (slot.granted !== undefined && runs.length < slot.granted) return { type: "ready" };
  if (fatal) return { type: "fatal", run };
  if (gate.success) return validStatus(slot, runs, run);
  return gate.retriable && runs.length < slot.allowed ? { type: "ready" } : { type: "failed", run };
}

function validStatus({ gap, cluster }: Slot, runs: readonly Run[], run: Run): SlotStatus {
  const asked = (of: Run) => of.end?.blocked.filter((blocked) => blocked.gap === gap) ?? [];
  const isUncertain = (of: Run) => asked(of).length > 0 && asked(of).every(({ kind }) => kind === "UNCERTAINTY");
  const inputs = asked(run);
  // In a cluster each gap passes or fails by itself (SPEC 4.5).
  const isAddressed = !cluster || run.end?.gate.gapsAddressed.includes(gap);
  if (inputs.length === 0) return { type: isAddressed ? "valid" : "failed", run };
  // UNCERTAINTY gets one retry of its own (SPEC 7); a second one is a question to the person.
  return isUncertain(run) && runs.filter(isUncertain).length === 1 ? { type: "ready" } : { type: "blocked", inputs };
}

export function engineerOrder(round: OpenRound, slot: Slot): RunOrder {
  const runs = slotRuns(round, slot);
  const wasUsed = runs.some((run) => run.agent === slot.given?.from);
  return {
    ...nextOrder("engineer", runs, round.number, clusterOf(round, slot), `R${round.number}-engineer-${slot.gap}`),
    condensed: slot.condensed,
    ...defined({ revision: slot.revision, given: wasUsed ? undefined : slot.given }),
  };
}

/** The gaps of a slot's run that wait for one; the first of them starts it. What an earlier run finished stands (SPEC 7). */
export function clusterOf(round: OpenRound, slot: Slot): GapId[] {
  return slotsOf(round, slot).flatMap((member) => (slotStatus(round, member).type === "ready" ? [member.gap] : []));
}

/** Other gaps of these gaps' cluster that a run of this round finished, and that the text they are shown is without. */
export function finishedBeside(round: OpenRound, gaps: readonly GapId[]): { readonly gap: GapId; readonly run: Run }[] {
  const own = round.slots.filter(({ gap }) => gaps.includes(gap));
  const shown = [...gaps, ...own.flatMap(({ overlap }) => overlap?.after.map(({ gap }) => gap) ?? [])];
  const others = own.slice(0, 1).flatMap((slot) => slotsOf(round, slot));
  return others
    .filter(({ gap }) => !shown.includes(gap))
    .flatMap((other) => {
      const status = slotStatus(round, other);
      return status.type === "valid" ? [{ gap: other.gap, run: status.run }] : [];
    });
}

function slotsOf({ slots }: OpenRound, { gap, cluster = [gap] }: Slot): Slot[] {
  return cluster.flatMap((member) => slots.find((slot) => slot.gap === member) ?? []);
}

export function reviewerOrder(round: OpenRound, gaps: readonly GapId[]): RunOrder {
  return nextOrder("reviewer", reviewerRuns(round), round.number, gaps, `R${round.number}-reviewer`);
}

/** One more after these runs: what the last of them says is said to it. */
export function nextOrder(
  role: RunOrder["role"],
  runs: readonly Run[],
  round: number,
  gaps: readonly GapId[],
  name: string,
  before = 0,
): RunOrder {
  const { gate, blocked = [] } = runs.at(-1)?.end ?? {};
  const attempt = before + runs.length + 1;
  return {
    id: `${name}-${attempt}`,
    role,
    round,
    gaps,
    attempt,
    uncertain: blocked.some(({ kind }) => kind === "UNCERTAINTY"),
    condensed: false,
    ...(gate === undefined || gate.success ? {} : { failure: gate }),
  };
}

/** A run beside the rounds, with its retries: it is started, read, or given up. */
export function singleRunEffect(
  { config }: State,
  all: readonly Run[],
  { role, round, name, before }: SingleRun,
  giveUp: (last: Run) => Effect,
): Effect {
  const runs = withoutAbandoned(all);
  const last = runs.at(-1);
  if (last?.end?.gate.success) return { type: "read", run: last };
  if (last?.end && (last.end.fatal || runs.length > config.maxRetries)) return giveUp(last);
  return { type: "run", orders: [nextOrder(role, runs, round, [], name, before)] };
}

interface SingleRun extends Pick<RunOrder, "role" | "round"> {
  readonly name: string;
  /** Runs of the name that are over and done with. */
  readonly before?: number;
}

/** Runs under way for nothing: every gap that they work on was closed, dropped or put off meanwhile. They end at once. */
export function mootRuns(state: State): string[] {
  const { round } = state;
  if (!round) return [];
  const working = round.slots.filter((slot) => !slot.dropped).map((slot) => slot.gap);
  const wanted = new Set([...working, ...gapsUnderReview(state, round)]);
  return round.runs
    .filter(({ role }) => role === "engineer" || role === "reviewer")
    .filter((run) => isRunning(run) && !run.gaps.some((gap) => wanted.has(gap)))
    .map(({ id }) => id);
}
