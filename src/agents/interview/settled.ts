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
  const isSettled = isAnswered(brief, gap, first) || isMended(brief, gap, passages);
  return isSettled && quotation !== undefined ? { why: "Another answer settles it.", quotation } : undefined;
}

/** The same words of the same passage were kept, or added to, for another gap: it is the same question. */
function isAnswered(brief: TaskBrief, gap: Gap, passage: Passage): boolean {
  const marksOf = (each: Gap) => {
    const finding = findingOf(brief, each);
    return openWords(each, finding, passage)?.at ?? marksIn(each, finding, passage).join("\n");
  };
  const own = marksOf(gap);
  return brief.decisions.some(
    ({ gaps, passages = [] }) =>
      passages.some(({ kind, passage: text }) => (kind === "keep" || kind === "add") && text === passage.text) &&
      brief.gaps.some((other) => other.id !== gap.id && gaps.includes(other.id) && marksOf(other) === own),
  );
}

/** The passage was struck or rewritten: its heading, or the beginning of the spec, stays. */
function isGone({ places, origin, why }: Gap, { draft }: TaskBrief): Settled | undefined {
  if ((places.length === 0 && why !== BROUGHT_BY_ANSWER) || origin === "user") return undefined;
  const quotation =
    quotationFrom(places[0]?.heading.split(" > ").at(-1) || draft, draft) ?? quotationFrom(draft, draft);
  return quotation === undefined ? undefined : { why: "The passage was struck.", quotation };
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
