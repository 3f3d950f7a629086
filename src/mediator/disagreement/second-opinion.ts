import type { Flag } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { type Effect, type RunOrder, record } from "../effect.ts";
import { standing } from "../queries.ts";
import { followUp, runId } from "../round/run-order.ts";
import type { OpenRound, Run, State } from "../state.ts";

/** The flags of the running round that an agent is to be asked about: of MEDIUM confidence, and not settled (SPEC 9). */
export function flagsInDoubt(state: State): Flag[] {
  return state.flags.filter(
    (flag) =>
      flag.round === state.round?.number &&
      flag.confidence === "MEDIUM" &&
      flag.outcome === "raised" &&
      flag.secondOpinion === undefined,
  );
}

/**
 * Asks the Reviewer's agent about flags in doubt, one run for all of a round, where the person wants it
 * (`implicit.second_opinion`). What it says is evidence for the person; that it failed is said too.
 */
export function secondOpinionEffect(state: State, round: OpenRound): Effect | undefined {
  if (!state.config.implicit.secondOpinion) return undefined;
  const flags = flagsInDoubt(state);
  if (flags.length === 0) return undefined;
  const all = standing(round.runs).filter((run) => run.role === "second-opinion");
  const runs = all.filter((run) => !round.opinions?.includes(run.id));
  const last = runs.at(-1);
  if (!last) return { type: "run", orders: [orderFor(round, flags, runs, all)] };
  if (!last.end) return { type: "wait" };
  if (last.end.gate.success) return { type: "read-second-opinion", run: last.id };
  if (last.end.fatal || runs.length > state.config.maxRetries) return record(failed(flags, last));
  return { type: "run", orders: [orderFor(round, flags, runs, all)] };
}

function orderFor(round: OpenRound, flags: readonly Flag[], runs: readonly Run[], all: readonly Run[]): RunOrder {
  return {
    ...followUp(runs),
    // A revision within the round may raise others: their run has a name of its own.
    attempt: all.length + 1,
    id: runId(round.number, "second-opinion", all.length + 1),
    role: "second-opinion",
    round: round.number,
    gaps: [...new Set(flags.map((flag) => flag.gap))],
    condensed: false,
  };
}

function failed(flags: readonly Flag[], run: Run): SessionEvent {
  const why = run.end?.gate.message ?? "it did not come";
  return {
    type: "second_opinion_given",
    run: run.id,
    opinions: flags.map((flag) => ({ flag: flag.id, verdict: "FAILED", why })),
  };
}
