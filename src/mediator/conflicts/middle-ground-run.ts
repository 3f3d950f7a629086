import type { Conflict } from "../../model/disagreement.ts";
import type { SessionEvent } from "../../model/events.ts";
import { isBlocking } from "../../model/severity.ts";
import { conflictQueue } from "../disagreement/open-conflicts.ts";
import { type Effect, type RunOrder, record } from "../effect.ts";
import { readMiddleGround } from "../gate/read-single-run.ts";
import { standing } from "../queries.ts";
import type { OpenRound, State } from "../state.ts";
import { hasAlternative } from "./conflict-options.ts";

/** Kinds of agents that think of nothing by themselves (SPEC 10.2, 15.2). */
const NOT_MODELS: readonly string[] = ["auto", "interview", "human", "replay"];

/** Conflicts for which a third, isolated instance is asked for a middle ground, worst first. */
export function wantMiddleGround(state: State): Conflict[] {
  if (NOT_MODELS.includes(state.config.agents.reviewer.kind)) return [];
  return conflictQueue(state).filter(
    (conflict) =>
      isForPerson(state, conflict) &&
      conflict.kind === "explicit" &&
      conflict.middleGround === undefined &&
      !hasAlternative(conflict),
  );
}

/** A policy leaves lesser conflicts undecided and takes no C: nobody would read what the run finds (SPEC 10.2, 10.4). */
function isForPerson({ session }: State, { severity }: Conflict): boolean {
  return session.policy === undefined || isBlocking(severity);
}

/** One short run for each, before it is put to the person; one attempt, and a failure is NONE (SPEC 10.2). */
export function middleGroundEffect(state: State, round: OpenRound, asked: Conflict): Effect | undefined {
  const conflict = wantMiddleGround(state)[0];
  if (!conflict || !isAskedWith(conflict, asked)) return undefined;
  const runs = standing(round.runs).filter(({ role }) => role === "middle-ground");
  const given = new Set(state.conflicts.flatMap((other) => other.middleGround?.run ?? []));
  const open = runs.find(({ id }) => !given.has(id));
  if (!open) return { type: "run", orders: [middleGroundOrder(round, conflict, runs.length + 1)] };
  if (!open.end) return { type: "wait" };
  if (open.end.gate.success) return { type: "read-middle-ground", run: open.id };
  return record(middleGroundGiven(conflict, open.id));
}

function isAskedWith(conflict: Conflict, asked: Conflict): boolean {
  return conflict.issue === asked.issue || (conflict.severity === "MEDIUM" && asked.severity === "MEDIUM");
}

function middleGroundOrder(round: OpenRound, conflict: Conflict, number: number): RunOrder {
  return {
    id: `R${round.number}-middle-ground-${conflict.issue}-${number}`,
    role: "middle-ground",
    round: round.number,
    gaps: [conflict.gap],
    attempt: number,
    uncertain: false,
    condensed: false,
  };
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
