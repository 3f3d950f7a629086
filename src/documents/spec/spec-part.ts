import type { SourcePlace } from "../../model/gap.ts";
import type { DecisionId, GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { SpecText } from "../values.ts";
import { containedText, hasOwnTitle, titledText } from "./contained-text.ts";

/** A resolution, as far as the spec is made of it. */
export interface SpecPart {
  readonly gap: GapId;
  readonly title: string;
  /** The gap as the source states it, and where; the main place first. */
  readonly text: string;
  readonly places: readonly SourcePlace[];
  readonly specTexts: readonly Pick<SpecText, "target" | "mode" | "text" | "edits">[];
  /** The sections of the resolution with their bodies, used only where there is no Spec Text. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[];
  /** What stands at its place is what it mends, not a statement of the gap: nothing is cut out there. */
  readonly mends?: boolean;
  /** The round in which it was proposed; edits are carried out in this order. */
  readonly round?: number;
  /** Lines were changed for it already. */
  readonly edited?: boolean;
}

/** What the spec does not settle, and why that is so (SPEC 12). */
export interface Limitation {
  readonly gap: GapId;
  readonly title: string;
  readonly severity: Severity;
  readonly kind:
    | "open"
    | "deferred"
    | "accepted risk"
    | "closed without change"
    | "undecided conflict"
    /** A recommended answer that nobody has confirmed (SPEC 16.4). */
    | "assumption to confirm";
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

const PROPOSED =
  /^[\W\d]*(?:(?:proposed|revised|updated|final|recommended|the) ){0,2}(?:solution|proposal|resolution|specification|design)\b/i;
const EXAMPLES = /^[\W\d]*(?:concrete |worked |updated )?examples?\b/i;
const DISCUSSION =
  /^[\W\d]*(?:trade-?offs?|alternatives?|responses?|disagree|new gaps?|gaps? introduced|confidence|rationale|open questions?|notes?\b|spec text|addressing|changes?\b|summary|references?|reviews?|problem|background|context|motivation|alignment|validation|check-?lists?|deferred|recategori[sz]ation|self-|next steps|verdict|issues?\b)/i;

type PlainText = SpecPart["specTexts"][number];
type PlainSection = SpecPart["sections"][number];

/**
 * The words of a resolution that go into the spec: its Spec Texts; where there are none Proposed Solution and Examples,
 * never trade-offs or responses (SPEC 12).
 */
export function specTextsOf(part: SpecPart): PlainText[] {
  const stated = part.specTexts.filter((specText) => specText.text.trim() !== "");
  if (stated.length > 0 || part.edited === true) return stated;
  const filled = part.sections.filter((section) => section.text.trim() !== "");
  const examples = filled.filter((section) => EXAMPLES.test(section.heading));
  const text = [...solutionTexts(solutionSections(filled)), ...examples.map(exampleText)].join("\n\n");
  return text === "" ? [] : [{ mode: "append", text }];
}

/**
 * Proposed Solution, with the sections behind it that belong to it but stand a level too high. Where a resolution has
 * none of that name, what is not discussion is the solution.
 */
function solutionSections(sections: readonly PlainSection[]): PlainSection[] {
  const isNamed = sections.some((section) => PROPOSED.test(section.heading));
  let within = !isNamed;
  return sections.filter(({ heading }) => {
    if (PROPOSED.test(heading)) within = true;
    else if (isDiscussion(heading)) {
      within = !isNamed;
      return false;
    }
    return within;
  });
}

/** A resolution as a section below `level`, under its own title or the gap's. */
export function sectionText(part: SpecPart, text: string, level: number): string {
  return hasOwnTitle(text) ? containedText(text, level) : titledText(part.title.trim() || part.gap, text, level);
}

function isDiscussion(heading: string): boolean {
  return DISCUSSION.test(heading) || EXAMPLES.test(heading);
}

/** One section needs no heading of its own; several keep theirs. */
function solutionTexts(sections: readonly PlainSection[]): string[] {
  if (sections.length === 1) return sections.map((section) => section.text.trim());
  return sections.map(({ heading, text }) => {
    const name = nameOf(heading);
    return name === "" ? containedText(text, 1) : titledText(name, text, 1);
  });
}

/** `2. Resolution: Focus` is about the focus; `Proposed Solution` says no more than the gap's own title. */
function nameOf(heading: string): string {
  return heading.replace(PROPOSED, "").replace(/^[\W\d]+/, "");
}

function exampleText(section: PlainSection): string {
  return `**Examples**\n\n${section.text.trim()}`;
}
