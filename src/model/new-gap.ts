import type { Gap } from "./gap.ts";

type Given = Pick<Gap, "id" | "title" | "text" | "severity" | "severityBy" | "origin">;

/** A gap that was found in this round: OPEN, unless more is known of it. */
export function newGap(round: number, given: Given & Partial<Gap>): Gap {
  return {
    state: "OPEN",
    places: [],
    dependsOn: [],
    parts: [],
    flags: [],
    ...given,
    round,
    changedInRound: round,
  };
}
