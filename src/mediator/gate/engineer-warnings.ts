import type { EngineerDocument, Resolution } from "../../documents/values.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { claimWarnings } from "./changes.ts";
import { issueMeant } from "./disagreement-problems.ts";
import type { GateContext } from "./gate-context.ts";
import { quoteOccurs } from "./quote-occurs.ts";
import { repeatedPosition } from "./repeated-position.ts";
import { list, quote } from "./say.ts";

/** `min_section_chars` unless set (SPEC 5, 18). */
const DEFAULT_MIN_SECTION_CHARS = 200;

/** What is worth saying of the Engineer's document (SPEC 5, 8, 10.5). */
export function engineerWarnings(
  document: EngineerDocument,
  lines: readonly string[],
  context: GateContext,
): GateWarning[] {
  const asking = new Set(document.blocked.map(({ gap }) => gap));
  const resolving = document.resolutions.filter(({ gap }) => !asking.has(gap));
  const written = context.polishing ? [] : resolving;
  return [
    ...document.resolutions.flatMap((resolution) => unassigned(resolution, context)),
    ...written.flatMap((resolution) => thin(resolution, context)),
    ...resolving.flatMap((resolution) => overgrown(resolution, context)),
    ...written.flatMap((resolution) => incomplete(resolution, document)),
    ...claimWarnings(document, context),
    ...document.resolutions.flatMap((resolution) => repeatedPosition(resolution, lines, context)),
    ...quoteMismatches(document, context),
  ];
}

function unassigned({ gap, line }: Resolution, { assigned }: GateContext): GateWarning[] {
  if (assigned === undefined || assigned.some(({ id }) => id === gap)) return [];
  const message = `${gap} was not assigned to this run: its resolution is set aside.`;
  return [{ type: "UNASSIGNED_RESOLUTION", message, line }];
}

function thin({ gap, chars, line }: Resolution, context: GateContext): GateWarning[] {
  const least = context.minSectionChars ?? DEFAULT_MIN_SECTION_CHARS;
  if (chars >= least) return [];
  const message = `The resolution of ${gap} has ${chars} characters, fewer than ${least}.`;
  return [{ type: "THIN_CONTENT", message, line }];
}

/** SPEC 5, OVERGROWN: what is added beside what it replaces. */
function overgrown({ gap, line, changes }: Resolution, { maxWordsPerGap }: GateContext): GateWarning[] {
  const added = changes.reduce(
    (sum, change) => sum + words(change.new) - (change.kind === "add-after" ? 0 : words(change.old)),
    0,
  );
  if (maxWordsPerGap === undefined || added <= maxWordsPerGap) return [];
  const message = `The resolution of ${gap} adds ${added} words to the spec; the budget of a gap is ${maxWordsPerGap}.`;
  return [{ type: "OVERGROWN", message, line }];
}

function words(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}

function incomplete(resolution: Resolution, document: EngineerDocument): GateWarning[] {
  const parts = new Set(resolution.sections.map((section) => section.part));
  const missing: string[] = [];
  if (!parts.has("trade-offs")) missing.push("Trade-offs");
  if (!parts.has("examples") && resolution.examples === 0) missing.push("Examples");
  if (!parts.has("new-gaps") && document.newGaps.length === 0) missing.push("New Gaps Introduced");
  if (missing.length === 0) return [];
  const message = `The resolution of ${resolution.gap} has no section ${list(missing)}.`;
  return [{ type: "INCOMPLETE_STRUCTURE", message, line: resolution.line }];
}

function quoteMismatches(document: EngineerDocument, context: GateContext): GateWarning[] {
  return document.disagreements.flatMap((block): GateWarning[] => {
    const issue = issueMeant(block, context);
    if (issue === undefined || block.concern === undefined || quoteOccurs(block.concern, issue.text)) return [];
    const message = `The concern quoted for ${issue.id} does not occur in it: ${quote(block.concern)}.`;
    return [{ type: "QUOTE_MISMATCH", message, line: block.line, issue: issue.id }];
  });
}
