import { isOpen } from "../../model/counting.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import type { Question } from "../../model/question.ts";
import { isBlocking } from "../../model/severity.ts";
import { decide } from "../decide.ts";
import { changeByUser } from "../ledger-events.ts";
import { type Answered, makeQuestion, option, wasAsked } from "../make-question.ts";
import type { OpenRound, State } from "../state.ts";

/** Serious gaps that may lead out of the spec's subject: the User is asked about all of them together (SPEC 3.5a, 4.6). */
export function outOfScopeQuestion(state: State, round: OpenRound): Question | undefined {
  if (wasAsked(state, "out-of-scope")) return undefined;
  const doubted = doubtedGaps(state, round);
  if (doubted.length === 0) return undefined;
  const gaps = doubted.map(({ gap }) => gap.id);
  return makeQuestion(state, {
    kind: "out-of-scope",
    header: "Scope",
    text: `${gaps.join(", ")} may not belong to this spec. Which of them do you want to park?`,
    evidence: doubted.map(({ gap, why }) => ({ title: `${gap.id} (${gap.severity}): ${gap.title}`, body: why })),
    options: [
      ...gaps.map((gap) => option(gap, `Park ${gap}`, "It is listed, but not worked on.", `${gap} is PARKED.`)),
      option("none", "None of them", "They are in scope, and the agents are told so.", "They are worked on."),
    ],
    multiple: true,
    about: gaps,
    personOnly: true,
  });
}

/** What was called out of scope, and HIGH children of children, which are parked until the User takes them up (SPEC 3.5a). */
function doubtedGaps(state: State, { number, engineerDocument, reviewerDocument }: OpenRound) {
  const words = [...(engineerDocument?.digest.outOfScope ?? []), ...(reviewerDocument?.digest.outOfScope ?? [])];
  const named = new Set(words.map(({ gap }) => gap));
  return state.gaps
    .filter(({ id, round }) => round === number || named.has(id))
    .flatMap((gap) => {
      const word = words.find(({ gap: id }) => id === gap.id);
      if (word && isOpen(gap) && isBlocking(gap.severity)) return [{ gap, why: `Called out of scope: ${word.reason}` }];
      const parent = gap.parent === undefined ? undefined : state.gaps.get(gap.parent);
      const isParked = gap.round === number && gap.state === "PARKED" && gap.severity === "HIGH";
      if (!isParked || parent?.parent === undefined) return [];
      const found = `Found in work on ${parent.id}, which was itself found in work on ${parent.parent}.`;
      return [{ gap, why: gap.why === undefined ? found : `${found} ${gap.why}` }];
    });
}

/** What is not parked is in scope, and every later prompt for it says so. */
export function applyOutOfScope(state: State, { question, answer }: Answered): SessionEvent[] {
  const gaps = question.about.filter(isGapId);
  const parked = gaps.filter((gap) => answer.options.includes(gap));
  const kept = gaps.filter((gap) => !parked.includes(gap));
  const decision = [
    ...(parked.length === 0 ? [] : [`out of scope: ${parked.join(", ")}`]),
    ...(kept.length === 0 ? [] : [`in scope: ${kept.join(", ")}`]),
  ].join("; ");
  return [
    decide(state, { type: "scope", title: "What is in scope", gaps, decision }),
    ...gaps.flatMap((gap): SessionEvent[] => {
      const isParked = state.gaps.get(gap)?.state === "PARKED";
      if (isParked === parked.includes(gap)) return [];
      return [changeByUser(gap, isParked ? "OPEN" : "PARKED", `${isParked ? "in" : "out of"} scope, as the User says`)];
    }),
  ];
}
