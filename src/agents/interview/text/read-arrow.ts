import { type StateMachine, stateKey } from "../../../checks/state-machine/state-machine.ts";

/** A transition in the person's words: the state at its other end, and what triggers it. */
export interface Arrow {
  readonly trigger: string;
  readonly state: string;
}

const ARROW = "-->|->|→|⇒";
/** What leads to the name of a state, directly before it. */
const LEADS =
  /(?:^|[\s,;:])(?:and\s+)?(?:it\s+)?(?:goes|leads|returns|moves|changes|comes|switches)?\s*(?:back\s+)?(?:(?:to|into|in|from)\s+(?:the\s+)?(?:state\s+)?)?[`"']?$/i;
const BEHIND = /^[`"']?(?:\s+state\b)?\s*[,;:]?\s*/i;
/** A condition is the trigger itself: "when the lead releases it" is "the lead releases it". */
const WHEN = /^(?:on|when|whenever|if|once|as soon as|after|via|upon|trigger:?)\s+/i;

/** "network is back -> Idle", "on Esc to Idle", "Idle, Esc is pressed"; `own` is the state at this end. */
export function readArrow(answer: string, machine: StateMachine, own: string): Arrow | undefined {
  const text = withoutSubject(answer.trim().replace(/[.;]+$/, ""), own);
  const found = [...machine.states.values()]
    .filter(({ name }) => stateKey(name) !== stateKey(own))
    .flatMap(({ name }) => placesOf(text, name).map((at) => ({ name, at })))
    // A name behind an arrow or "to" is meant before one that only occurs; then the longer one.
    .sort((a, b) => lead(text, b.at) - lead(text, a.at) || b.name.length - a.name.length)[0];
  if (found === undefined) return undefined;
  const before = text
    .slice(0, found.at)
    .replace(new RegExp(`\\s*(?:${ARROW})\\s*$`), "")
    .replace(LEADS, "");
  const after = text
    .slice(found.at + found.name.length)
    .replace(BEHIND, "")
    .replace(new RegExp(`^(?:${ARROW})\\s*`), "");
  const trigger = [before, after].map((part) => part.trim().replace(/[,;:]$/, "")).filter((part) => part !== "");
  return { state: found.name, trigger: trigger.join(" ").replace(WHEN, "").trim() };
}

/** "OnHold is left when …": the state that is asked about is no part of the trigger. */
function withoutSubject(text: string, own: string): string {
  return text
    .replace(
      new RegExp(`^(?:the state\\s+)?${escaped(own)}(?:\\s+(?:is left|is entered))?\\s*(?:${ARROW}|,|:)?\\s+`, "i"),
      "",
    )
    .trim();
}

function placesOf(text: string, name: string): number[] {
  return [...text.matchAll(new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, "gi"))].map((match) => match.index);
}

function lead(text: string, at: number): number {
  return new RegExp(`(?:${ARROW}|\\b(?:to|into|from))\\s*(?:the\\s+)?(?:state\\s+)?[\`"']?$`, "i").test(
    text.slice(0, at),
  )
    ? 1
    : 0;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** "It is a final state", "nothing leads out of it": said of the state itself, and of no other. */
export function saysTerminal(answer: string, machine: StateMachine, own: string): boolean {
  const others = [...machine.states.values()].filter(({ name }) => stateKey(name) !== stateKey(own));
  return (
    /\b(?:terminal|final|end(?:s|ing|point)?|nothing|no (?:exit|way out)|never left|last)\b/i.test(answer) &&
    !others.some(({ name }) => placesOf(answer, name).length > 0)
  );
}
