import type { SectionPart } from "../values.ts";
import type { Place } from "./area.ts";

/** The heading of each section in the Engineer's form (SPEC 5). */
export const PART_HEADINGS: Readonly<Record<SectionPart, string>> = {
  solution: "Proposed Solution",
  "spec-text": "Spec Text",
  examples: "Examples",
  "trade-offs": "Trade-offs",
  "new-gaps": "New Gaps Introduced",
};

/** Which section of the form a heading stands for, by the names that models give it. */
export function partOfFolded(text: string, place: Place): SectionPart | undefined {
  if (
    /\bspec(?:ification)?[\s-](?:text|changes?|language|wording|amendments?|diff|updates?)\b|^(?:proposed|normative|final) text\b|^text for the spec/u.test(
      text,
    )
  ) {
    return "spec-text";
  }
  if (/\btrade[\s-]?offs?\b|^pros\s*(?:and|&|\/|,)\s*cons\b|^advantages (?:and|&) disadvantages\b/u.test(text))
    return "trade-offs";
  if (/^(?:worked |concrete |usage |updated |code |illustrative )*examples?\b/u.test(text)) return "examples";
  if (place.area === "new-gaps") return "new-gaps";
  if (
    /^(?:the |proposed |revised |recommended |final |updated )*(?:solution|resolution|proposal|approach|design)(?:$|[\s:(–—-])/u.test(
      text,
    ) &&
    !/\b(?:alternatives?|rejected|considered|summary|status|history)\b/u.test(text)
  ) {
    return "solution";
  }
  return undefined;
}
