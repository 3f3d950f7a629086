import { countedRounds } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { PAUSED_BY_USER } from "../../model/in-words.ts";
import { isUnsettled, missingWord } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { compareSeverity, isBlocking } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { conflictQuestion, conflictsToAsk } from "../conflicts/conflict-question.ts";
import { decide } from "../decide.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { changeByUser, moveGap, unblock } from "../ledger-events.ts";
import { ABANDON, type Answered, askEach, endOrPause, makeQuestion, option, pauseOption } from "../make-question.ts";
import { isInterview, liveIssues } from "../queries.ts";
import { gapEvidence, openGapsEvidence } from "../questions/gap-evidence.ts";
import type { State } from "../state.ts";

/** The User asked to end: they are shown what is left, and choose (SPEC 12). */
export function finishQuestion(state: State): Question {
  const { length } = gapsLeft(state);
  const written = `It is written with ${length === 0 ? "no gap open" : `${plural(length, "gap")} still open`}.`;
  const first = length === 0 ? "The session ends." : "You are asked to confirm these gaps first.";
  return makeQuestion(state, {
    kind: "finish",
    header: "Finish",
    text: "How do you want to end the session?",
    evidence: leftEvidence(state),
    options: [
      option("go-on", "Go on with it", "Nothing is written.", "The session goes on where it was."),
      option("accept", "Accept the spec", written, first),
      pauseOption(),
      ABANDON,
    ],
  });
}

export function applyFinish(state: State, { choice }: Answered): SessionEvent[] {
  if (choice === "go-on") return [{ type: "ending_dropped", why: "the person goes on" }];
  // The request to end is answered by it.
  if (choice === "pause") return [{ type: "paused", reason: PAUSED_BY_USER }];
  return endOrPause(state, choice, "the person asked to end");
}

export function maxRoundsQuestion(state: State): Question {
  const { maxRounds } = state.limits;
  const to = extendedLimit(state);
  const extend = option("extend", `Extend to ${to} rounds`, "Work continues.", `The limit is ${to}.`);
  return makeQuestion(state, {
    kind: "max-rounds",
    header: "Max rounds",
    text: `The limit of ${maxRounds} rounds is reached. How do you want to continue?`,
    evidence: leftEvidence(state),
    options: [
      ...(to > maxRounds ? [extend] : []),
      option("accept", "Accept with what is left", "You confirm what is left first.", "The spec is written."),
      ABANDON,
    ],
  });
}

/** Rounds that an extension adds (SPEC 12). */
const EXTENSION = 5;

function extendedLimit({ limits, config }: State): number {
  return Math.min(limits.maxRounds + EXTENSION, config.hardLimit);
}

export function applyMaxRounds(state: State, { choice }: Answered): SessionEvent[] {
  if (choice === "extend") return [{ type: "max_rounds_extended", to: extendedLimit(state) }];
  return endOrPause(state, choice, `${state.limits.maxRounds} rounds`, "MAX_ROUNDS");
}

/** Round, limit, and what is left, worst first (SPEC 12). */
export function leftEvidence(state: State): Evidence[] {
  const rounds = { title: "Rounds", body: `${countedRounds(state.records)} of at most ${state.limits.maxRounds}` };
  return [
    ...(isInterview(state) ? [] : [rounds]),
    openGapsEvidence(state, gapsLeft(state)),
    ...openIssueEvidence(state),
  ];
}

/** Issues that the spec would be written over, worst first (SPEC 12). */
export function openIssueEvidence(state: State): Evidence[] {
  const open = liveIssues(state)
    .filter(isUnsettled)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map(
      (issue) => `- ${issue.severity}: ${issue.id} on ${issue.gap} (${missingWord(issue)}) ${visibleLine(issue.title)}`,
    );
  return open.length === 0 ? [] : [{ title: "Open issues", body: open.join("\n") }];
}

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
    evidence: [openGapsEvidence(state, open)],
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
  if (choice === "resume-deferred")
    return state.gaps.filter(isDeferred).map(({ id }) => changeByUser(id, "OPEN", "taken up again"));
  if (choice === "conflicts") return askEach(state, conflictsToAsk(conflictQueue(state)), conflictQuestion);
  return endOrPause(state, choice, "no gap can be worked on");
}

function isDeferred({ state }: Gap): boolean {
  return state === "USER_DEFERRED";
}

/** Deferred weight that a COMPLETE session may leave (SPEC 12). */
const DEFERRED_WEIGHT = 4;

/** SPEC 12, COMPLETE, but for the final review pass. */
export function isComplete(state: State): boolean {
  const left = gapsLeft(state);
  if (left.some((gap) => gap.state !== "USER_DEFERRED" || isBlocking(gap.severity))) return false;
  const weight = left.reduce((sum, gap) => sum + state.config.severityWeights[gap.severity], 0);
  // CRITICAL and HIGH conflicts that nobody decided (SPEC 10.6).
  const isDisputed = state.conflicts.some((conflict) => conflict.state === "open" && isBlocking(conflict.severity));
  return weight <= DEFERRED_WEIGHT && !isDisputed;
}

/** Gaps in any open or deferred state. */
export function gapsLeft(state: State): Gap[] {
  return state.gaps.filter(isOpen);
}

/** An interview in which every gap that is left was put off by the User, one by one. */
export function isInterviewDone(state: State): boolean {
  const isInterview = state.config.agents.engineer.kind === "interview";
  return isInterview && gapsLeft(state).every((gap) => gap.state === "USER_DEFERRED");
}

/** At any ending that writes a spec, what was accepted is resolved with it (SPEC 3.3). */
export function resolveAccepted(state: State): SessionEvent[] {
  const why = "the finished spec has it";
  return state.gaps.filter((gap) => gap.state === "ACCEPTED").map(({ id }) => moveGap(id, "RESOLVED", "mediator", why));
}
