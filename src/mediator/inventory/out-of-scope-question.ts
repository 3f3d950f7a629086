import { isOpen } from "../../model/counting.ts";
import type { OutOfScopeDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import type { Answered } from "../answers/apply-answer.ts";
import { decide } from "../answers/decide.ts";
import { changeByUser } from "../gap-events.ts";
import { makeQuestion, option, wasAsked } from "../questions/make-question.ts";
import type { OpenRound, State } from "../state.ts";

/** Serious gaps that an agent calls out of scope: the User is asked about all of them together (SPEC 3.5a, 4.6). */
export function outOfScopeQuestion(state: State, round: OpenRound): Question | undefined {
  const words = outOfScopeWords(state, round);
  if (words.length === 0 || wasAsked(state, "out-of-scope")) return undefined;
  const gaps = words.map(({ gap }) => gap);
  return makeQuestion(state, {
    kind: "out-of-scope",
    header: "Scope",
    text: `${gaps.join(", ")} ${gaps.length === 1 ? "is" : "are"} called out of scope. Which of them do you want to park?`,
    evidence: words.map(({ gap, reason }) => ({
      title: `${gap} (${state.gaps.get(gap)?.severity}): ${state.gaps.get(gap)?.title}`,
      body: reason,
    })),
    options: [
      ...gaps.map((gap) => option(gap, `Park ${gap}`, "It is listed, and not worked on.", `${gap} is PARKED.`)),
      option("none", "None of them", "They are in scope, and the agents are told so.", "They are worked on."),
    ],
    multiple: true,
    about: gaps,
    personOnly: true,
  });
}

function outOfScopeWords(state: State, { engineerDocument, reviewerDocument }: OpenRound): OutOfScopeDigest[] {
  const words = [...(engineerDocument?.digest.outOfScope ?? []), ...(reviewerDocument?.digest.outOfScope ?? [])];
  return words.filter(({ gap: id }, index) => {
    const gap = state.gaps.get(id);
    const isFirst = words.findIndex((word) => word.gap === id) === index;
    return isFirst && gap !== undefined && isOpen(gap) && isBlocking(gap.severity);
  });
}

/** What is not parked is in scope, and every later prompt for it says so. */
export function applyOutOfScope(state: State, { question, answer }: Answered, now: string): SessionEvent[] {
  const gaps = question.about.filter(isGapId);
  const parked = gaps.filter((gap) => answer.options.includes(gap));
  const kept = gaps.filter((gap) => !parked.includes(gap));
  const decision = [
    ...(parked.length === 0 ? [] : [`out of scope: ${parked.join(", ")}`]),
    ...(kept.length === 0 ? [] : [`in scope: ${kept.join(", ")}`]),
  ].join("; ");
  return [
    decide(state, now, { type: "scope", title: "What is in scope", gaps, decision }),
    ...parked.map((gap) => changeByUser(gap, "PARKED", "out of scope, as the User says")),
  ];
}
