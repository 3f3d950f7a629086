import type { SessionEvent } from "../../model/events.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { giveContext } from "../decide.ts";
import { changeByUser } from "../gap-events.ts";
import { type Answered, field, makeQuestion, option } from "../make-question.ts";
import type { State } from "../state.ts";
import { gapEvidence } from "./gap-evidence.ts";

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
    fields: [field("reason", "What the others lack", { long: true })],
    multiple: true,
    about: gaps,
  });
}

/** What is not confirmed is revised, with the person's words (SPEC 4.6). */
export function applyConfirmation(state: State, answered: Answered, now: string): SessionEvent[] {
  const gaps = answered.question.about.filter(isGapId).filter((id) => state.gaps.get(id)?.state === "ACCEPTED");
  const refused = gaps.filter((id) => !answered.answer.options.includes(id));
  const text = answered.field("reason");
  const moved = gaps.map((id) =>
    refused.includes(id)
      ? changeByUser(id, "NEEDS_REVISION", text || "not confirmed")
      : changeByUser(id, "RESOLVED", "confirmed"),
  );
  if (refused.length === 0 || text === "") return moved;
  return [...moved, ...giveContext(state, now, { gaps: refused, text, when: "not confirmed" })];
}
