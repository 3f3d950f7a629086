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
  if (overlap) return false;
  const [inA, inB] = [namedIn(a), namedIn(b)];
  if (refersTo(a, inA, b) || refersTo(b, inB, a) || restOnEachOther(state, a.id, b.id)) return false;
  if (inA.sections.length === 0 && inB.sections.length === 0) return true;
  // Two gaps that stand in one section are not yet about the same thing: a list of questions holds many.
  return !overlaps(inA.sections, [...inB.sections, ...ownSections(b)]) && !overlaps(inB.sections, ownSections(a));
}

/** What the words of a gap name. */
interface Named {
  readonly words: string;
  readonly gaps: readonly string[];
  readonly sections: readonly string[];
}

const GAP_IDS = /(?<![\p{L}\p{N}])GAP-[A-Z]{2,10}-\d{3}[a-z]?(?![\p{L}\p{N}])/gu;

const namedIn = rememberFor(({ title, text }: Gap): Named => {
  const words = `${title}\n${text}`;
  return { words, gaps: words.match(GAP_IDS) ?? [], sections: [...sectionNumbersIn(words)] };
});

function refersTo(from: Gap, named: Named, to: Gap): boolean {
  if (from.dependsOn.includes(to.id) || named.gaps.includes(to.id)) return true;
  return to.label !== undefined && names(named.words, to.label);
}

/** As a word of its own: `OQ-1` is not named by "OQ-12". */
function names(text: string, label: string): boolean {
  for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(`${text.charAt(at - 1)}${text.charAt(at + label.length)}`)) return true;
  }
  return false;
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

function ownSections({ places }: Gap): string[] {
  return places.flatMap(({ heading }) => sectionNumberOf(heading) ?? []);
}

/** 4.2.1 is a part of 4.2. */
function overlaps(left: readonly string[], right: readonly string[]): boolean {
  return left.some((a) => right.some((b) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)));
}
