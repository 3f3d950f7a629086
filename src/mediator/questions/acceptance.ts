import type { SessionEvent } from "../../model/events.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { decide, giveContext } from "../decide.ts";
import { changeByUser } from "../ledger-events.ts";
import { type Answered, field, issueEvidence, makeQuestion, option } from "../make-question.ts";
import { unsettledIssues } from "../queries.ts";
import { acceptGaps } from "../spec/accept-gaps.ts";
import { changeText } from "../spec/change-text.ts";
import type { State } from "../state.ts";
import { gapEvidence } from "./gap-evidence.ts";

/** Without `auto_confirm` the person confirms what was accepted (SPEC 4.6). */
export function confirmQuestion(state: State, gaps: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "confirm-accepted",
    header: "Accepted",
    text: `The review left nothing CRITICAL or HIGH open on these gaps. Which do you confirm? The others are revised.`,
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
export function applyConfirmation(state: State, answered: Answered): SessionEvent[] {
  const gaps = answered.question.about.filter(isGapId).filter((id) => state.gaps.get(id)?.state === "ACCEPTED");
  const refused = gaps.filter((id) => !answered.answer.options.includes(id));
  const text = answered.field("reason");
  const moved = gaps.map((id) =>
    refused.includes(id)
      ? changeByUser(id, "NEEDS_REVISION", text || "not confirmed")
      : changeByUser(id, "RESOLVED", "confirmed"),
  );
  if (refused.length === 0 || text === "") return moved;
  return [...moved, ...giveContext(state, { gaps: refused, text, when: "not confirmed" })];
}

/** The Reviewer asks for a revision a second time, and names nothing CRITICAL or HIGH (SPEC 3.6). */
export function verdictQuestion(state: State, gap: GapId): Question {
  const issues = unsettledIssues(state, gap).map((issue) => issueEvidence(issue, `${issue.id} (${issue.severity})`));
  const changes = state.proposals.get(gap)?.changes ?? [];
  return makeQuestion(state, {
    kind: "verdict",
    header: "Verdict",
    text: `The Reviewer asks for another revision of ${gap} and names nothing CRITICAL or HIGH. Accept it, or have it revised?`,
    evidence: [
      { title: "What it changes", body: changes.map(changeText).join("\n\n") || "Nothing." },
      ...(issues.length > 0 ? issues : [{ title: "What is open on it", body: "No issue." }]),
    ],
    options: [
      option("accept", "Accept it", "What is open stays listed as a limitation.", "Its changes go into the spec."),
      option("revise", "Have it revised", "The Engineer works on it once more.", `${gap} is revised.`),
    ],
    about: [gap],
  });
}

export function applyVerdict(state: State, answered: Answered): SessionEvent[] {
  const gap = answered.question.about.find(isGapId);
  if (gap === undefined || state.gaps.get(gap)?.state !== "PROPOSED") return [];
  const title = `${gap} after a second verdict NEEDS_REVISION`;
  const [decision, events] =
    answered.choice === "accept"
      ? ["accepted with limitations", acceptGaps(state, [gap], "the User accepts it with its limitations")]
      : ["it is revised", [changeByUser(gap, "NEEDS_REVISION", "the User wants it revised")]];
  return [decide(state, { type: "verdict", title, gaps: [gap], decision }), ...events];
}
