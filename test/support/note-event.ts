import { EventProblem, type JournalEvent } from "../../src/journal/line.ts";

/** An event for tests of the journal, which knows nothing of sessions. */
export interface NoteEvent extends JournalEvent {
  readonly type: "note";
  readonly text: string;
  readonly about?: readonly string[];
}

export function note(text: string, about?: readonly string[]): NoteEvent {
  return { type: "note", text, ...(about && { about }) };
}

export function parseNote(value: unknown): NoteEvent | EventProblem {
  if (typeof value !== "object" || value === null) return new EventProblem("it is no object");
  if (!("type" in value) || value.type !== "note") return new EventProblem("its type is unknown");
  if (!("text" in value) || typeof value.text !== "string") return new EventProblem("it has no text");
  return value as NoteEvent;
}
