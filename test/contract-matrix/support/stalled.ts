import { engineer, reviewer } from "../../acceptance/support/desk.ts";
import { changedIn, review } from "../../acceptance/support/documents.ts";
import { CLEAN, DOOR, LIGHT, PAINT, settled, settledIn, settles } from "./house.ts";
import { houseDesk } from "./session.ts";

/** Round 1 settles a gap, rounds 2 and 3 settle none: the session waits at the warning. */

export const UNIT = "ISSUE-R2-001";

export const TURNS = [
  settledIn(1, DOOR),
  settledIn(2, LIGHT),
  reviewer(2, review({ gap: LIGHT, high: [{ id: UNIT, title: "The unit is missing", quotes: [settled(LIGHT)] }] })),
  engineer(3, LIGHT, settles(LIGHT, 6, [changedIn(UNIT, "1")])),
  reviewer(
    3,
    review({
      gap: LIGHT,
      earlier: { [UNIT]: ["NOT_FIXED", `"${settled(LIGHT, 6)}" has no unit`] },
      verdict: "NEEDS_REVISION",
    }),
  ),
  engineer(4, LIGHT, settles(LIGHT, 7, [changedIn(UNIT, "1")])),
  reviewer(4, review({ gap: LIGHT, earlier: { [UNIT]: ["RESOLVED", `"${settled(LIGHT, 7)}"`] } })),
  { role: "engineer", gaps: [CLEAN], document: settles(CLEAN) },
  { role: "engineer", gaps: [PAINT], document: settles(PAINT) },
] as const;

export async function stalled() {
  const desk = await houseDesk([DOOR, LIGHT, PAINT, CLEAN], TURNS);
  const done = await desk.refine(3, "--parallel-gaps", "1", "--set", "stall_threshold=2");
  return { ...desk, done };
}
