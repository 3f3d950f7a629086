import { findMarkers } from "../../documents/spec/marker.ts";
import type { Gap } from "../../model/gap.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { marksIn } from "./ask.ts";
import { quotationFrom } from "./carry-out.ts";
import { BROUGHT_BY_ANSWER, findingOf, findingsIn, standingOf } from "./finding.ts";
import { openWords } from "./open-words.ts";
import { type Passage, passagesOf } from "./passage.ts";

/** What settles a gap without a question, and the words of the spec that show it. */
export interface Settled {
  readonly why: string;
  readonly quotation: string;
}

/** Nothing is asked twice, and nothing is asked that another answer, or the author, has settled (SPEC 16.4). */
export function settledAlready(brief: TaskBrief, gap: Gap, passages: readonly Passage[]): Settled | undefined {
  const [first] = passages;
  if (first === undefined) return isGone(gap, brief);
  const quotation = quotationFrom(first.text, brief.draft);
  if (quotation === undefined) return undefined;
  const kept = keptBefore(brief, gap, first);
  if (kept !== undefined) return { why: `The person let this passage stand (${kept}).`, quotation };
  if (!isMended(brief, gap, passages)) return undefined;
  return { why: "Another answer settled it: the checks find nothing there any more.", quotation };
}

/** The passage was struck or rewritten: its heading, or the beginning of the spec, stays. */
function isGone({ places, origin, why }: Gap, { draft }: TaskBrief): Settled | undefined {
  if ((places.length === 0 && why !== BROUGHT_BY_ANSWER) || origin === "user") return undefined;
  const quotation = quotationFrom(places[0]?.heading || draft, draft) ?? quotationFrom(draft, draft);
  return quotation === undefined ? undefined : { why: "The passage was struck.", quotation };
}

/** The same words of the same passage were kept for another gap: it is the same finding in another wording. */
function keptBefore(brief: TaskBrief, gap: Gap, passage: Passage): string | undefined {
  const marksOf = (each: Gap) => {
    const finding = findingOf(brief, each);
    return openWords(each, finding, passage)?.at ?? marksIn(each, finding, passage).join("\n");
  };
  const own = marksOf(gap);
  const decision = brief.decisions.find(({ gaps, passages = [] }) => {
    const isKept = passages.some(({ kind, passage: text }) => kind === "keep" && text === passage.text);
    if (!isKept || gaps.includes(gap.id)) return false;
    const others = brief.gaps.filter(({ id }) => gaps.includes(id));
    return others.some((other) => marksOf(other) === own);
  });
  return decision?.id;
}

/** It is found no longer: by the checks, or as a marker. */
function isMended(brief: TaskBrief, gap: Gap, passages: readonly Passage[]): boolean {
  const before = { ...brief, draft: brief.source };
  const isFound = (at: TaskBrief) => findingsIn(at.draft, at.checks).some(standingOf(at, gap).isAbout);
  if (gap.why === BROUGHT_BY_ANSWER) return !isFound(brief);
  if (gap.finding !== undefined) return isFound(before) && !isFound(brief);
  const isMarked = ({ text }: Passage) => findMarkers(text).length > 0;
  return passagesOf(before, gap).some(isMarked) && !passages.some(isMarked);
}
