import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack } from "../../model/issue-state.ts";
import type { Question } from "../../model/question.ts";
import {
  ISSUE_ACTIONS,
  settleBound,
  settleGaps,
  UNGROUNDED,
  waitsForAnswer,
  waitsForGround,
} from "../disagreement/settle-gaps.ts";
import { collect } from "../evolve/evolve.ts";
import { bindIssue, changeByUser, decide, giveContext, isDone, moveIssue } from "../ledger-events.ts";
import {
  type Answered,
  appendQuestion,
  askEach,
  field,
  issueEvidence,
  makeQuestion,
  option,
  type Ways,
  wasAsked,
} from "../make-question.ts";
import { calledOutOfScope, liveIssues, unsettledIssues, waitsForScope } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { acceptGaps } from "../working-spec/candidate.ts";
import { changeText } from "../working-spec/change-text.ts";
import { gapEvidence } from "./passage-question.ts";

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

/** Asks what the Reviewer leaves to the User: in a round what holds a gap back or is on an open gap, at the end the rest. */
export function issueQuestions(state: State, at: "round" | "end") {
  const isDue = (issue: Issue) =>
    isAsked(state, issue) && (at === "end" || holdsBack(issue) || !isDone(state, issue.gap));
  return askEach(state, liveIssues(state).filter(isDue), issueQuestion);
}

/** Whether the User is to be asked: not about an issue of a gap that they closed or put off. */
function isAsked(state: State, issue: Issue): boolean {
  const gap = state.gaps.get(issue.gap);
  const isLive = gap !== undefined && (isDone(state, gap.id) || (isOpen(gap) && gap.state !== "USER_DEFERRED"));
  return isLive && waitsForAnswer(state, issue);
}

function issueQuestion(state: State, { id, gap, severity, title, impact, quotations, ask = "" }: Issue): Question {
  const quoted = quotations.map((words) => `> ${words.replaceAll("\n", "\n> ")}`);
  const body = [title, impact ?? "", ...quoted].filter(Boolean).join("\n\n");
  const shown = state.gaps.get(gap)?.title ?? "";
  // What was accepted stands in the spec; before that, the User sees what would.
  const isProposed = state.gaps.get(gap)?.state === "PROPOSED";
  const proposed = isProposed ? (state.proposals.get(gap)?.changes ?? []).map(changeText).join("\n\n") : "";
  return makeQuestion(state, {
    kind: "issue",
    text: ask,
    evidence: [
      { title: `${id} (${severity}) on ${gap}: ${shown}`, body },
      ...(proposed === "" ? [] : [{ title: "What the Engineer proposes", body: proposed }]),
    ],
    options: [
      option("give", "Answer it", "In your own words.", `The Engineer must follow it before ${gap} is done.`, "input"),
      option(
        "leave",
        proposed === "" ? "Leave the spec as it is" : "Keep the proposed text",
        "The issue does not have to be met.",
        `${id} is waived.`,
      ),
      option("later", "Leave it undecided", "You are not asked again.", `${id} stays open and is listed.`),
    ],
    fields: [field("input", "Your answer", { long: true })],
    about: [id, gap],
  });
}

export function isIssueMoot({ about }: Question, state: State): boolean {
  return !liveIssues(state).some((issue) => about.includes(issue.id) && isAsked(state, issue));
}

/** The User's answer binds as the decision of a conflict does (SPEC 3.6). */
export function applyIssue(state: State, { issues, choice, answer: { via }, field: given }: Answered): SessionEvent[] {
  const [issue] = state.issues.pick(issues);
  if (!issue || !waitsForAnswer(state, issue)) return [];
  const { id, gap, title, ask = "" } = issue;
  const words = given("input");
  const waive = () => ISSUE_ACTIONS.waive(state, issue, { text: "the User leaves the spec as it is", heuristics: [] });
  const about = { issues: [id], question: ask };
  const answer = () => [
    decide(state, {
      ...about,
      type: "issue",
      title: `${id}: ${title}`,
      gaps: [gap],
      decision: words,
      action: `Carry it out in the spec, and answer ${id} by id.`,
    }),
    bindIssue(issue, words, "answered by the User"),
  ];
  // On no gap: the gap itself is not put off.
  const later = () => [
    decide(state, {
      ...about,
      type: "deferral",
      title: `${id} is left undecided`,
      decision: "It stays open.",
      by: via === "policy" ? "mediator" : "user",
    }),
  ];
  const ways: Ways = { give: answer, leave: waive, later };
  return settleBound(state, gap, ways[choice]?.() ?? []);
}
