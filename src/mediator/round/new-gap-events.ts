import { quotationsIn } from "../../documents/form/quotations.ts";
import type { NewGapDigest } from "../../model/digest.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap, GapState } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
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
        state: stateOf(state, digest),
        origin,
        round,
        changedInRound: round,
        places: [],
        dependsOn: digest.dependsOn.filter((id) => id !== digest.id && isKnown(id)),
        ...(digest.parent === undefined ? {} : { parent: digest.parent }),
        ...(digest.place === undefined ? {} : { quotations: quotedWords(digest.place) }),
        ...(digest.why === undefined ? {} : { why: digest.why }),
        parts: [],
        flags: [],
      };
      return { type: "gap_added", gap };
    });
}

/** What is quoted of the spec; a heading without quotation marks is itself. */
function quotedWords(place: string): readonly string[] {
  const quoted = quotationsIn(place);
  return quoted.length === 0 ? [place] : quoted;
}

/** New gaps must earn their place: CRITICAL or HIGH, and children of children CRITICAL; else PARKED (SPEC 3.5a). */
function stateOf(state: State, { severity, parent }: NewGapDigest): GapState {
  const isGrandchild = parent !== undefined && state.gaps.get(parent)?.parent !== undefined;
  const earns = isGrandchild ? severity === "CRITICAL" : isBlocking(severity);
  return earns ? "OPEN" : "PARKED";
}
