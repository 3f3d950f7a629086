import { type GapId, isGapId } from "../../../model/ids.ts";
import { bounded, type FindPattern } from "./work.ts";

const CONTRADICTS =
  /\b(?:contradict|inconsistent|conflicts? with|incompatible|disagrees? with|at odds|violates?|clash|diverges? from)/i;

/** Against accepted text: an issue that quotes it, or names its gap and speaks of a contradiction. */
export const inconsistentWithAccepted: FindPattern = (work, { issues, accepted, writer }) => {
  const found = issues.flatMap((issue) => {
    const text = `${issue.title}\n${issue.text}`;
    const named = CONTRADICTS.test(text) ? acceptedIn(text, accepted, work.gap) : [];
    const quoted = issue.quotations.flatMap((words) => writer(words) ?? []);
    const gaps = [...named, ...quoted.filter((gap) => gap !== work.gap && accepted.has(gap))];
    return gaps.length === 0 ? [] : [{ issue, gaps }];
  });
  if (found.length === 0) return undefined;
  const gaps = [...new Set(found.flatMap((one) => one.gaps))];
  return {
    pattern: "INCONSISTENT_WITH_ACCEPTED",
    confidence: "MEDIUM",
    gap: work.gap,
    message: `the review finds it inconsistent with ${gaps.join(", ")}`,
    count: found.length,
    related: gaps,
    evidence: bounded(found.map(({ issue }) => ({ words: `${issue.id}: ${issue.title}`, line: issue.line }))),
  };
};

/** The accepted gaps that a text names, without the gap itself. */
export function acceptedIn(text: string, accepted: ReadonlySet<GapId>, own: GapId): GapId[] {
  const named = text.match(/\bGAP-[A-Z]{2,10}-\d{3}[a-z]?\b/g)?.filter(isGapId) ?? [];
  return [...new Set(named)].filter((gap) => gap !== own && accepted.has(gap));
}
