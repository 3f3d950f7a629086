import type { ConvergenceState, TerminationType } from "./convergence.ts";

/** Names of states and causes for people: `NEEDS_REVISION` becomes `needs revision`. */
export function inWords(name: string): string {
  if (name === "USER_DEFERRED") return "deferred";
  return name.toLowerCase().replaceAll("_", " ");
}

/** The convergence for people: an answered warning makes it CONVERGING (SPEC 11), whatever the rounds did. */
export function courseWords(now: ConvergenceState, last: ConvergenceState | undefined): string {
  return now === "CONVERGING" && last === "DIVERGENCE_WARNING" ? "warning answered" : inWords(now);
}

const WORDS: Readonly<Record<TerminationType, string>> = {
  COMPLETE: "finished",
  GOOD_ENOUGH: "finished",
  USER_APPROVED: "finished",
  MAX_ROUNDS: "ended at the round limit",
  STALL_EXIT: "ended in a stall",
  ABANDONED: "abandoned",
};

/** How a session ended, for people. */
export function endWords(termination: TerminationType): string {
  return WORDS[termination];
}

/** The reason of a pause if the User gave none. */
export const PAUSED_BY_USER = "paused by the User";

/** `paused: waiting for legal`, or `paused` if there is no reason. */
export function pausedText(reason: string, paused: "paused" | "Paused" | "pausing" = "paused"): string {
  return reason === PAUSED_BY_USER ? paused : `${paused}: ${reason}`;
}

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text with a full stop, unless it ends a sentence already. */
export function withFullStop(text: string): string {
  return /[.!?…]["')]?$/.test(text) ? text : `${text}.`;
}
