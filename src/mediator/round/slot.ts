import { defined } from "../../model/defined.ts";
import type { BlockedDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import type { Effect, RunOrder } from "../effect.ts";
import { gapsUnderReview, isRunning, reviewerRuns, slotRuns, withoutAbandoned } from "../queries.ts";
import type { OpenRound, Run, Slot, State } from "../state.ts";

/** The state of the Engineer's work on one gap, computed from its runs. */
export type SlotStatus =
  | { readonly type: "dropped" | "running" | "ready" }
  /** `fatal`: the agent cannot work at all, for example because it is not authorised (SPEC 5, EXECUTION_ERROR). */
  | { readonly type: "valid" | "fatal" | "failed"; readonly run: Run }
  /** It asks the User for input with BLOCKED_NEEDS_INPUT (SPEC 7). */
  | { readonly type: "blocked"; readonly inputs: readonly BlockedDigest[] };

export function slotStatus(round: OpenRound, slot: Slot): SlotStatus {
  if (slot.dropped) return { type: "dropped" };
  const runs = slotRuns(round, slot.gap);
  const run = runs.at(-1);
  if (!run) return { type: "ready" };
  if (!run.end) return { type: "running" };
  const { fatal, gate } = run.end;
  // One more attempt was granted, whatever the last one said.
  if (slot.granted !== undefined && runs.length < slot.granted) return { type: "ready" };
  if (fatal) return { type: "fatal", run };
  if (gate.success) return validStatus(slot, runs, run);
  return gate.retriable && runs.length < slot.allowed ? { type: "ready" } : { type: "failed", run };
}

function validStatus({ gap, cluster }: Slot, runs: readonly Run[], run: Run): SlotStatus {
  const inputsOf = ({ end }: Run) => end?.blocked.filter((blocked) => blocked.gap === gap) ?? [];
  const isUncertain = (other: Run) =>
    inputsOf(other).length > 0 && inputsOf(other).every(({ kind }) => kind === "UNCERTAINTY");
  const inputs = inputsOf(run);
  // In a cluster each gap passes or fails by itself (SPEC 4.5).
  const isAddressed = !cluster || run.end?.gate.gapsAddressed.includes(gap);
  if (inputs.length === 0) return { type: isAddressed ? "valid" : "failed", run };
  // The first UNCERTAINTY is retried; the second becomes a question to the User (SPEC 7).
  return isUncertain(run) && runs.filter(isUncertain).length === 1 ? { type: "ready" } : { type: "blocked", inputs };
}

export function engineerOrder(round: OpenRound, slot: Slot): RunOrder {
  const runs = slotRuns(round, slot.gap);
  const wasUsed = runs.some((run) => run.agent === slot.given?.from);
  const name = `R${round.number}-engineer-${slot.gap}`;
  return {
    ...nextOrder({ role: "engineer", round: round.number, gaps: clusterOf(round, slot), name }, runs),
    condensed: slot.condensed,
    ...defined({ revision: slot.revision, given: wasUsed ? undefined : slot.given }),
  };
}

/** The gaps of a slot's cluster that are ready for a run; those that an earlier run settled are left out (SPEC 7). */
export function clusterOf(round: OpenRound, slot: Slot): GapId[] {
  return slotsOf(round, slot).flatMap((member) => (slotStatus(round, member).type === "ready" ? [member.gap] : []));
}

/** Gaps of the same cluster that another run has settled, and whose changes the shown spec does not have. */
export function finishedBeside(round: OpenRound, gaps: readonly GapId[]): { readonly gap: GapId; readonly run: Run }[] {
  const slots = round.slots.filter(({ gap }) => gaps.includes(gap));
  const shown = [...gaps, ...slots.flatMap(({ overlap }) => overlap?.after.map(({ gap }) => gap) ?? [])];
  const others = slots.slice(0, 1).flatMap((slot) => slotsOf(round, slot));
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
  const { number } = round;
  return nextOrder({ role: "reviewer", round: number, gaps, name: `R${number}-reviewer` }, reviewerRuns(round));
}

interface RunSeries extends Pick<RunOrder, "role" | "round" | "gaps"> {
  /** The run's id without the number of its attempt. */
  readonly name: string;
  /** The number of earlier runs of this name, which do not count as attempts. */
  readonly before?: number;
}

/** The order for the run after these; its prompt is told why the last of them failed. */
export function nextOrder({ name, before = 0, ...run }: RunSeries, runs: readonly Run[]): RunOrder {
  const { gate, blocked = [] } = runs.at(-1)?.end ?? {};
  const attempt = before + runs.length + 1;
  return {
    ...run,
    id: `${name}-${attempt}`,
    attempt,
    uncertain: blocked.some(({ kind }) => kind === "UNCERTAINTY"),
    condensed: false,
    ...(gate === undefined || gate.success ? {} : { failure: gate }),
  };
}

/** The next step of a run outside the rounds, with its retries: start it, read its document, or give up. */
export function singleRunEffect(
  { config }: State,
  all: readonly Run[],
  series: Omit<RunSeries, "gaps">,
  giveUp: (last: Run) => Effect,
): Effect {
  const runs = withoutAbandoned(all);
  const last = runs.at(-1);
  if (last?.end?.gate.success) return { type: "read", run: last };
  if (last?.end && (last.end.fatal || runs.length > config.maxRetries)) return giveUp(last);
  return { type: "run", orders: [nextOrder({ ...series, gaps: [] }, runs)] };
}

/** Runs that may be stopped, because every gap that they work on was closed, dropped or deferred meanwhile. */
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
