import { InternalError } from "../../errors/whetstone-error.ts";
import type { Conflict, DisagreeRate, Flag } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { FlagStatistics, State } from "../state.ts";

type DisagreementEvent = Extract<
  SessionEvent,
  {
    type:
      | "disagreement_measured"
      | "rate_measured"
      | "second_opinion_given"
      | "flag_settled"
      | "conflict_opened"
      | "conflict_closed";
  }
>;

export function evolveDisagreement(state: State, event: DisagreementEvent): State {
  switch (event.type) {
    case "disagreement_measured":
      return {
        ...state,
        rates: withRate(state, event.rate),
        flags: [...state.flags, ...event.flags],
        round: state.round && { ...state.round, measured: true },
      };
    case "rate_measured":
      return { ...state, rates: withRate(state, event.rate) };
    case "second_opinion_given":
      return withOpinions(state, event);
    case "flag_settled":
      return settled(state, event);
    case "conflict_opened":
      return { ...state, conflicts: [...state.conflicts, event.conflict] };
    case "conflict_closed":
      return { ...state, conflicts: state.conflicts.map((one) => closed(one, event)) };
  }
}

/** One for each round, the last one measured. Rounds only go on: a rollback takes their rates with it. */
function withRate(state: State, rate: DisagreeRate): readonly DisagreeRate[] {
  const isNewRound = (state.rates.at(-1)?.round ?? 0) < rate.round;
  return [...(isNewRound ? state.rates : state.rates.filter((one) => one.round !== rate.round)), rate];
}

function settled(state: State, event: Extract<DisagreementEvent, { type: "flag_settled" }>): State {
  const flag = state.flags.find((one) => one.id === event.flag);
  if (!flag) throw new InternalError(`${event.flag} was never raised`);
  const next: Flag = {
    ...flag,
    outcome: event.outcome,
    ...(event.reason === undefined ? {} : { reason: event.reason }),
  };
  return {
    ...state,
    flags: state.flags.map((one) => (one.id === event.flag ? next : one)),
    flagStatistics: counted(state.flagStatistics, next),
  };
}

/** The opinion stands with the flag, as one more piece of evidence. */
function withOpinions(state: State, event: Extract<DisagreementEvent, { type: "second_opinion_given" }>): State {
  const flags = state.flags.map((flag): Flag => {
    const opinion = event.opinions.find((one) => one.flag === flag.id);
    if (!opinion) return flag;
    const { verdict, why } = opinion;
    const what = `second opinion, ${verdict}: ${why}`;
    return { ...flag, secondOpinion: { verdict, why }, evidence: [...flag.evidence, { what, where: event.run }] };
  });
  const round = state.round && { ...state.round, opinions: [...(state.round.opinions ?? []), event.run] };
  return { ...state, flags, round };
}

/** A false positive counts against each heuristic that raised the flag, any other action for it (SPEC 9). */
function counted(statistics: FlagStatistics, flag: Flag): FlagStatistics {
  const byHeuristic = { ...statistics.byHeuristic };
  const wrong = flag.outcome === "false-positive";
  for (const heuristic of flag.heuristics) {
    const before = byHeuristic[heuristic] ?? { confirmed: 0, falsePositive: 0 };
    byHeuristic[heuristic] = {
      confirmed: before.confirmed + (wrong ? 0 : 1),
      falsePositive: before.falsePositive + (wrong ? 1 : 0),
    };
  }
  return { ...statistics, byHeuristic };
}

function closed(conflict: Conflict, event: Extract<DisagreementEvent, { type: "conflict_closed" }>): Conflict {
  if (conflict.issue !== event.issue || conflict.state !== "open") return conflict;
  return {
    ...conflict,
    state: event.state,
    ...(event.option === undefined ? {} : { option: event.option }),
    ...(event.decision === undefined ? {} : { decision: event.decision }),
    ...(event.rejected === undefined ? {} : { rejected: event.rejected }),
  };
}
