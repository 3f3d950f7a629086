import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { conflictQuestions } from "../conflicts/conflict-question.ts";
import { decide } from "../decide.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { changeByUser, unblock } from "../ledger-events.ts";
import { ABANDON, type Answered, asked, makeQuestion, option, pauseOption } from "../make-question.ts";
import type { State } from "../state.ts";
import { gapEvidence, openGapsEvidence } from "./gap-evidence.ts";

/** Gaps wait for each other: which goes first (SPEC 4.1)? */
export function cycleQuestion(state: State, cycle: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "dependency-cycle",
    header: "Cycle",
    text: `${cycle.join(", ")} wait for each other. Which one goes first?`,
    evidence: gapEvidence(state, cycle),
    options: cycle.map((id) =>
      option(id, id, state.gaps.get(id)?.title ?? "", `${id} is worked on although what it depends on is still open.`),
    ),
    about: cycle,
  });
}

/** The chosen gap goes first, though what it depends on is open (SPEC 3.3, FORCED_UNBLOCK). */
export function applyCycle(state: State, { question, choice }: Answered): SessionEvent[] {
  if (!isGapId(choice)) return [];
  const why = `goes first out of ${question.about.join(", ")}`;
  return [
    decide(state, { type: "forced-unblock", title: `${choice} goes first`, gaps: [choice], decision: why }),
    ...unblock(state, choice, why, true),
  ];
}

/** No assignable gap, nothing to review, not COMPLETE (SPEC 4.1): how does it end? */
export function nothingToDoQuestion(state: State): Question {
  const open = state.gaps.filter(isOpen);
  const deferred = open.filter(isDeferred).map(({ id }) => id);
  const disputed = conflictQueue(state).map(({ issue }) => issue);
  const again = "They are OPEN again and the next round works on them.";
  const gates = "You confirm what is left first.";
  return makeQuestion(state, {
    kind: "nothing-to-do",
    header: "Finish?",
    text: `No gap can be worked on now; ${open.length} ${open.length === 1 ? "is" : "are"} left. How do you want to continue?`,
    evidence: [openGapsEvidence(open)],
    options: [
      option("resume-deferred", "Take up the deferred gaps", deferred.join(", "), again),
      option("conflicts", "Decide the open conflicts", disputed.join(", "), "Each is asked again."),
      option("accept", "Accept with what is left", gates, "The spec is written."),
      pauseOption(),
      ABANDON,
    ].filter(({ description }) => description !== ""),
    about: open.map(({ id }) => id),
  });
}

export function applyNothingToDo(state: State, { choice }: Answered): SessionEvent[] {
  const trigger = "no gap could be worked on";
  switch (choice) {
    case "resume-deferred":
      return state.gaps.filter(isDeferred).map(({ id }) => changeByUser(id, "OPEN", "taken up again"));
    case "conflicts":
      return conflictQuestions(state).map(asked);
    case "accept":
      return [{ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger }];
    case "pause":
      return [{ type: "paused", reason: "no gap can be worked on" }];
    default:
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger }];
  }
}

function isDeferred({ state }: Gap): boolean {
  return state === "USER_DEFERRED";
}
