import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { type Answered, makeQuestion, option, pauseOption } from "../make-question.ts";
import { pause } from "../pause.ts";
import type { State } from "../state.ts";

/** An agent that costs money is confirmed once (SPEC 15.2). One that nobody named is the person's alone to confirm. */
export function confirmAgentQuestion(
  state: State,
  agents: readonly string[],
  expected: string,
  named: boolean,
): Question {
  const { usd, tokens } = state.config.budgets;
  return makeQuestion(state, {
    kind: "confirm-agent",
    header: "Cost",
    text: `${agents.join(" and ")} may cost money. Go on?`,
    evidence: [
      { title: "What to expect", body: expected },
      { title: "Where it stops", body: `At ${usd} USD or ${tokens} tokens you are asked before it goes on.` },
    ],
    options: [
      option("go", "Go on", "You are not asked again for these agents.", "The first runs start.", {
        recommended: true,
      }),
      pauseOption("Nothing was sent anywhere yet."),
    ],
    about: agents,
    personOnly: !named,
  });
}

export function applyConfirmAgent(state: State, { choice, question }: Answered): SessionEvent[] {
  if (choice !== "go") return [pause(state, "the agents were not confirmed")];
  return [{ type: "agents_confirmed", agents: question.about, why: "confirmed by the person" }];
}
