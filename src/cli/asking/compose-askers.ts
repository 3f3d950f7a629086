import type { Asker } from "../../ports/asker.ts";

/** Asks one after the other until someone answers: answers file, policy, terminal. Nobody: later. */
export function composeAskers(askers: readonly Asker[]): Asker {
  return {
    async ask(question, signal, refusal) {
      for (const asker of askers) {
        const answer = await asker.ask(question, signal, refusal);
        if (answer !== "later") return answer;
      }
      return "later";
    },
  };
}
