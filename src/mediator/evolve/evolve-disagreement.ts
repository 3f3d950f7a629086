import { InternalError } from "../../errors/whetstone-error.ts";
import { defined } from "../../model/defined.ts";
import type { Conflict, DisagreeRate, Flag, FlagOutcome } from "../../model/disagreement.ts";
import type { FlagStatistics, State } from "../state.ts";
import type { EventOf, Folds } from "./folds.ts";

export const disagreementFolds = {
  disagreement_measured: (state, { rate, round, flags }) => ({
    ...state,
    rates: withRate(state, rate),
    flags: [...state.flags.map((flag) => takenBack(flag, round)), ...flags],
    round: state.round && { ...state.round, measured: true },
  }),
  rate_measured: (state, { rate }) => ({ ...state, rates: withRate(state, rate) }),
  flag_settled: settled,
  conflict_opened: (state, { conflict }) => ({ ...state, conflicts: [...state.conflicts, conflict] }),
  middle_ground_given: (state, event) => ({
    ...state,
    conflicts: state.conflicts.map((conflict) => withMiddleGround(conflict, event)),
  }),
  conflict_closed: (state, event) => ({
    ...state,
    conflicts: state.conflicts.map((conflict) => closed(conflict, event)),
  }),
} satisfies Partial<Folds>;

/** A round that is measured again has another document: what was held against the first is not asked any more. */
function takenBack(flag: Flag, round: number): Flag {
  return flag.round === round && flag.outcome === "raised" ? { ...flag, outcome: "moot" } : flag;
}

/** One for each round, the last one measured. Rounds only go on: a rollback takes their rates with it. */
function withRate(state: State, rate: DisagreeRate): readonly DisagreeRate[] {
  const isNewRound = (state.rates.at(-1)?.round ?? 0) < rate.round;
  return [...(isNewRound ? state.rates : state.rates.filter(({ round }) => round !== rate.round)), rate];
}

function settled(state: State, event: EventOf<"flag_settled">): State {
  const flag = state.flags.find(({ id }) => id === event.flag);
  if (!flag) throw new InternalError(`${event.flag} was never raised`);
  const next: Flag = { ...flag, outcome: event.outcome, ...defined({ reason: event.reason }) };
  return {
    ...state,
    flags: state.flags.map((other) => (other.id === event.flag ? next : other)),
    flagStatistics: counted(state.flagStatistics, flag, event.outcome),
  };
}

/**
 * A flag counts once, by the last word on it: for its heuristics, or against them where the Reviewer calls the issue
 * resolved or the person calls the flag wrong (SPEC 9).
 */
function counted(
  statistics: FlagStatistics,
  { heuristics, outcome: before }: Flag,
  after: FlagOutcome,
): FlagStatistics {
  const right = Number(isRight(after)) - Number(isRight(before));
  const wrong = Number(isWrong(after)) - Number(isWrong(before));
  const byHeuristic = { ...statistics.byHeuristic };
  for (const heuristic of heuristics) {
    const { confirmed, falsePositive } = byHeuristic[heuristic] ?? { confirmed: 0, falsePositive: 0 };
    byHeuristic[heuristic] = { confirmed: confirmed + right, falsePositive: falsePositive + wrong };
  }
  return { ...statistics, byHeuristic, flagged: statistics.flagged + right };
}

function isWrong(outcome: FlagOutcome): boolean {
  return outcome === "false-positive" || outcome === "withdrawn";
}

function isRight(outcome: FlagOutcome): boolean {
  return outcome !== "raised" && outcome !== "moot" && !isWrong(outcome);
}

function withMiddleGround(conflict: Conflict, event: EventOf<"middle_ground_given">): Conflict {
  if (conflict.issue !== event.issue || conflict.state !== "open") return conflict;
  const { run, text } = event;
  return { ...conflict, middleGround: { run, ...defined({ text }) } };
}

/** One that is decided or left is dropped when the person reopens its issue: it binds nobody any more. */
function closed(conflict: Conflict, event: EventOf<"conflict_closed">): Conflict {
  const reopens = event.state === "dropped" && conflict.state !== "dropped";
  if (conflict.issue !== event.issue || (conflict.state !== "open" && !reopens)) return conflict;
  const { option, decision, rejected } = event;
  return { ...conflict, state: event.state, ...defined({ option, decision, rejected }) };
}
