import type { TerminationType } from "./convergence.ts";

const WORDS: Readonly<Record<TerminationType, string>> = {
  COMPLETE: "finished",
  GOOD_ENOUGH: "finished",
  USER_APPROVED: "finished",
  MAX_ROUNDS: "ended at the limit of rounds",
  STALL_EXIT: "ended in a stall",
  ABANDONED: "abandoned",
};

/** How a session ended, as a person would say it: `GOOD_ENOUGH` is a name for programs. */
export function endWords(termination: TerminationType): string {
  return WORDS[termination];
}
