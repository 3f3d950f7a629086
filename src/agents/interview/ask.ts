import { findMarkers } from "../../documents/spec/marker.ts";
import type { Asked } from "../../mediator/questions/asked-passages.ts";
import type { Gap } from "../../model/gap.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { glossaryIn } from "./glossary.ts";
import { fillable } from "./marker-span.ts";
import { marksIn } from "./marks.ts";
import type { Passage } from "./passage.ts";
import { type Facts, isQuestion, sentence, wording } from "./wording.ts";

/** The question about a gap: its place, the words in question, and one plain sentence (SPEC 16.4). */
export function ask(gap: Gap, passages: readonly Passage[], finding: Gap["finding"], draft: string): Asked {
  const [first] = passages;
  if (first === undefined) return { question: `${sentence(gap.title)} What should the spec say?`, passages: [] };
  const marked = passages.map((passage) => {
    const { text, place } = passage;
    return { text, marks: marksIn(gap, finding, passage), ...(gap.places.length === 0 ? { place } : {}) };
  });
  const isEmpty = first.shape.type === "heading" && first.shape.isEmpty;
  const fill = isEmpty || passages.length > 1 ? undefined : (placeholder(finding, first) ?? fillable(first));
  const term = finding?.type === "undefined-term" && glossaryIn(draft) !== undefined ? marked[0]?.marks[0] : undefined;
  const facts = { gap, passages, finding, marks: marked.map(({ marks }) => marks[0]), fill, isEmpty };
  return {
    question: visibleLine(`${sectionOf(first)}${wording(facts)}`, 600),
    passages: marked,
    ...(fill === undefined ? {} : { fill }),
    ...(term === undefined ? {} : { term }),
    ...(fill === undefined && isAddedTo(facts) ? { add: true } : {}),
    ...(isEmpty ? { empty: true } : {}),
    ...(passages.every(({ whole }) => whole) ? {} : { whole: false }),
  };
}

/** What the template left in brackets goes with an answer, where it stands there once. */
function placeholder(finding: Gap["finding"], { text }: Passage): string | undefined {
  const words = finding?.rule === "template-text" ? finding.words[0]?.replace(/^[:\s]+/, "") : undefined;
  const isIt = words !== undefined && /^\[.*\]$/.test(words) && text.split(words).length === 2;
  return isIt ? words : undefined;
}

function sectionOf({ section, shape }: Passage): string {
  return section === "" || shape.type === "heading" ? "" : `section "${visibleLine(section, 80)}": `;
}

/** Rules whose findings are settled by a line more, not by another wording of what stands there. */
const ADDING = new Set(["unused-value", "missing-then", "missing-scenario", "empty-section"]);

function isAddedTo(facts: Facts): boolean {
  const [first, second] = facts.passages;
  // Where a marker stands in it, the passage is not finished.
  if (first === undefined || second !== undefined || findMarkers(first.text).length > 0) return false;
  return isQuestion(facts) || ADDING.has(facts.finding?.rule ?? "");
}
