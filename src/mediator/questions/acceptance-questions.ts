import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import type { Question } from "../../model/question.ts";
import { decide, giveContext } from "../decide.ts";
import { settleBound, settleGaps, UNGROUNDED, waitsForGround } from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { changeByUser, moveIssue } from "../ledger-events.ts";
import {
  type Answered,
  appendQuestion,
  field,
  issueEvidence,
  makeQuestion,
  option,
  wasAsked,
} from "../make-question.ts";
import { calledOutOfScope, unsettledIssues, waitsForScope } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { acceptGaps } from "../working-spec/candidate.ts";
import { changeText } from "../working-spec/change-text.ts";
import { gapEvidence } from "./gap-evidence.ts";

/** Without `auto_confirm` the User confirms accepted gaps (SPEC 4.6). */
export function confirmQuestion(state: State, gaps: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "confirm-accepted",
    text: `The review left nothing CRITICAL or HIGH open on these gaps. Which do you confirm? The others are revised.`,
    evidence: gapEvidence(state, gaps),
    options: gaps.map((id) =>
      option(id, id, state.gaps.get(id)?.title ?? "", `${id} is RESOLVED.`, { recommended: true }),
    ),
    fields: [field("reason", "What the others still need", { long: true })],
    multiple: true,
    about: gaps,
  });
}

/** Gaps that are not confirmed are revised, with the User's words in the prompt (SPEC 4.6). */
export function applyConfirmation(state: State, answered: Answered): SessionEvent[] {
  const gaps = answered.gaps.filter((id) => state.gaps.get(id)?.state === "ACCEPTED");
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

/** For a second NEEDS_REVISION that names nothing CRITICAL or HIGH (SPEC 3.6). */
export function verdictQuestion(state: State, gap: GapId): Question {
  const issues = unsettledIssues(state, gap).map((issue) => issueEvidence(issue, `${issue.id} (${issue.severity})`));
  const changes = state.proposals.get(gap)?.changes ?? [];
  return makeQuestion(state, {
    kind: "verdict",
    text: `The Reviewer asks for another revision of ${gap} and names nothing CRITICAL or HIGH. Accept it, or have it revised?`,
    evidence: [
      { title: "What it changes", body: changes.map(changeText).join("\n\n") || "Nothing." },
      ...(issues.length > 0 ? issues : [{ title: "What is open on it", body: "No issue." }]),
    ],
    options: [
      option("accept", "Accept it", "What is open is listed as a limitation.", "Its changes go into the spec."),
      option("revise", "Have it revised", "The Engineer works on it once more.", `${gap} is revised.`),
    ],
    about: [gap],
  });
}

export function applyVerdict(state: State, answered: Answered): SessionEvent[] {
  const [gap] = answered.gaps;
  if (gap === undefined || state.gaps.get(gap)?.state !== "PROPOSED") return [];
  const title = `${gap} after a second verdict NEEDS_REVISION`;
  const [decision, events] =
    answered.choice === "accept"
      ? ["accepted with limitations", acceptGaps(state, [gap], "the User accepts it with its limitations")]
      : ["to be revised", [changeByUser(gap, "NEEDS_REVISION", "the User wants it revised")]];
  return [decide(state, { type: "verdict", title, gaps: [gap], decision }), ...events];
}

/** Asks whether a CRITICAL issue that quotes nothing from the text should block its gap (SPEC 5, UNGROUNDED). */
export function ungroundedQuestion(state: State, issue: Issue): Question {
  const { id, gap, title } = issue;
  return makeQuestion(state, {
    kind: "ungrounded",
    text: appendQuestion(
      `A CRITICAL issue quotes nothing from the text, even after the Reviewer was asked to: ${title}`,
      "Does it count?",
    ),
    evidence: [issueEvidence(issue)],
    options: [
      option("counts", "It counts", "The Engineer must answer it.", `${gap} is revised.`),
      option("lower", "It counts as MEDIUM", "It is kept as a note.", `It does not hold ${gap} back.`),
      option("waive", "It does not count", "The Reviewer is mistaken.", `${id} is waived, with your reason.`, "reason"),
    ],
    fields: [field("reason", "Why")],
    about: [id, gap],
  });
}

export function applyUngrounded(state: State, answered: Answered): SessionEvent[] {
  const { choice, question } = answered;
  const reason = answered.field("reason");
  const [issue] = state.issues.pick(answered.issues);
  if (!issue || !waitsForGround(state, issue)) return [];
  const decision = decide(state, {
    type: UNGROUNDED,
    title: `${issue.id} quotes nothing from the text`,
    gaps: [issue.gap],
    issues: [issue.id],
    decision: question.options.find(({ id }) => id === choice)?.label ?? "",
    rationale: reason,
  });
  const lowered = "the User lowered it: it quotes nothing from the text";
  const moved = {
    waive: moveIssue(issue, "WAIVED", reason),
    lower: moveIssue(issue, "LOWERED", lowered, { severity: "MEDIUM" }),
  }[choice];
  return settleBound(state, issue.gap, [decision, ...(moved ?? [])]);
}

/** Asks once per round about CRITICAL and HIGH gaps that may be out of scope, all together (SPEC 3.5a, 4.6). */
export function outOfScopeQuestion(state: State, round: OpenRound): Question | undefined {
  if (wasAsked(state, "out-of-scope")) return undefined;
  const doubted = doubtedGaps(state, round);
  if (doubted.length === 0) return undefined;
  const gaps = doubted.map(({ gap }) => gap.id);
  return makeQuestion(state, {
    kind: "out-of-scope",
    text: `${gaps.join(", ")} may not belong in this spec. Which do you want to park?`,
    evidence: doubted.map(({ gap, why }) => ({ title: `${gap.id} (${gap.severity}): ${gap.title}`, body: why })),
    options: [
      ...gaps.map((gap) => option(gap, `Park ${gap}`, "It is listed, but not worked on.", `${gap} is PARKED.`)),
      option("none", "None of them", "They are in scope; the agents will be told so.", "They are worked on."),
    ],
    multiple: true,
    about: gaps,
  });
}

/** Gaps called out of scope, and HIGH gaps found two steps away from the source, which start parked (SPEC 3.5a). */
function doubtedGaps(state: State, round: OpenRound) {
  const words = calledOutOfScope(state, round);
  const named = new Set(words.map(({ gap }) => gap));
  return state.gaps
    .filter((gap) => gap.round === round.number || named.has(gap.id))
    .flatMap((gap) => {
      const word = words.find(({ gap: id }) => id === gap.id);
      if (word && waitsForScope(state, gap.id)) return [{ gap, why: `Called out of scope: ${word.reason}` }];
      const parent = gap.parent === undefined ? undefined : state.gaps.get(gap.parent);
      const isParked = gap.round === round.number && gap.state === "PARKED" && gap.severity === "HIGH";
      if (!isParked || parent?.parent === undefined) return [];
      const found = `Found while working on ${parent.id}, which was itself found while working on ${parent.parent}.`;
      return [{ gap, why: gap.why === undefined ? found : `${found} ${gap.why}` }];
    });
}

/** Gaps that are not parked are in scope, and every later prompt for them says so; their reviews count now. */
export function applyOutOfScope(state: State, { gaps, answer }: Answered): SessionEvent[] {
  const parked = gaps.filter((gap) => answer.options.includes(gap));
  const kept = gaps.filter((gap) => !parked.includes(gap));
  const decision = [
    ...(parked.length === 0 ? [] : [`out of scope: ${parked.join(", ")}`]),
    ...(kept.length === 0 ? [] : [`in scope: ${kept.join(", ")}`]),
  ].join("; ");
  const events = [
    decide(state, { type: "scope", title: "What is in scope", gaps, decision }),
    ...gaps.flatMap((gap): SessionEvent[] => {
      const isParked = state.gaps.get(gap)?.state === "PARKED";
      if (isParked === parked.includes(gap)) return [];
      return [
        changeByUser(gap, isParked ? "OPEN" : "PARKED", `the User says it is ${isParked ? "in" : "out of"} scope`),
      ];
    }),
  ];
  return collect(
    state,
    () => events,
    (current) => settleGaps(current, kept),
  );
}
