import type { SessionEvent } from "../../model/events.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { decide } from "../decide.ts";
import { unblock } from "../gap-events.ts";
import { type Answered, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";
import { gapEvidence } from "./gap-evidence.ts";

/** Gaps wait for each other: which goes first (SPEC 4.1)? */
export function cycleQuestion(state: State, cycle: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "dependency-cycle",
    header: "Cycle",
    text: `${cycle.join(", ")} wait for each other. Which one goes first?`,
    evidence: gapEvidence(state, cycle),
    options: cycle.map((id) =>
      option(id, id, state.gaps.get(id)?.title ?? "", `${id} is worked on although what it depends on is open.`),
    ),
    about: cycle,
  });
}

/** The chosen gap goes first, though what it depends on is open (SPEC 3.3, FORCED_UNBLOCK). */
export function applyCycle(state: State, { question, choice }: Answered, now: string): SessionEvent[] {
  if (!isGapId(choice)) return [];
  const why = `goes first out of ${question.about.join(", ")}`;
  return [
    decide(state, now, { type: "forced-unblock", title: `${choice} goes first`, gaps: [choice], decision: why }),
    ...unblock(state, choice, why, true),
  ];
}
