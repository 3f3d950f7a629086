import { isOpen } from "../../model/counting.ts";
import type { GapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { conflictQueue } from "../conflicts/conflict-question.ts";
import type { State } from "../state.ts";
import { makeQuestion, option } from "./make-question.ts";
import { gapEvidence } from "./round-questions.ts";

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

/** No assignable gap, nothing to review, not COMPLETE (SPEC 4.1): how does it end? */
export function nothingToDoQuestion(state: State): Question {
  const open = state.gaps.filter(isOpen);
  const deferred = open.filter((gap) => gap.state === "USER_DEFERRED");
  const resume = option(
    "resume-deferred",
    "Take up the deferred gaps",
    deferred.map((gap) => gap.id).join(", "),
    "They are OPEN again and the next round works on them.",
  );
  return makeQuestion(state, {
    kind: "nothing-to-do",
    header: "Finish?",
    text: `No gap can be worked on now; ${open.length} ${open.length === 1 ? "is" : "are"} left (${open.map((gap) => `${gap.id} ${gap.state}`).join(", ")}). How do you want to go on?`,
    options: [
      ...(deferred.length > 0 ? [resume] : []),
      ...(conflictQueue(state).length > 0
        ? [
            option(
              "conflicts",
              "Decide the open conflicts",
              conflictQueue(state)
                .map((one) => one.issue)
                .join(", "),
              "Each is asked again.",
            ),
          ]
        : []),
      option(
        "accept",
        "Accept with what is left",
        "Through the warning gates, where something serious is left.",
        "The spec is written.",
      ),
      option("pause", "Pause", "Nothing is lost.", "The session pauses."),
      option("abandon", "Abandon", "Nothing is written; the session folder stays.", "The session ends as ABANDONED."),
    ],
    about: open.map((gap) => gap.id),
  });
}

/** Without `auto_confirm` the person confirms what was accepted (SPEC 4.6). */
export function confirmQuestion(state: State, gaps: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "confirm-accepted",
    header: "Accepted",
    text: `The review left nothing CRITICAL or HIGH open on these gaps. Which are confirmed? The others are revised.`,
    evidence: gapEvidence(state, gaps),
    options: gaps.map((id) =>
      option(id, id, state.gaps.get(id)?.title ?? "", `${id} is RESOLVED.`, { recommended: true }),
    ),
    fields: [{ id: "reason", label: "What the others lack", required: false, long: true }],
    multiple: true,
    about: gaps,
  });
}

/** Tokens or money of the session are used up (SPEC 15.3). */
export function budgetReachedQuestion(
  state: State,
  what: "tokens" | "money",
  { spent, limit, raised }: Readonly<Record<"spent" | "limit" | "raised", string>>,
): Question {
  return makeQuestion(state, {
    kind: "budget",
    header: "Budget",
    text: `The session's limit of ${what} is reached: ${spent} of ${limit}. Raise it?`,
    options: [
      option("raise", `Raise it to ${raised}`, `From ${limit}.`, "The session goes on."),
      option("finish", "End with what is there", "Through the warning gates.", "The spec is written."),
      option("pause", "Pause", "Nothing is lost.", "The session pauses."),
    ],
    about: [what],
    personOnly: true,
  });
}
