import { findMarkers } from "../../documents/spec/marker.ts";
import type { Gap } from "../../model/gap.ts";
import type { TaskBrief } from "../../ports/agent.ts";
import { marksIn } from "./ask.ts";
import { quotationFrom } from "./carry-out.ts";
import { BROUGHT_BY_ANSWER, findingKey, findingOf, findingsIn } from "./finding.ts";
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
  if (!isMended(brief, gap, first)) return undefined;
  return { why: "The passage was changed, and the checks find nothing there any more.", quotation };
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

/** It was found in a passage that reads otherwise now, and is found no longer: by the checks, or as a marker. */
function isMended({ source, draft, checks, ...brief }: TaskBrief, gap: Gap, passage: Passage): boolean {
  const [before] = passagesOf({ ...brief, source, draft: source }, gap);
  if (before === undefined || before.text === passage.text) return false;
  if (gap.finding === undefined) return findMarkers(before.text).length > 0 && findMarkers(passage.text).length === 0;
  const wanted = findingKey(gap.finding);
  return !findingsIn(draft, checks).some((finding) => findingKey(finding) === wanted);
}
