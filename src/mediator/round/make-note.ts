import type { Note } from "../../model/events/review-events.ts";
import type { OpenRound } from "../state.ts";

/** A note with the next free id of the round; `ahead` numbers several of one step. */
export function makeNote(round: OpenRound, ahead: number, content: Omit<Note, "id">): Note {
  return { id: `NOTE-R${round.number}-${String(round.notes.length + ahead + 1).padStart(3, "0")}`, ...content };
}
