import type { Observation } from "../../engine/observation.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { Output } from "../output.ts";
import type { Progress } from "../progress/progress.ts";
import { interviewLine, isInterview } from "./interview-view.ts";
import { narrate } from "./narrate.ts";
import { progressOf } from "./progress-of.ts";
import { tellSpec } from "./tell-spec.ts";

interface Telling {
  readonly store: SessionStore;
  readonly progress: Progress;
  /** Where lines go, above the picture. */
  readonly output: Output;
  /** Events go to standard output instead of lines. */
  readonly json: boolean;
  /** The folder of the archives of other days. */
  readonly cold: string;
  /** Whoever is asked at the terminal has seen what their answers change. */
  readonly attended?: boolean;
}

/** What is seen of a run: as lines, as NDJSON, and in the picture of it. */
export function tellObservations(telling: Telling): (seen: Observation) => void {
  const { store, progress, output, json, cold } = telling;
  if (isInterview(store.state)) return tellInterview(telling);
  const chars = new Map<string, number>();
  const started = systemClock.now();
  return (seen) => {
    if (seen.type === "run-progress") chars.set(seen.order.id, seen.chars);
    else if (seen.type === "recorded" && json) tellEvents(seen, output);
    else for (const line of linesOf(seen, cold)) output.note(line);
    progress.update(progressOf(store.state, started, chars));
  };
}

/** Nothing of rounds and runs: what the answers make of the spec, and where it went. */
function tellInterview({ output, json, cold, attended = false }: Telling): (seen: Observation) => void {
  return (seen) => {
    if (seen.type === "run-progress") return;
    if (seen.type === "recorded" && json) tellEvents(seen, output);
    else if (seen.type !== "recorded") for (const line of linesOf(seen, cold)) output.note(line);
    else if (!attended) for (const event of seen.events) say(interviewLine(event, seen.state), output);
  };
}

function say(line: string | undefined, output: Output): void {
  if (line !== undefined) output.note(line);
}

function tellEvents({ events, state }: Extract<Observation, { type: "recorded" }>, output: Output): void {
  for (const event of events) output.event({ seq: state.seq, at: state.at, ...event });
}

function linesOf(seen: Observation, cold: string): readonly string[] {
  switch (seen.type) {
    case "run-note":
      return [`${seen.order.id}: ${seen.message}`];
    case "kept-beside":
      return [
        `${seen.path} was changed by hand: kept as ${seen.kept}.`,
        "Changes to a session are made with `whetstone gap`, `whetstone flag` and `whetstone answer`.",
      ];
    case "source-merged":
      return [seen.message];
    case "spec-written":
      return tellSpec(seen.files);
    case "recorded":
      return seen.events.flatMap((event) => narrate(event, seen.state, cold) ?? []);
    default:
      return [];
  }
}
