import { countedRounds } from "../../model/convergence.ts";
import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { PAUSED_BY_USER } from "../../model/in-words.ts";
import type { Issue } from "../../model/issue.ts";
import { holdsBack, missingWord } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { isBlocking, isWorse } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { conflictQuestion, conflictsToAsk } from "../conflicts/conflict-question.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { changeByUser, decide, moveGap, unblock } from "../ledger-events.ts";
import { ABANDON, type Answered, askEach, endOrPause, makeQuestion, option, pauseOption } from "../make-question.ts";
import { engineerIsInterview, isInterview, openIssues, unsettledIssues } from "../queries.ts";
import { gapEvidence, openGapsEvidence } from "../questions/passage-question.ts";
import type { State } from "../state.ts";

/** Asks the User, who wants to end, how to end, and shows what is still open (SPEC 12). */
export function finishQuestion(state: State): Question {
  const { length } = gapsLeft(state);
  const written = `The spec is written with ${length === 0 ? "no gap open" : `${plural(length, "gap")} still open`}.`;
  const first = length === 0 ? "The session ends." : "You are asked to confirm these gaps first.";
  return makeQuestion(state, {
    kind: "finish",
    text: "How do you want to end the session?",
    evidence: leftEvidence(state),
    options: [
      option("go-on", "Keep working", "Nothing is written.", "The session continues where it was."),
      option("accept", "Accept the spec", written, first),
      pauseOption(),
      ABANDON,
    ],
  });
}

export function applyFinish(state: State, { choice }: Answered): SessionEvent[] {
  if (choice === "go-on") return [{ type: "ending_dropped", why: "the User chose to continue" }];
  // Not by `endOrPause`, which would ask how to end again on resume.
  if (choice === "pause") return [{ type: "paused", reason: PAUSED_BY_USER }];
  return endOrPause(state, choice, "the User asked to end the session");
}

export function maxRoundsQuestion(state: State): Question {
  const { maxRounds } = state.limits;
  const to = extendedLimit(state);
  const extend = option("extend", `Extend to ${to} rounds`, "Work continues.", `The new limit is ${to}.`);
  return makeQuestion(state, {
    kind: "max-rounds",
    text: `The session has reached its limit of ${plural(maxRounds, "round")}. How do you want to continue?`,
    evidence: leftEvidence(state),
    options: [
      ...(to > maxRounds ? [extend] : []),
      option("accept", "Accept the spec as it is", "You first confirm what is still open.", "The spec is written."),
      ABANDON,
    ],
  });
}

/** How many rounds an extension adds (SPEC 12). */
const EXTENSION = 5;

function extendedLimit({ limits, config }: State): number {
  return Math.min(limits.maxRounds + EXTENSION, config.hardLimit);
}

export function applyMaxRounds(state: State, { choice }: Answered): SessionEvent[] {
  if (choice === "extend") {
    const config = { ...state.config, maxRounds: extendedLimit(state) };
    return [{ type: "config_changed", config, why: "the User extended the session" }];
  }
  return endOrPause(state, choice, plural(state.limits.maxRounds, "round"), "MAX_ROUNDS");
}

/** Rounds and their limit, and what is open, worst first (SPEC 12). */
export function leftEvidence(state: State): Evidence[] {
  const rounds = { title: "Rounds", body: `${countedRounds(state.records)} of at most ${state.limits.maxRounds}` };
  return [
    ...(isInterview(state) ? [] : [rounds]),
    openGapsEvidence(state, gapsLeft(state)),
    ...openIssueEvidence(state),
  ];
}

export function openIssueEvidence(state: State): Evidence[] {
  const open = openIssues(state).map(
    (issue) => `- ${issue.severity}: ${issue.id} on ${issue.gap} (${missingWord(issue)}) ${visibleLine(issue.title)}`,
  );
  return open.length === 0 ? [] : [{ title: "Open issues", body: open.join("\n") }];
}

/** Asks which of several gaps that wait for each other goes first (SPEC 4.1). */
export function cycleQuestion(state: State, cycle: readonly GapId[]): Question {
  return makeQuestion(state, {
    kind: "dependency-cycle",
    text: `${cycle.join(", ")} are waiting for each other. Which one should go first?`,
    evidence: gapEvidence(state, cycle),
    options: cycle.map((id) =>
      option(id, id, state.gaps.get(id)?.title ?? "", "Work on it starts although the gaps it needs are open."),
    ),
    about: cycle,
  });
}

/** Unblocks the chosen gap although the gaps it depends on are open (SPEC 3.3, FORCED_UNBLOCK). */
export function applyCycle(state: State, { question, choice }: Answered): SessionEvent[] {
  if (!isGapId(choice)) return [];
  const why = `goes first among ${question.about.join(", ")}`;
  return [
    decide(state, { type: "forced-unblock", title: `${choice} goes first`, gaps: [choice], decision: why }),
    ...unblock(state, choice, why, true),
  ];
}

/** Asks how to continue when no gap can be assigned or reviewed and the spec is not COMPLETE (SPEC 4.1). */
export function nothingToDoQuestion(state: State): Question {
  const open = state.gaps.filter(isOpen);
  const deferred = open.filter((gap) => gap.state === "USER_DEFERRED").map(({ id }) => id);
  const disputed = conflictQueue(state).map(({ issue }) => issue);
  const again = "They become OPEN again, and the next round works on them.";
  const gates = "You first confirm what is still open.";
  return makeQuestion(state, {
    kind: "nothing-to-do",
    text: `No gap can be worked on right now; ${open.length} ${open.length === 1 ? "is" : "are"} still open. How do you want to continue?`,
    evidence: [openGapsEvidence(state, open)],
    options: [
      option("resume-deferred", "Take up the deferred gaps", deferred.join(", "), again),
      option("conflicts", "Decide the open conflicts", disputed.join(", "), "You are asked about each one again."),
      option("accept", "Accept the spec as it is", gates, "The spec is written."),
      pauseOption(),
      ABANDON,
    ].filter(({ description }) => description !== ""),
    about: open.map(({ id }) => id),
  });
}

export function applyNothingToDo(state: State, { choice }: Answered): SessionEvent[] {
  if (choice === "resume-deferred")
    return state.gaps
      .filter((gap) => gap.state === "USER_DEFERRED")
      .map(({ id }) => changeByUser(id, "OPEN", "taken up again"));
  if (choice === "conflicts") return askEach(state, conflictsToAsk(conflictQueue(state)), conflictQuestion);
  return endOrPause(state, choice, "no gap can be worked on");
}

/** The most that deferred gaps may weigh in a COMPLETE session (SPEC 12). */
const DEFERRED_WEIGHT = 4;

/** Whether the session is COMPLETE (SPEC 12), apart from the final review. */
export function isComplete(state: State): boolean {
  const left = gapsLeft(state);
  // Checked first, because it decides most cases.
  if (left.some((gap) => gap.state !== "USER_DEFERRED") || isSeriousLeft(state)) return false;
  const weight = left.reduce((sum, gap) => sum + state.config.severityWeights[gap.severity], 0);
  // Undecided CRITICAL and HIGH conflicts prevent it (SPEC 10.6).
  const isDisputed = state.conflicts.some((conflict) => conflict.state === "open" && isBlocking(conflict.severity));
  return weight <= DEFERRED_WEIGHT && !isDisputed;
}

/** Gaps that are open or deferred. */
export function gapsLeft(state: State): Gap[] {
  return state.gaps.filter(isOpen);
}

/** What decides how severe an open gap is: the gap itself, or a worse issue that holds it back (SPEC 12). */
export function worstLeft(state: State, gap: Gap): Gap | Issue {
  // The User deferred the gap together with its open issues (SPEC 9, closed over an open issue).
  const holding = gap.state === "USER_DEFERRED" ? [] : unsettledIssues(state, gap.id).filter(holdsBack);
  return holding.reduce<Gap | Issue>((worst, issue) => (isWorse(issue.severity, worst.severity) ? issue : worst), gap);
}

export function isSeriousLeft(state: State): boolean {
  return gapsLeft(state).some((gap) => isBlocking(worstLeft(state, gap).severity));
}

/** Whether this is an interview in which the User deferred every gap that is left. */
export function isInterviewDone(state: State): boolean {
  return engineerIsInterview(state) && gapsLeft(state).every((gap) => gap.state === "USER_DEFERRED");
}

/** An ending that writes a spec resolves all accepted gaps (SPEC 3.3). */
export function resolveAccepted(state: State): SessionEvent[] {
  const why = "it is in the finished spec";
  return state.gaps.filter((gap) => gap.state === "ACCEPTED").map(({ id }) => moveGap(id, "RESOLVED", "mediator", why));
}
