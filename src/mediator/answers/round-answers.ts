import type { SessionEvent } from "../../model/events.ts";
import { type GapId, gapIdsIn, isGapId } from "../../model/ids.ts";
import { isPassageQuestion, passageAnswers } from "../../model/passage-answer.ts";
import type { Question } from "../../model/question.ts";
import { collect } from "../collect.ts";
import { changeByUser, unblock } from "../gap-events.ts";
import { pause } from "../pause.ts";
import { simplestGap } from "../questions/round-questions.ts";
import { exhaustedReason, requestRollback } from "../rollback/request-rollback.ts";
import { assignableGaps, independentGaps } from "../round/choose-gaps.ts";
import { assign, giveBack } from "../round/open-round.ts";
import { slotStatus } from "../round/slot.ts";
import type { OpenRound, Run, State } from "../state.ts";
import type { Answered } from "./answered.ts";
import { decide } from "./decide.ts";
import { giveContext } from "./give-context.ts";

/** SPEC 7: give the input, defer, another gap, or go on without it. */
export function applyInput(state: State, answered: Answered, now: string): SessionEvent[] {
  const id = answered.question.about.find(isGapId);
  if (id === undefined) return [];
  if (isPassageQuestion(answered.question)) return applyPassages(state, id, answered, now);
  const input = givenInput(answered);
  if (input !== undefined) {
    return collect(
      state,
      now,
      (current) => [inputDecision(current, id, input, answered, now)],
      (current) => inputEvents(current, id, now),
    );
  }
  switch (answered.choice) {
    case "defer":
      return putOff(state, [id], "put off when asked for input", answered, now);
    case "other":
      return state.round ? takeOthers(state, 1) : [];
    default:
      return [];
  }
}

/** What the person did to the passage goes to the interview as it is; what they put off stays open (SPEC 16.4). */
function applyPassages(state: State, gap: GapId, answered: Answered, now: string): SessionEvent[] {
  const { question, answer, choice } = answered;
  // Asked again at the next chance: the round goes on with what was answered.
  if (choice === "end") return [];
  const passages = passageAnswers(question, answer);
  if (passages === "later") return putOff(state, [gap], "put off when asked", answered, now);
  const [first] = passages;
  const decision = passages.map(({ kind, passage, text }) => text || `${SAID[kind]} ${passage}`.trim()).join("\n\n");
  const option = question.options.find(({ id }) => id === first?.kind)?.label ?? first?.kind ?? "";
  const draft = {
    type: "input",
    title: `Input on ${gap}`,
    gaps: [gap],
    decision,
    option,
    question: question.text,
    passages,
  };
  // The person came back to what they had put off.
  const taken = state.gaps.get(gap)?.state === "USER_DEFERRED" ? [changeByUser(gap, "OPEN", "answered after all")] : [];
  return collect(
    state,
    now,
    (current) => [decide(current, now, draft), ...taken],
    (current) => inputEvents(current, gap, now),
  );
}

const SAID = { edit: "", add: "", keep: "It stays as it stands:", strike: "It is struck:" } as const;

/** The person's own words, or one of the answers that were offered. */
function givenInput({ choice, question, field }: Answered): string | undefined {
  if (choice === "give") return field("input");
  const chosen = choice.startsWith("choice-") ? question.options.find(({ id }) => id === choice) : undefined;
  if (!chosen) return undefined;
  // The label alone may mean nothing to somebody who has not seen the others.
  return chosen.description === "" ? chosen.label : `${chosen.label}: ${chosen.description}`;
}

/** What a policy took for the person is an assumption until they confirm it (SPEC 16.4). */
function inputDecision(state: State, gap: GapId, decision: string, answered: Answered, now: string): SessionEvent {
  const assumed = answered.answer.via === "policy";
  return decide(state, now, {
    type: assumed ? "assumption" : "input",
    title: `${assumed ? "Assumption" : "Input"} on ${gap}`,
    gaps: [gap],
    decision,
    ...(answered.choice === "give" ? {} : { option: decision }),
    question: answered.question.text,
    by: assumed ? "mediator" : "user",
  });
}

/** What a gap waited for is there; within the round that asked, the run is repeated (SPEC 4.2). */
export function inputEvents(state: State, gap: GapId, now: string): SessionEvent[] {
  return collect(
    state,
    now,
    (current) => unblock(current, gap, "the input was given"),
    (current) => runAgain(current, gap),
  );
}

function runAgain(state: State, gap: GapId): SessionEvent[] {
  if (state.gaps.get(gap)?.state !== "IN_PROGRESS") return [];
  return [{ type: "attempt_granted", gap, why: "the input was given", condensed: false }];
}

/** SPEC 7: the five ways on when a role's attempts are used up. */
export function applyRoleFailed(state: State, answered: Answered, now: string): SessionEvent[] {
  const { round } = state;
  if (!round) return [];
  const role = answered.question.about[0] === "reviewer" ? "reviewer" : "engineer";
  const gaps = answered.question.about.filter(isGapId);
  switch (answered.choice) {
    case "skip":
      return skipRole(state, role, gaps);
    case "reassign":
      return collect(
        state,
        now,
        (current) => gaps.flatMap((gap) => giveBack(current, { gap }, "reassigned to other gaps", true)),
        (current) => takeNamed(stillAssignable(current, gapIdsIn(answered.field("gaps")))),
      );
    case "context":
      return [
        ...giveContext(state, now, { gaps, text: answered.field("context"), when: `the ${role} failed` }),
        ...grant(role === "reviewer" ? [undefined] : gaps, "context"),
      ];
    case "narrow":
      return narrow(state, gaps);
    case "rollback":
      return undoRound(state, role === "reviewer" ? "Reviewer" : "Engineer", round.runs);
    default:
      return [pause(state, `the ${role} failed in round ${round.number}`)];
  }
}

function undoRound(state: State, role: "Engineer" | "Reviewer", runs: readonly Run[]): SessionEvent[] {
  const failures = runs.filter((run) => run.role === role.toLowerCase()).map((run) => run.end?.gate.failureType ?? "");
  return requestRollback(state, { rounds: 1, reason: exhaustedReason(role, failures), by: "user" });
}

function skipRole(state: State, role: "engineer" | "reviewer", gaps: readonly GapId[]): SessionEvent[] {
  if (role === "reviewer") return [{ type: "role_skipped", role, why: "skipped by the person" }];
  const back = gaps.flatMap((gap) => giveBack(state, { gap }, "every attempt failed", true));
  const others = state.round?.slots.some((slot) => !slot.dropped && !gaps.includes(slot.gap));
  return others ? back : [...back, { type: "role_skipped", role, why: "skipped by the person" }];
}

function narrow(state: State, gaps: readonly GapId[]): SessionEvent[] {
  const simplest = simplestGap(gaps.flatMap((id) => state.gaps.get(id) ?? []));
  const others = gaps.filter((id) => id !== simplest?.id);
  const back = others.flatMap((gap) => giveBack(state, { gap }, "narrowed to one gap", true));
  return simplest ? [...back, ...grant([simplest.id], "narrowed to this gap")] : back;
}

/** SPEC 7, both failed. */
export function applyBothFailed(state: State, answered: Answered, now: string): SessionEvent[] {
  const gaps = answered.question.about.filter(isGapId);
  const first = gaps[0];
  const reason = answered.field("reason");
  switch (answered.choice) {
    case "condense":
      return [...reassign(state, gaps), ...grant([...gaps, undefined], "condensed", true)];
    case "wont-fix":
      return [...closed(state, openGaps(state, gaps), reason, now), ...endOfWork()];
    case "defer":
      return [...putOff(state, openGaps(state, gaps), "both roles failed", answered, now), ...endOfWork()];
    case "write":
      if (first === undefined) return [];
      return [
        ...reassign(state, [first]),
        { type: "document_given", gap: first, text: answered.field("document") },
        ...grant([first, undefined], "written by the person"),
      ];
    case "rollback":
      return undoRound(state, "Engineer", state.round?.runs ?? []);
    default:
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger: "both roles failed" }];
  }
}

function closed(state: State, gaps: readonly GapId[], reason: string, now: string): SessionEvent[] {
  if (gaps.length === 0) return [];
  return [
    decide(state, now, { type: "wont-fix", title: `Closed: ${gaps.join(", ")}`, gaps, decision: reason }),
    ...gaps.map((gap) => changeByUser(gap, "WONT_FIX", reason)),
  ];
}

function putOff(state: State, gaps: readonly GapId[], why: string, { answer }: Answered, now: string): SessionEvent[] {
  if (gaps.length === 0) return [];
  const title = `Deferred: ${gaps.join(", ")}`;
  const by = answer.via === "policy" ? "mediator" : "user";
  return [
    decide(state, now, { type: "deferral", title, gaps, decision: why, by }),
    ...gaps.map((gap) => changeByUser(gap, "USER_DEFERRED", why)),
  ];
}

/** The agent works again, or the session pauses (SPEC 5, EXECUTION_ERROR). */
export function applyAgentFailure(state: State, answered: Answered): SessionEvent[] {
  if (answered.choice !== "retry") return [pause(state, answered.question.text)];
  return tryAgain(state, answered.question);
}

/** What a question about a failed agent is about starts once more, as it was: the prompt was not to blame (SPEC 5). */
export function tryAgain({ round }: State, { about }: Question): SessionEvent[] {
  const run = round?.runs.find((one) => one.id === about[1]);
  if (!round || !run) return [{ type: "ending_dropped", why: "the final review is tried again" }];
  const runs = run.role === "engineer" ? fatalRuns(round) : [run.id];
  return [{ type: "runs_abandoned", runs: [...new Set(runs)] }];
}

/** What stops one run of an agent stops those beside it, too: they all go on with one word. */
function fatalRuns(round: OpenRound): string[] {
  return round.slots.flatMap((slot) => {
    const status = slotStatus(round, slot);
    return status.type === "fatal" ? [status.run.id] : [];
  });
}

function openGaps(state: State, gaps: readonly GapId[]): GapId[] {
  return gaps.filter((id) =>
    ["OPEN", "IN_PROGRESS", "NEEDS_REVISION", "BLOCKED"].includes(state.gaps.get(id)?.state ?? ""),
  );
}

function endOfWork(): SessionEvent[] {
  return [{ type: "role_skipped", role: "reviewer", why: "both roles failed" }];
}

/** Gaps that went back are taken up again in the same round. */
function reassign(state: State, gaps: readonly GapId[]): SessionEvent[] {
  const engineer = state.round?.skipped.some((one) => one.role === "engineer");
  const back = gaps.filter((id) => ["OPEN", "NEEDS_REVISION"].includes(state.gaps.get(id)?.state ?? ""));
  return [...(engineer ? [{ type: "role_resumed" as const, role: "engineer" as const }] : []), ...back.map(assign)];
}

/** The most urgent gaps that the round does not have yet, and that go with what it still works on (SPEC 4.1). */
function takeOthers(state: State, count: number): SessionEvent[] {
  const slots = state.round?.slots ?? [];
  const beside = slots.flatMap((slot) => (slot.dropped ? [] : (state.gaps.get(slot.gap) ?? [])));
  const gaps = independentGaps(state, count, beside, (gap) => !slots.some((slot) => slot.gap === gap.id));
  return takeNamed(gaps);
}

/** Without those that were closed since they were offered. */
function stillAssignable(state: State, gaps: readonly GapId[]): GapId[] {
  const assignable = new Set(assignableGaps(state).map(({ id }) => id));
  return gaps.filter((gap) => assignable.has(gap));
}

function takeNamed(gaps: readonly GapId[]): SessionEvent[] {
  if (gaps.length === 0) return [];
  return [{ type: "gaps_assigned", gaps, why: "instead of gaps that could not go on" }, ...gaps.map(assign)];
}

function grant(gaps: readonly (GapId | undefined)[], why: string, condensed = false): SessionEvent[] {
  return gaps.map((gap) => ({ type: "attempt_granted", why, condensed, ...(gap === undefined ? {} : { gap }) }));
}
