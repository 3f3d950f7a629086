import type { Question } from "../model/question.ts";
import { budgetReachedQuestion } from "./questions/session-questions.ts";
import type { State } from "./state.ts";

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

/** The question to raise a limit that is reached (SPEC 15.3). */
export function budgetQuestion(state: State): Question | undefined {
  const { tokens, usd, estimated } = spent(state);
  const { budgets } = state.config;
  const raised = raisedBudgets(state);
  if (tokens >= budgets.tokens) {
    const amounts = {
      spent: `${estimated ? "about " : ""}${tokens}`,
      limit: String(budgets.tokens),
      raised: String(raised.tokens),
    };
    return budgetReachedQuestion(state, "tokens", amounts);
  }
  if (usd >= budgets.usd) {
    const amounts = {
      spent: `${estimated ? "about " : ""}${usd.toFixed(2)} USD`,
      limit: `${budgets.usd} USD`,
      raised: `${raised.usd} USD`,
    };
    return budgetReachedQuestion(state, "money", amounts);
  }
  return undefined;
}

/** Twice the limit, or twice what is spent where runs under way went far beyond it: who raises it is not asked again at once. */
export function raisedBudgets(state: State): { readonly tokens: number; readonly usd: number } {
  const { tokens, usd } = spent(state);
  const { budgets } = state.config;
  return { tokens: 2 * Math.max(tokens, budgets.tokens), usd: Math.ceil(200 * Math.max(usd, budgets.usd)) / 100 };
}
