import { countedRounds } from "../../model/convergence.ts";
import type { SessionEvent } from "../../model/events.ts";
import { inWords, PAUSED_BY_USER } from "../../model/in-words.ts";
import type { Issue } from "../../model/issue.ts";
import { isUnsettled } from "../../model/issue-state.ts";
import { plural } from "../../model/plural.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { compareSeverity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { ABANDON, type Answered, makeQuestion, option, pauseOption } from "../make-question.ts";
import { isInterview, liveIssues } from "../queries.ts";
import { openGapsEvidence } from "../questions/gap-evidence.ts";
import type { State } from "../state.ts";
import { gapsLeft } from "./complete.ts";

/** The User asked to end: they are shown what is left, and choose (SPEC 12). */
export function finishQuestion(state: State): Question {
  const { length } = gapsLeft(state);
  const open = length === 0 ? "no gap open" : `${plural(length, "gap")} still open`;
  return makeQuestion(state, {
    kind: "finish",
    header: "Finish",
    text: "How do you want to end the session?",
    evidence: leftEvidence(state),
    options: [
      option("go-on", "Go on with it", "Nothing is written.", "The session goes on where it was."),
      option(
        "accept",
        "Accept the spec",
        `It is written with ${open}.`,
        length === 0 ? "The session ends." : "You are asked to confirm these gaps first.",
      ),
      pauseOption(),
      ABANDON,
    ],
  });
}

export function applyFinish(_state: State, { choice }: Answered): SessionEvent[] {
  const trigger = "the person asked to end";
  const chosen: Readonly<Record<string, SessionEvent>> = {
    accept: { type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger },
    // The request to end is answered by it.
    pause: { type: "paused", reason: PAUSED_BY_USER },
    abandon: { type: "ending_chosen", termination: "ABANDONED", trigger },
  };
  return [chosen[choice] ?? { type: "ending_dropped", why: "the person goes on" }];
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
  const chosen: Readonly<Record<string, SessionEvent>> = {
    extend: { type: "max_rounds_extended", to: extendedLimit(state) },
    accept: { type: "ending_chosen", termination: "MAX_ROUNDS", trigger: `${state.limits.maxRounds} rounds` },
  };
  const abandoned = "abandoned at the limit of rounds";
  return [chosen[choice] ?? { type: "ending_chosen", termination: "ABANDONED", trigger: abandoned }];
}

/** Round, limit, and what is left, worst first (SPEC 12). */
export function leftEvidence(state: State): Evidence[] {
  const rounds = { title: "Rounds", body: `${countedRounds(state.records)} of at most ${state.limits.maxRounds}` };
  return [...(isInterview(state) ? [] : [rounds]), openGapsEvidence(gapsLeft(state)), ...openIssueEvidence(state)];
}

/** Issues that the spec would be written over, worst first (SPEC 12). */
export function openIssueEvidence(state: State): Evidence[] {
  const open = liveIssues(state)
    .filter(isUnsettled)
    .sort((a, b) => compareSeverity(a.severity, b.severity))
    .map((issue) => `- ${issue.severity}: ${issue.id} on ${issue.gap}${standing(issue)} ${visibleLine(issue.title)}`);
  return open.length === 0 ? [] : [{ title: "Open issues", body: open.join("\n") }];
}

function standing({ state }: Issue): string {
  return state === "OPEN" ? "" : ` (${inWords(state)})`;
}
