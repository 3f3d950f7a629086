import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isBlocking } from "../../model/severity.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { type Effect, record } from "../effect.ts";
import { readMiddleGround } from "../gate/read-single-run.ts";
import { readsByItself, standing } from "../queries.ts";
import { nextOrder } from "../round/slot.ts";
import type { OpenRound, State } from "../state.ts";
import { hasAlternative } from "./conflict-options.ts";

/** Conflicts for which a third, isolated instance is asked for a middle ground, worst first. */
export function wantMiddleGround(state: State): Conflict[] {
  const { reviewer } = state.config.agents;
  if (reviewer.kind === "auto" || !readsByItself(reviewer)) return [];
  // A policy leaves lesser conflicts undecided and takes no C: nobody would read what the run finds (SPEC 10.4).
  const isForPerson = ({ severity }: Conflict) => state.session.policy === undefined || isBlocking(severity);
  const isAsked = ({ kind, middleGround }: Conflict) => kind === "explicit" && middleGround === undefined;
  return conflictQueue(state).filter(
    (conflict) => isAsked(conflict) && isForPerson(conflict) && !hasAlternative(conflict),
  );
}

/** One short run for each, before it is put to the person; one attempt, and a failure is NONE (SPEC 10.2). */
export function middleGroundEffect(state: State, round: OpenRound, asked: Conflict): Effect | undefined {
  const conflict = wantMiddleGround(state)[0];
  // All of MEDIUM are asked together.
  const isAskedWith = conflict?.severity === "MEDIUM" && asked.severity === "MEDIUM";
  if (!conflict || (conflict.issue !== asked.issue && !isAskedWith)) return undefined;
  const runs = standing(round.runs).filter(({ role }) => role === "middle-ground");
  const given = new Set(state.conflicts.flatMap((other) => other.middleGround?.run ?? []));
  const open = runs.find(({ id }) => !given.has(id));
  const name = `R${round.number}-middle-ground-${conflict.issue}`;
  // What an earlier run failed at was about another conflict.
  const { failure: _, ...order } = nextOrder("middle-ground", runs, round.number, [conflict.gap], name);
  if (!open) return { type: "run", orders: [order] };
  if (!open.end) return { type: "wait" };
  if (open.end.gate.success) return { type: "read", run: open };
  return record(middleGroundGiven(conflict, open.id));
}

/** What the run says of the conflict that it was asked about; whatever cannot be read is NONE. */
export function readMiddleGroundEvents(state: State, run: string, text: string): SessionEvent[] {
  const conflict = wantMiddleGround(state)[0];
  if (!conflict) return [];
  const reading = readMiddleGround(text);
  return [middleGroundGiven(conflict, run, reading.type === "sentence" ? reading.text : undefined)];
}

/** Without a text it found none. */
export function middleGroundGiven({ issue }: Conflict, run: string, text?: string): SessionEvent {
  return { type: "middle_ground_given", issue, run, ...(text === undefined ? {} : { text }) };
}
