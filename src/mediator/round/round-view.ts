import type { RoundRecord } from "../../model/convergence.ts";
import { countRound, openCount, type RoundCount } from "../../model/counting.ts";
import type { GapId } from "../../model/ids.ts";
import type { OpenRound, RoundLog, State } from "../state.ts";

/** A round as its records show it, whether it is closed yet or not. */
export interface RoundView
  extends Pick<
    OpenRound,
    "carriedOver" | "runs" | "notes" | "changes" | "skipped" | "engineerDocument" | "reviewerDocument"
  > {
  readonly number: number;
  readonly openedAt: string;
  readonly assigned: readonly GapId[];
  readonly openAtStart: number;
  readonly openAtEnd: number;
  readonly count: RoundCount;
  /** Absent while the round is open. */
  readonly record: RoundRecord | undefined;
}

export function roundView(state: State, round: RoundLog | OpenRound): RoundView {
  return "record" in round ? closedView(round) : openView(state, round);
}

function closedView(log: RoundLog): RoundView {
  const { record } = log;
  const { round: number, openedAt, openAtStart, openAtEnd, resolved, created, net, weightedNet } = record;
  return { ...log, number, openedAt, openAtStart, openAtEnd, count: { resolved, created, net, weightedNet }, record };
}

function openView(state: State, round: OpenRound): RoundView {
  return {
    ...round,
    assigned: round.slots.map((slot) => slot.gap),
    openAtEnd: openCount(state.gaps),
    count: countRound(state.gaps, round.number, state.config.severityWeights),
    record: undefined,
  };
}
