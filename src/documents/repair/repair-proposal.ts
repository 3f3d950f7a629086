import { gapIdMint } from "../../model/id-mint.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import { plainText } from "../markdown/inline.ts";
import type { Markdown } from "../markdown/markdown.ts";
import type { OutlineHeading } from "../outline/heading.ts";
import type { OutlineNode } from "../outline/outline.ts";
import { PART_HEADINGS } from "../outline/section-part.ts";
import type { StatedConfidence } from "../proposal/confidence.ts";
import type { FoundResolution } from "../proposal/find-resolutions.ts";
import { type ProposalReading, resolutionTitle, sectionNodes } from "../proposal/read-proposal.ts";
import type { SectionPart } from "../values.ts";
import { foldHeading } from "../words/fold.ts";
import { isRealHeading, shiftedLevels } from "./heading-levels.ts";
import { repairNewGaps } from "./new-gaps.ts";
import type { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";
import { declareGaps } from "./undeclared-gaps.ts";

/** Writes a proposal back in the Engineer's form (SPEC 5), in place. What it does not say is not put in. */
export function repairProposal(
  patch: Patch,
  markdown: Markdown,
  reading: ProposalReading,
  context: RepairContext,
): void {
  const headings = resolutionHeadings(reading, context);
  const annexed = new Set(reading.found.flatMap((one) => one.annexed));
  const sections = new Set(reading.found.flatMap(sectionNodes));
  const fixed = (node: OutlineNode) =>
    headings.has(node) ? 2 : sections.has(node) && isRealHeading(node) ? 3 : undefined;
  for (const [node, level] of shiftedLevels(reading.outline, fixed)) {
    rewrite(patch, node, level, headings.get(node), sections.has(node) || annexed.has(node));
  }
  for (const [node, text] of headings) {
    const { heading } = node;
    if (heading !== undefined && !isRealHeading(node)) {
      patch.replace("resolution-heading", heading.line, heading.endLine, [`## ${text}`]);
    }
  }
  for (const node of sections) if (!isRealHeading(node)) boldSection(patch, node);
  reading.found.forEach((one, index) => {
    stateConfidence(patch, one, reading.confidences[index]);
  });
  const resolved = reading.values.resolutions.map(({ gap }) => gap);
  repairNewGaps(patch, markdown, reading.values.newGaps, context, resolved);
  declareGaps(patch, markdown, reading.values.newGaps, PART_HEADINGS["new-gaps"], context);
}

function resolutionHeadings(reading: ProposalReading, context: RepairContext): Map<OutlineNode, string> {
  const proper = properIds(reading, context);
  return new Map(reading.found.map((one) => [one.node, headingText(one, proper)]));
}

/** Ids for gaps that the document calls something else, unless the inventory calls them so too (SPEC 3.1). */
function properIds(reading: ProposalReading, context: RepairContext): Map<string, GapId> {
  const names = reading.found
    .flatMap((one) => one.gaps)
    .filter((gap) => !isGapId(gap) && context.inventory?.has(gap) !== true);
  const proper = new Map<string, GapId>();
  // With an inventory, a name that it does not have is no known gap: that is left to the tiers.
  if (names.length === 0 || context.inventory !== undefined) return proper;
  const own = reading.values.newGaps.flatMap((gap) => gap.id ?? []);
  const mint = gapIdMint([...(context.takenGapIds ?? []), ...own]);
  for (const name of names) if (!proper.has(name)) proper.set(name, mint.forLabel(name));
  return proper;
}

function headingText(one: FoundResolution, proper: ReadonlyMap<string, GapId>): string {
  const text = unbolded(one.node.heading?.text ?? "");
  const renamed = one.gaps.some((gap) => proper.has(gap));
  const gaps = one.gaps.map((gap) => (proper.has(gap) ? `${proper.get(gap)} (${gap})` : gap));
  if (!renamed && /^gap resolution:\s*gap-/u.test(foldHeading(text))) {
    return text.replace(/^[*_\s]*gap resolution\s*:\s*/iu, "Gap Resolution: ");
  }
  const title = resolutionTitle(text);
  return `Gap Resolution: ${gaps.join(" + ")}${title === "" ? "" : ` (${title})`}`;
}

function isBold(text: string): boolean {
  return /^\s*(?:\*\*|__)/.test(text);
}

function unbolded(text: string): string {
  return text.trim().replace(/^\*\*(.*)\*\*:?$/u, "$1");
}

function rewrite(
  patch: Patch,
  node: OutlineNode,
  level: number,
  resolution: string | undefined,
  section: boolean,
): void {
  const { heading } = node;
  if (heading === undefined) return;
  const text = resolution ?? (section ? sectionText(heading) : heading.text.trim());
  if (level === heading.level && text === heading.text.trim()) return;
  const kind =
    resolution !== undefined
      ? "resolution-heading"
      : text === heading.text.trim()
        ? "heading-level"
        : "section-heading";
  patch.replace(kind, heading.line, heading.endLine, [`${"#".repeat(level)} ${text}`]);
}

/** A bare name for a section of the form becomes the form's; one that says more keeps its words. */
function sectionText({ text: markup, part, folded }: OutlineHeading): string {
  const text = plainText(markup).replace(/:$/, "");
  if (part === undefined) return markup.trim();
  const canonical = PART_HEADINGS[part];
  if (folded.startsWith(canonical.toLowerCase())) return isBold(markup) ? text : markup.trim();
  if (!BARE[part].test(folded)) return isBold(markup) ? text : markup.trim();
  const aside = /\([^()]{1,60}\)\s*$/.exec(text)?.[0].trim();
  return aside === undefined ? canonical : `${canonical} ${aside}`;
}

/** Names for a section that say no more than the form's own. */
const BARE: Readonly<Record<SectionPart, RegExp>> = {
  solution: /^(?:the |proposed |recommended )?(?:solution|resolution|proposal|approach|design)(?: \(.*\))?$/u,
  "spec-text": /^(?:proposed )?spec(?:ification)?[ -](?:text|changes?|language|wording|amendments?)(?: \(.*\))?$/u,
  examples: /^(?:worked |concrete |usage )?examples?(?: \(.*\))?$/u,
  "trade-offs":
    /^(?:trade[ -]?offs?|pros (?:and|&) cons|trade[ -]?off analysis|trade[ -]?offs? (?:and|&) [a-z]+)(?: \(.*\))?$/u,
  "new-gaps": /^(?:new gaps?|gaps? introduced|gaps? identified|new gaps? [a-z]+)(?: \(.*\))?$/u,
};

function boldSection(patch: Patch, node: OutlineNode): void {
  const { heading } = node;
  if (heading === undefined) return;
  patch.replace("section-heading", heading.line, heading.endLine, [`### ${sectionText(heading)}`]);
}

const CANONICAL = /^\*\*Confidence:\*\* (?:HIGH|MEDIUM|LOW)\b/;

function stateConfidence(patch: Patch, one: FoundResolution, stated: StatedConfidence | undefined): void {
  if (stated === undefined) return;
  const line = patch.line(stated.line);
  if (stated.ownLine) {
    if (CANONICAL.test(line)) return;
    patch.replace("confidence", stated.line, stated.line, [canonicalLine(line, stated)]);
    return;
  }
  const after = (one.node.heading?.endLine ?? one.node.line) + 1;
  patch.insert("confidence", after, [`**Confidence:** ${stated.value}`]);
}

/** `- Confidence: high (tested)` becomes `**Confidence:** HIGH (tested)`. */
function canonicalLine(line: string, stated: StatedConfidence): string {
  const words = plainText(line.replace(/^.*?confidence(?:\s+(?:level|rating))?\W*?[:=–—-]?\W*/iu, ""));
  const rest = stated.mixed
    ? ` (${words})`
    : words.replace(/^\W*(?:very\s+)?(?:high|medium|med|moderate|low)\b(?:[\s-]+confidence)?/iu, "");
  return `**Confidence:** ${stated.value}${rest === "" || /^[\s(,.;:–—-]/u.test(rest) ? rest : ` ${rest}`}`.trimEnd();
}
