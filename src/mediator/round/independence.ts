import { sectionNumberOf, sectionNumbersIn } from "../../documents/spec/section-numbers.ts";
import type { Gap } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { State } from "../state.ts";

type Ledger = Pick<State, "proposals" | "issues" | "liveIssues">;

/**
 * Whether two gaps can be worked on at the same time (SPEC 4.1, 15.4): neither states or names the other, they share no
 * place in the source, and neither names a section that the other names or stands in.
 */
export function areIndependent(state: Ledger, a: Gap, b: Gap): boolean {
  const overlap = a.places.some((left) =>
    b.places.some((right) => left.line <= right.endLine && right.line <= left.endLine),
  );
  if (overlap || refersTo(a, b) || refersTo(b, a) || shareSection(a, b)) return false;
  return !restOnEachOther(state, a.id, b.id);
}

/** Changes of one were written on top of the other's, or an open issue of it contradicts the other's text (SPEC 4.5). */
function restOnEachOther(state: Ledger, a: GapId, b: GapId): boolean {
  if (state.proposals.get(a)?.after.includes(b) || state.proposals.get(b)?.after.includes(a)) return true;
  return contradictions(state).some(
    ({ gap, contradicts }) => (gap === a && contradicts?.includes(b)) || (gap === b && contradicts?.includes(a)),
  );
}

/** Live issues that contradict another gap's text: few or none, looked for once and not for every pair of gaps. */
const contradictions = rememberFor(({ issues, liveIssues }: Ledger): readonly Issue[] =>
  liveIssues.flatMap((id) => issues.get(id) ?? []).filter((issue) => issue.contradicts),
);

function refersTo(from: Gap, to: Gap): boolean {
  if (from.dependsOn.includes(to.id)) return true;
  const isNamed = (name: string) => names(from.title, name) || names(from.text, name);
  return isNamed(to.id) || (to.label !== undefined && isNamed(to.label));
}

/** As a word of its own: `OQ-1` is not named by "OQ-12". */
function names(text: string, id: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(`${text.charAt(at - 1)}${text.charAt(at + id.length)}`)) return true;
  }
  return false;
}

/** Two gaps that stand in one section are not yet about the same thing: a list of questions holds many. */
function shareSection(a: Gap, b: Gap): boolean {
  const [byA, byB] = [namedSections(a), namedSections(b)];
  if (byA.length === 0 && byB.length === 0) return false;
  return overlaps(byA, [...byB, ...ownSections(b)]) || overlaps(byB, ownSections(a));
}

const namedSections = rememberFor(({ title, text }: Gap): string[] => [...sectionNumbersIn(`${title}\n${text}`)]);

function ownSections({ places }: Gap): string[] {
  return places.flatMap(({ heading }) => sectionNumberOf(heading) ?? []);
}

/** 4.2.1 is a part of 4.2. */
function overlaps(left: readonly string[], right: readonly string[]): boolean {
  return left.some((a) => right.some((b) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)));
}
