import type { Gap } from "../../model/gap.ts";
import type { Issue } from "../../model/issue.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";

type Ledger = Pick<State, "proposals" | "issues" | "liveIssues">;

/** Whether two gaps can be worked on at the same time (SPEC 4.1): neither names the other, and they share no place. */
export function areIndependent(state: Ledger, a: Gap, b: Gap): boolean {
  if (refersTo(a, b) || refersTo(b, a) || restsOn(state, a, b) || restsOn(state, b, a)) return false;
  return !a.places.some((left) => b.places.some((right) => left.line <= right.endLine && right.line <= left.endLine));
}

/** Its changes were written on top of the other's, or an open issue of it contradicts the other's text (SPEC 4.5). */
function restsOn(state: Ledger, a: Gap, b: Gap): boolean {
  if (state.proposals.get(a.id)?.after.includes(b.id)) return true;
  return contradictions(state).some(({ gap, contradicts }) => gap === a.id && contradicts?.includes(b.id));
}

/** Live issues that contradict another gap's text: few or none, looked for once and not for every pair of gaps. */
const contradictions = rememberFor(({ issues, liveIssues }: Ledger): readonly Issue[] =>
  liveIssues.flatMap((id) => issues.get(id) ?? []).filter((issue) => issue.contradicts),
);

function refersTo({ dependsOn, title, text }: Gap, { id }: Gap): boolean {
  return dependsOn.includes(id) || title.includes(id) || text.includes(id);
}
