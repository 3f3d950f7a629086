import type { Issue } from "../../model/issue.ts";
import type { State } from "../state.ts";

/** The type of the decision that says whether such an issue counts. */
export const UNGROUNDED = "ungrounded";

/** A CRITICAL issue whose words do not occur, also after it was sent back: the User says whether it counts (SPEC 5). */
export function waitsForGround({ decisions }: State, { id, severity, anchored, state }: Issue): boolean {
  if (anchored || severity !== "CRITICAL" || state !== "OPEN") return false;
  return !decisions.some(({ type, issues }) => type === UNGROUNDED && issues.includes(id));
}
