import type { SessionEvent } from "../../model/events.ts";
import { isGapId } from "../../model/ids.ts";
import { raisedBudgets } from "../budget.ts";
import { conflictQuestions } from "../conflicts/conflict-question.ts";
import { changeByUser, unblock } from "../gap-events.ts";
import { pause } from "../pause.ts";
import type { State } from "../state.ts";
import type { Answered } from "./answered.ts";
import { decide } from "./decide.ts";
import { giveContext } from "./give-context.ts";

/** The chosen gap goes first, though what it depends on is open (SPEC 3.3, FORCED_UNBLOCK). */
export function applyCycle(state: State, answered: Answered, now: string): SessionEvent[] {
  const { choice } = answered;
  if (!isGapId(choice)) return [];
  const why = `goes first out of ${answered.question.about.join(", ")}`;
  return [
    decide(state, now, { type: "forced-unblock", title: `${choice} goes first`, gaps: [choice], decision: why }),
    ...unblock(state, choice, why, true),
  ];
}

export function applyNothingToDo(state: State, answered: Answered): SessionEvent[] {
  switch (answered.choice) {
    case "resume-deferred":
      return state.gaps
        .filter((gap) => gap.state === "USER_DEFERRED")
        .map((gap) => changeByUser(gap.id, "OPEN", "taken up again"));
    case "conflicts":
      return conflictQuestions(state).map((question) => ({ type: "question_asked", question }));
    case "accept":
      return [{ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "no gap could be worked on" }];
    case "pause":
      return [{ type: "paused", reason: "no gap can be worked on" }];
    default:
      return [{ type: "ending_chosen", termination: "ABANDONED", trigger: "no gap could be worked on" }];
  }
}

/** What is not confirmed is revised, with the person's words (SPEC 4.6). */
export function applyConfirmation(state: State, answered: Answered, now: string): SessionEvent[] {
  const gaps = answered.question.about.filter(isGapId).filter((id) => state.gaps.get(id)?.state === "ACCEPTED");
  const refused = gaps.filter((id) => !answered.answer.options.includes(id));
  const reason = answered.field("reason");
  const context =
    refused.length > 0 && reason !== ""
      ? giveContext(state, now, { gaps: refused, text: reason, when: "not confirmed" })
      : [];
  return [
    ...gaps.map((id) =>
      refused.includes(id)
        ? changeByUser(id, "NEEDS_REVISION", reason || "not confirmed")
        : changeByUser(id, "RESOLVED", "confirmed"),
    ),
    ...context,
  ];
}

/** SPEC 15.2: an agent that costs money is confirmed once. */
export function applyConfirmAgent(state: State, { choice, question }: Answered): SessionEvent[] {
  if (choice !== "go") return [pause(state, "the agents were not confirmed")];
  return [{ type: "agents_confirmed", agents: question.about, why: "confirmed by the person" }];
}

export function applyBudget(state: State, answered: Answered): SessionEvent[] {
  switch (answered.choice) {
    case "raise": {
      const { tokens, usd } = raisedBudgets(state);
      const money = answered.question.about[0] === "money";
      const budgets = { ...state.config.budgets, ...(money ? { usd } : { tokens }) };
      return [{ type: "config_changed", config: { ...state.config, budgets }, why: "the person raised the limit" }];
    }
    case "finish":
      return [{ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "the budget was used up" }];
    default:
      return [{ type: "paused", reason: "the budget is used up" }];
  }
}
