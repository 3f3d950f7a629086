import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { type Answered, endOrPause, makeQuestion, option, pause, pauseOption } from "../make-question.ts";
import { type Spent, spent } from "../queries.ts";
import type { State } from "../state.ts";

/** Asks once about agents that cost money (SPEC 15.2); no policy may confirm an agent that was chosen automatically. */
export function confirmAgentQuestion(
  state: State,
  agents: readonly string[],
  expected: string,
  named: boolean,
): Question {
  const { usd, tokens } = state.config.budgets;
  return makeQuestion(state, {
    kind: "confirm-agent",
    text: `${agents.join(" and ")} may cost money. Continue?`,
    evidence: [
      { title: "What to expect", body: expected },
      { title: "Where it stops", body: `At ${usd} USD or ${tokens} tokens, you are asked before it continues.` },
    ],
    options: [
      option("go", "Continue", "You will not be asked about them again.", "The first runs start.", {
        recommended: true,
      }),
      pauseOption("Nothing has been sent yet."),
    ],
    about: agents,
    personOnly: !named,
  });
}

export function applyConfirmAgent(state: State, { choice, question }: Answered): SessionEvent[] {
  if (choice !== "go") return [pause(state, "the agents were not confirmed")];
  return [{ type: "agents_confirmed", agents: question.about, why: "confirmed by the User" }];
}

/** Asks whether to raise the limit of tokens or money when it is used up (SPEC 15.3). */
export function budgetQuestion(state: State): Question | undefined {
  const { tokens, usd, estimated } = spent(state);
  const { budgets } = state.config;
  const isTokens = tokens >= budgets.tokens;
  if (!isTokens && usd < budgets.usd) return undefined;
  const raised = raisedBudgets(state);
  const [what, unit] = isTokens ? ["tokens", ""] : ["money", " USD"];
  const used = `${estimated ? "about " : ""}${isTokens ? tokens : usd.toFixed(2)}${unit}`;
  const goesOn = "The session continues.";
  const limit = `${isTokens ? budgets.tokens : budgets.usd}${unit}`;
  return makeQuestion(state, {
    kind: "budget",
    text: `The session has used ${used} of ${limit}${isTokens ? " tokens" : ""}. Raise the limit?`,
    options: [
      option("raise", `Raise it to ${isTokens ? raised.tokens : raised.usd}${unit}`, `From ${limit}.`, goesOn),
      option(
        "finish",
        "End the session",
        "You first confirm what is still open. One last review of the whole spec is still paid for.",
        "The spec is written.",
      ),
      pauseOption(),
    ],
    about: [what],
  });
}

export function applyBudget(state: State, { question, choice }: Answered): SessionEvent[] {
  if (choice === "finish") {
    const ending = state.stop.type === "ending" ? [] : endOrPause(state, choice, "the budget is used up");
    return [...ending, { type: "gate_passed", gate: "budget" }];
  }
  if (choice !== "raise") return endOrPause(state, choice, "the budget is used up");
  const { tokens, usd } = raisedBudgets(state);
  const budgets = { ...state.config.budgets, ...(question.about[0] === "money" ? { usd } : { tokens }) };
  return [{ type: "config_changed", config: { ...state.config, budgets }, why: "the User raised the limit" }];
}

/** Twice the limit or, if runs overshot it, twice what is spent, so that the question does not come back at once. */
function raisedBudgets(state: State): Pick<Spent, "tokens" | "usd"> {
  const { tokens, usd } = spent(state);
  const { budgets } = state.config;
  // Capped to the bounds of the setting, because an agent may report any number.
  return {
    tokens: Math.min(1e12, Math.ceil(2 * Math.max(tokens, budgets.tokens))),
    usd: Math.min(1e6, Math.ceil(200 * Math.max(usd, budgets.usd)) / 100),
  };
}
