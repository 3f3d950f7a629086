import type { State } from "../../mediator/state.ts";
import type { SeenSession } from "./session-parts.ts";

/** What is said where no gap is open: what was dropped or parked is named, and where it stands. */
export function noneOpenLine({ state, folder }: Pick<SeenSession, "state" | "folder">): string {
  const parts = [...counted(state, "WONT_FIX", "dropped"), ...counted(state, "PARKED", "parked")];
  if (parts.length === 0) return "Nothing is left open.";
  return `No gap is left open; ${parts.join(" and ")}: see ${folder}/traceability.md`;
}

function counted({ gaps }: State, state: "WONT_FIX" | "PARKED", word: string): string[] {
  const count = gaps.filter((gap) => gap.state === state).length;
  return count === 0 ? [] : [`${count} ${count === 1 ? "was" : "were"} ${word}`];
}
