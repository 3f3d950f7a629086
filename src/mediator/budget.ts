import type { Question } from "../model/question.ts";
import { budgetReachedQuestion } from "./questions/session-questions.ts";
import type { State } from "./state.ts";

export interface Spent {
  readonly tokens: number;
  readonly usd: number;
}

/** What the session has spent in all, rolled-back rounds included. */
export function spent(state: State): Spent {
  let tokens = 0;
  let usd = 0;
  for (const usage of Object.values(state.totals.usage)) {
    tokens += usage.inputTokens + usage.outputTokens;
    usd += usage.costUsd;
  }
  return { tokens, usd };
}

/** The question to raise a limit that is reached (SPEC 15.3). */
export function budgetQuestion(state: State): Question | undefined {
  const { tokens, usd } = spent(state);
  const { budgets } = state.config;
  if (tokens >= budgets.tokens) return budgetReachedQuestion(state, "tokens", String(tokens), String(budgets.tokens));
  if (usd >= budgets.usd) return budgetReachedQuestion(state, "money", `${usd.toFixed(2)} USD`, `${budgets.usd} USD`);
  return undefined;
}
