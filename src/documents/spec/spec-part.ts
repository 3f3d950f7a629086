import type { SourcePlace } from "../../model/gap.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { SpecText } from "../values.ts";

/** A resolution, as far as the spec is made of it. */
export interface SpecPart {
  readonly gap: GapId;
  readonly title: string;
  /** The gap as the source states it, and where; the main place first. */
  readonly text: string;
  readonly places: readonly SourcePlace[];
  readonly specTexts: readonly Pick<SpecText, "target" | "mode" | "text">[];
  /** The sections of the resolution with their bodies, used only where there is no Spec Text. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
}

/** What the spec does not settle, and why that is so (SPEC 12). */
export interface Limitation {
  readonly gap: GapId;
  readonly title: string;
  readonly severity: Severity;
  readonly kind: "open" | "deferred" | "accepted risk" | "closed without change" | "undecided conflict";
  /** In the User's words. */
  readonly words?: string;
  readonly decision?: DecisionId;
}

/** A line of the traceability table; the section is added where the text is placed. */
export interface Trace {
  readonly gap: GapId;
  readonly label?: string;
  readonly title: string;
  readonly state: string;
  readonly round?: number;
  readonly decisions: readonly DecisionId[];
}

export interface SpecAppendix {
  readonly limitations: readonly Limitation[];
  readonly traceability: readonly Trace[];
}

const PROPOSED = /^\W*(?:proposed )?(?:solution|resolution|specification)\b/i;
const EXAMPLES = /^\W*(?:concrete |worked )?examples?\b/i;
const NEVER =
  /^\W*(?:trade-?offs?|alternatives?|responses?\b|response to|disagree|new gaps?|gaps? introduced|confidence|rationale|open questions?|notes? (?:to|for)|spec text|addressing|changes? (?:since|from)|summary of changes|references?|review)/i;

/**
 * The words of a resolution that go into the spec: its Spec Texts; where there are none Proposed Solution and Examples,
 * never trade-offs or responses (SPEC 12).
 */
export function specTextsOf(part: SpecPart): Pick<SpecText, "target" | "mode" | "text">[] {
  const stated = part.specTexts.filter((specText) => specText.text.trim() !== "");
  if (stated.length > 0) return [...stated];
  const filled = part.sections.filter((section) => section.text.trim() !== "");
  const proposed = filled.filter((section) => PROPOSED.test(section.heading));
  const examples = filled.filter((section) => EXAMPLES.test(section.heading));
  // Where a resolution names its sections otherwise, what is not discussion is the solution.
  const solution = proposed.length > 0 ? proposed : filled.filter(({ heading }) => !isDiscussion(heading));
  const text = [...solution.map((section) => section.text.trim()), ...examples.map(exampleText)].join("\n\n");
  return text === "" ? [] : [{ mode: "append", text }];
}

function isDiscussion(heading: string): boolean {
  return NEVER.test(heading) || EXAMPLES.test(heading);
}

function exampleText(section: { readonly text: string }): string {
  return `**Examples**\n\n${section.text.trim()}`;
}
