import type { RoundRecord } from "../../model/convergence.ts";
import { countRound, openCount, type RoundCount } from "../../model/counting.ts";
import type { GapId } from "../../model/ids.ts";
import type { OpenRound, RoundLog, State } from "../state.ts";

/** A round as its records show it, whether it is closed yet or not. */
export interface RoundView extends OpenRound {
  readonly assigned: readonly GapId[];
  readonly openAtEnd: number;
  readonly count: RoundCount;
  /** Absent while the round is open. */
  readonly record: RoundRecord | undefined;
}

export function roundView(state: State, round: RoundLog | OpenRound): RoundView {
  const record = "record" in round ? round.record : undefined;
  return {
    ...round,
    assigned: round.slots.map(({ gap }) => gap),
    openAtEnd: record?.openAtEnd ?? openCount(state.gaps),
    count: record ?? countRound(state.gaps, round.number, state.config.severityWeights),
    record,
  };
}
