import type { SessionEvent } from "../../model/events.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { decideGaps } from "../decide.ts";
import { ABANDON, type Answered, field, makeQuestion, option } from "../make-question.ts";
import { assign, isAssignable } from "../round/choose-gaps.ts";
import type { OpenRound, State } from "../state.ts";
import { putOff } from "./input.ts";
import { attemptEvidence, grant, UNDO_ROUND, undoRound } from "./role-failed.ts";

/** Neither role gave anything (SPEC 7). */
export function bothFailedQuestion(state: State, round: OpenRound): Question {
  const gaps = round.slots.map((slot) => slot.gap);
  const [first = ""] = gaps;
  const passage = "Only the gap and its place in the source.";
  const form = `A document on ${first} in the Engineer's form.`;
  const initial = `## Gap Resolution: ${first}\n\n**Confidence:** MEDIUM\n\n### Proposed Solution\n\n### Spec Changes\n\n### Examples\n\n### Trade-offs\n\n### New Gaps Introduced\n\nNone.\n`;
  return makeQuestion(state, {
    kind: "both-failed",
    header: "Both failed",
    text: `Round ${round.number}: neither the Engineer nor the Reviewer gave a valid document. How do you want to continue?`,
    evidence: [...attemptEvidence(round, "engineer"), ...attemptEvidence(round, "reviewer")],
    options: [
      option("condense", "Retry with a condensed prompt", passage, "One more attempt each."),
      option("wont-fix", "Close the gaps", gaps.join(", "), "They become WONT_FIX, with your reason.", {
        requires: ["reason"],
      }),
      option("defer", "Defer the gaps", gaps.join(", "), "They become USER_DEFERRED."),
      option("write", "Write the proposal yourself", form, "It passes the same gate.", { requires: ["document"] }),
      UNDO_ROUND,
      { ...ABANDON, label: "Abandon the session" },
    ],
    fields: [field("reason", "Why they are closed"), field("document", "The proposal", { long: true, initial })],
    about: gaps,
  });
}

export function applyBothFailed(state: State, answered: Answered): SessionEvent[] {
  const gaps = answered.question.about.filter(isGapId);
  switch (answered.choice) {
    case "condense":
      return [...reassign(state, gaps), ...grant([...gaps, undefined], "condensed", true)];
    case "wont-fix": {
      const reason = answered.field("reason");
      const closed = unfinished(state, gaps);
      const draft = { type: "wont-fix", title: `Closed: ${closed.join(", ")}`, gaps: closed, decision: reason };
      return [...decideGaps(state, draft, "WONT_FIX", reason), ROUND_IS_OVER];
    }
    case "defer":
      return [...putOff(state, unfinished(state, gaps), "both roles failed", answered), ROUND_IS_OVER];
    case "write":
      return gaps
        .slice(0, 1)
        .flatMap((gap) => [
          ...reassign(state, [gap]),
          { type: "document_given", gap, text: answered.field("document") },
          ...grant([gap, undefined], "written by the person"),
        ]);
    case "rollback":
      return state.round ? undoRound(state, state.round, "engineer") : [];
    default:
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger: "both roles failed" }];
  }
}

const ROUND_IS_OVER: SessionEvent = { type: "role_skipped", role: "reviewer", why: "both roles failed" };

function unfinished(state: State, gaps: readonly GapId[]): GapId[] {
  const states = ["OPEN", "IN_PROGRESS", "NEEDS_REVISION", "BLOCKED"];
  return gaps.filter((id) => states.includes(state.gaps.get(id)?.state ?? ""));
}

/** Gaps that went back are taken up again in the same round. */
function reassign({ round, gaps: all }: State, gaps: readonly GapId[]): SessionEvent[] {
  const isSkipped = round?.skipped.some(({ role }) => role === "engineer");
  const resumed: SessionEvent[] = isSkipped ? [{ type: "role_resumed", role: "engineer" }] : [];
  const back = gaps.filter((id) => isAssignable(all.get(id)));
  return [...resumed, ...back.map(assign)];
}
