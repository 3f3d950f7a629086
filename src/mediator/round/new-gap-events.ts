import type { NewGapDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { State } from "../state.ts";

/** The gaps that a document introduces enter the inventory with it, so that the next document may speak of them. */
export function newGapEvents(
  state: State,
  gaps: readonly NewGapDigest[],
  origin: "engineer" | "reviewer",
  round: number,
): SessionEvent[] {
  const introduced = new Set(gaps.map((gap) => gap.id));
  const isKnown = (id: GapId) => state.gaps.has(id) || introduced.has(id);
  return gaps
    .filter((gap) => !state.gaps.has(gap.id))
    .map((digest) => {
      const gap: Gap = {
        id: digest.id,
        ...(digest.label === undefined ? {} : { label: digest.label }),
        title: digest.title,
        text: digest.text,
        severity: digest.severity,
        severityBy: origin,
        state: "OPEN",
        origin,
        round,
        changedInRound: round,
        places: [],
        dependsOn: digest.dependsOn.filter((id) => id !== digest.id && isKnown(id)),
        parts: [],
        flags: [],
      };
      return { type: "gap_added", gap };
    });
}
