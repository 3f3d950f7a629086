import { journalTail } from "../engine/journal-tail.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import type { State } from "../mediator/state.ts";
import type { Files } from "../ports/files.ts";
import type { HubMessage } from "./hub-message.ts";
import { patchOf } from "./session-view.ts";

/** A session's state as it becomes known, from the journal or from a run in this process. */
export interface LiveState {
  readonly current: State | undefined;
  /** The state is this one now; what that changes is told. An older one of the same session is passed over. */
  take(state: State): void;
  /** Reads what the journal has more. */
  readOn(): Promise<void>;
}

export function liveState(files: Files, tell: (message: HubMessage) => void): LiveState {
  const tail = journalTail(files);
  let current: State | undefined;

  const take = (state: State) => {
    const before = current;
    if (before && isSame(before, state) && state.seq < before.seq) return;
    current = state;
    if (before && isSame(before, state) && state.seq === before.seq) return;
    // A rollback takes rows away, which a patch cannot say.
    if (!before || !isSame(before, state) || before.rollbacks !== state.rollbacks) tell({ type: "reset" });
    else tell({ type: "patch", patch: patchOf(before, state) });
  };

  return {
    get current() {
      return current;
    },
    take,
    async readOn() {
      const read = await tail.read();
      if (!read) return;
      const from = read.anew ? undefined : current;
      const state = fold(from ? read.entries.filter((entry) => entry.seq > from.seq) : read.entries, from);
      if (state) take(read.anew && current ? continued(current, read.entries, state) : state);
    },
  };
}

function isSame(before: State, after: State): boolean {
  return before.session.id === after.session.id;
}

/** The state that a journal read from its beginning leads to; on from the known one, so that what is unchanged is kept. */
function continued(known: State, entries: Parameters<typeof fold>[0], state: State): State {
  if (!isSame(known, state) || state.seq < known.seq) return state;
  return (
    fold(
      [...entries].filter((entry) => entry.seq > known.seq),
      known,
    ) ?? state
  );
}
