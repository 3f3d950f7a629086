import type { Note } from "../../model/events/review-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { State } from "../state.ts";

/** Notes for the summary of the running round, numbered after those that it has. */
export function noteEvents({ round }: Pick<State, "round">, contents: readonly Omit<Note, "id">[]): SessionEvent[] {
  if (!round) return [];
  const numberOf = (index: number) => String(round.notes.length + index + 1).padStart(3, "0");
  return contents.map((content, index) => ({
    type: "noted",
    note: { id: `NOTE-R${round.number}-${numberOf(index)}`, ...content },
  }));
}
