import type { Observation } from "../../engine/engine-parts.ts";
import type { SessionStore } from "../../engine/session-store.ts";
import { systemClock } from "../../engine/system-clock.ts";
import type { WrittenFile } from "../../engine/write-spec.ts";
import type { RunName } from "../../mediator/effect.ts";
import { isInterview } from "../../mediator/queries.ts";
import type { Output } from "../output.ts";
import type { Progress } from "../progress/progress.ts";
import { type Telling as Narration, narrate } from "./narrate.ts";

interface Telling extends Narration {
  readonly store: SessionStore;
  readonly progress: Progress;
  readonly output: Output;
  /** Events go to standard output instead of lines. */
  readonly json: boolean;
}

export function tellObservations(telling: Telling): (seen: Observation) => void {
  const { store, progress, output, json } = telling;
  // In an interview nothing is said of rounds and runs; what the answers made of the spec is told at its end.
  const isQuiet = isInterview(store.state) && !telling.verbose;
  const characters = new Map<string, number>();
  const startedAt = systemClock.now();
  return (seen) => {
    if (seen.type === "run-progress") characters.set(seen.order.id, seen.chars);
    else if (seen.type === "recorded" && json) tellEvents(seen, output);
    else if (seen.type !== "recorded" || !isQuiet) for (const line of linesOf(seen, telling)) output.note(line);
    if (!isQuiet) progress.update({ state: store.state, startedAt, characters });
  };
}

function tellEvents({ events, state }: Extract<Observation, { type: "recorded" }>, output: Output): void {
  for (const event of events) output.event({ seq: state.seq, at: state.at, ...event });
}

function linesOf(seen: Observation, telling: Telling): readonly string[] {
  switch (seen.type) {
    case "run-note":
      return isTold(seen.order, telling) ? [`${seen.order.id}: ${seen.message}`] : [];
    case "kept-beside":
      return [
        `${seen.path} was changed by hand: kept as ${seen.kept}.`,
        "Changes to a session are made with `whetstone gap`, `whetstone flag` and `whetstone answer`.",
      ];
    case "source-merged":
      return [seen.message];
    case "spec-written":
      return telling.verbose || telling.json ? tellSpec(seen.files) : [];
    case "recorded":
      return seen.events.flatMap((event) => narrate(event, seen.state, telling) ?? []);
    default:
      return [];
  }
}

function tellSpec(files: readonly WrittenFile[]): string[] {
  if (files.length === 0) return ["finished spec: no changes"];
  return files.map(({ path, how }) => `finished spec: ${path}${how === "in place" ? ", in place" : ""}`);
}

/** What a program says while it works is detail; what the person is to do is not. */
function isTold({ role }: RunName, { verbose, store }: Telling): boolean {
  const { engineer, reviewer } = store.state.config.agents;
  return verbose || (role === "engineer" ? engineer : reviewer).kind === "human";
}
