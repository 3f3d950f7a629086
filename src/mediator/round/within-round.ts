import type { Effect } from "../effect.ts";
import { patternEffect } from "../rollback/request-rollback.ts";
import type { OpenRound, State } from "../state.ts";
import { closeRound } from "./close-round.ts";
import { disagreementEffect } from "./disagreement-phase.ts";
import { engineerEffect } from "./engineer-phase.ts";
import { questionEffect } from "./question-phase.ts";
import { reviewerEffect } from "./reviewer-phase.ts";
import { synthesise } from "./synthesis.ts";

/** The steps of SPEC 4, each skipped once it is done. */
export function withinRound(state: State, round: OpenRound, now: string): Effect {
  return (
    engineerEffect(state, round) ??
    patternEffect(state, round) ??
    disagreementEffect(state, round) ??
    reviewerEffect(state, round) ??
    synthesisEffect(state, round, now) ??
    questionEffect(state, round, now) ?? { type: "record", events: closeRound(state, round, now) }
  );
}

function synthesisEffect(state: State, round: OpenRound, now: string): Effect | undefined {
  return round.synthesised ? undefined : { type: "record", events: synthesise(state, round, now) };
}
