import type { SessionEvent } from "../model/events.ts";
import { applyEvent } from "./evolve/evolve.ts";
import type { State } from "./state.ts";

/** The events of several stages, each of which sees what the stages before it brought about. */
export function collect(
  state: State,
  at: string,
  ...stages: readonly ((state: State) => readonly SessionEvent[])[]
): SessionEvent[] {
  const events: SessionEvent[] = [];
  let current = state;
  for (const stage of stages) {
    for (const event of stage(current)) {
      events.push(event);
      current = applyEvent(current, event, at);
    }
  }
  return events;
}
