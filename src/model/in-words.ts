import type { TerminationType } from "./convergence.ts";

/** `NEEDS_REVISION` as `needs revision`: names of states and causes where people read them. */
export function inWords(name: string): string {
  if (name === "USER_DEFERRED") return "deferred";
  return name.toLowerCase().replaceAll("_", " ");
}

const WORDS: Readonly<Record<TerminationType, string>> = {
  COMPLETE: "finished",
  GOOD_ENOUGH: "finished",
  USER_APPROVED: "finished",
  MAX_ROUNDS: "ended at the round limit",
  STALL_EXIT: "ended in a stall",
  ABANDONED: "abandoned",
};

/** How a session ended, as a person would say it: `GOOD_ENOUGH` is a name for programs. */
export function endWords(termination: TerminationType): string {
  return WORDS[termination];
}

/** The reason of a pause that the User gave none for. */
export const PAUSED_BY_USER = "paused by the User";

/** `paused: waiting for legal`, and `paused` alone where nothing more is known. */
export function pausedText(reason: string): string {
  return reason === PAUSED_BY_USER ? "paused" : `paused: ${reason}`;
}
