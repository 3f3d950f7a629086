import type { SessionEvent } from "../../model/events.ts";
import type { Question } from "../../model/question.ts";
import { type Answered, makeQuestion, option, pauseOption } from "../make-question.ts";
import type { State } from "../state.ts";

export interface Spent {
  readonly tokens: number;
  readonly usd: number;
  /** Some agent told no tokens: they are estimated (SPEC 15.4a). */
  readonly estimated: boolean;
}

/** What the session has spent in all, rolled-back rounds included. */
export function spent(state: State): Spent {
  let tokens = 0;
  let usd = 0;
  let estimated = false;
  for (const usage of Object.values(state.totals.usage)) {
    tokens += usage.inputTokens + usage.outputTokens;
    usd += usage.costUsd;
    estimated ||= usage.estimated ?? false;
  }
  return { tokens, usd, estimated };
}

/** Tokens or money of the session are used up: raise the limit (SPEC 15.3)? */
export function budgetQuestion(state: State): Question | undefined {
  const { tokens, usd, estimated } = spent(state);
  const { budgets } = state.config;
  const raised = raisedBudgets(state);
  const about = estimated ? "about " : "";
  if (tokens >= budgets.tokens) {
    return limitQuestion(state, "tokens", `${about}${tokens}`, `${budgets.tokens}`, `${raised.tokens}`);
  }
  if (usd < budgets.usd) return undefined;
  return limitQuestion(state, "money", `${about}${usd.toFixed(2)} USD`, `${budgets.usd} USD`, `${raised.usd} USD`);
}

function limitQuestion(state: State, what: "tokens" | "money", used: string, limit: string, raised: string): Question {
  return makeQuestion(state, {
    kind: "budget",
    header: "Budget",
    text: `The session's limit of ${what} is reached: ${used} of ${limit}. Raise it?`,
    options: [
      option("raise", `Raise it to ${raised}`, `From ${limit}.`, "The session goes on."),
      option("finish", "End with what is there", "Through the warning gates.", "The spec is written."),
      pauseOption(),
    ],
    about: [what],
    personOnly: true,
  });
}

export function applyBudget(state: State, { question, choice }: Answered): SessionEvent[] {
  switch (choice) {
    case "raise": {
      const { tokens, usd } = raisedBudgets(state);
      const budgets = { ...state.config.budgets, ...(question.about[0] === "money" ? { usd } : { tokens }) };
      return [{ type: "config_changed", config: { ...state.config, budgets }, why: "the person raised the limit" }];
    }
    case "finish":
      return [{ type: "ending_chosen", termination: "BY_WHAT_IS_LEFT", trigger: "the budget was used up" }];
    default:
      return [{ type: "paused", reason: "the budget is used up" }];
  }
}

/** Twice the limit, or twice what is spent where runs under way went far beyond it: who raises it is not asked again at once. */
function raisedBudgets(state: State): { readonly tokens: number; readonly usd: number } {
  const { tokens, usd } = spent(state);
  const { budgets } = state.config;
  return { tokens: 2 * Math.max(tokens, budgets.tokens), usd: Math.ceil(200 * Math.max(usd, budgets.usd)) / 100 };
}
