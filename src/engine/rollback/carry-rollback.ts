import { answerEffect } from "../../mediator/answers/apply-answer.ts";
import { rollbackEffect } from "../../mediator/rollback/rollback-effect.ts";
import type { Question } from "../../model/question.ts";
import type { EngineParts } from "../engine-parts.ts";
import { record } from "../record.ts";
import { askAboutRollback, performRollback } from "./perform-rollback.ts";

/**
 * Carries a rollback that was asked for as far as it goes without an agent: to its end, or to the question that it is
 * waiting for. For a process that holds the session and runs nothing, so that runs which a dead process left behind
 * hold nothing up.
 */
export async function carryRollback(parts: Pick<EngineParts, "store" | "observe">): Promise<Question | undefined> {
  const { store } = parts;
  for (;;) {
    const { rollback, answers } = store.state;
    const answered = answers[0];
    if (answered) {
      const effect = answerEffect(store.state, answered.question, answered.answer, store.now());
      if (effect.type === "record") await record(parts, effect.events, { sync: true });
      continue;
    }
    if (!rollback) return store.state.questions.find((one) => one.kind === "rollback-limit");
    const effect = rollbackEffect(store.state, rollback);
    if (effect.type === "ask") return effect.question;
    if (effect.type === "analyse") await askAboutRollback(parts, rollback);
    else if (effect.type === "rollback") await performRollback(parts, rollback);
    else return undefined;
  }
}
