import { occurs } from "../../documents/changes/occurs.ts";
import { quotationsIn } from "../../documents/form/quotations.ts";
import type { EngineerDocument, Resolution } from "../../documents/values.ts";
import type { GateWarning } from "../../model/gate-result.ts";
import { gapsAskedAbout } from "./form-failure.ts";
import { type GateContext, issueMeant } from "./gate-context.ts";
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
  const asked = gapsAskedAbout(document);
  const ofResolutions = document.resolutions.flatMap((resolution) => {
    const said = asked.has(resolution.gap) ? [] : resolutionWarnings(resolution, document, context);
    return [...unassigned(resolution, context), ...said, ...repeatedPosition(resolution, lines, context)];
  });
  return [...ofResolutions, ...quoteMismatches(document, context)];
}

function unassigned({ gap, line }: Resolution, { gaps }: GateContext): GateWarning[] {
  if (gaps === undefined || gaps.includes(gap)) return [];
  const message = `${gap} was not assigned to this run: its resolution is set aside.`;
  return [{ type: "UNASSIGNED_RESOLUTION", message, line }];
}

function resolutionWarnings(resolution: Resolution, document: EngineerDocument, context: GateContext): GateWarning[] {
  const { gap, line, chars } = resolution;
  const { minSectionChars: least = DEFAULT_MIN_SECTION_CHARS, maxWordsPerGap: most = Number.POSITIVE_INFINITY } =
    context;
  const added = addedWords(resolution);
  const missing = missingSections(resolution, document);
  const said: [GateWarning["type"], boolean, string][] = [
    ["THIN_CONTENT", !context.polishing && chars < least, `has ${chars} characters, fewer than ${least}.`],
    ["OVERGROWN", added > most, `adds ${added} words to the spec; the budget of a gap is ${most}.`],
    ["INCOMPLETE_STRUCTURE", !context.polishing && missing.length > 0, `has no section ${list(missing)}.`],
  ];
  return said.flatMap(([type, holds, what]) =>
    holds ? [{ type, message: `The resolution of ${gap} ${what}`, line }] : [],
  );
}

/** Beside what they replace (SPEC 5, OVERGROWN). */
function addedWords({ changes }: Resolution): number {
  const words = (text: string) => text.match(/\S+/gu)?.length ?? 0;
  return changes.reduce(
    (sum, { kind, old, new: text }) => sum + words(text) - (kind === "add-after" ? 0 : words(old)),
    0,
  );
}

function missingSections({ sections, examples }: Resolution, { newGaps }: EngineerDocument): string[] {
  const parts = new Set(sections.map(({ part }) => part));
  return [
    ...(parts.has("trade-offs") ? [] : ["Trade-offs"]),
    ...(parts.has("examples") || examples > 0 ? [] : ["Examples"]),
    ...(parts.has("new-gaps") || newGaps.length > 0 ? [] : ["New Gaps Introduced"]),
  ];
}

function quoteMismatches(document: EngineerDocument, context: GateContext): GateWarning[] {
  return document.disagreements.flatMap((block): GateWarning[] => {
    const issue = issueMeant(block, context);
    if (issue === undefined || block.concern === undefined || quoteOccurs(block.concern, issue.text)) return [];
    const message = `The concern quoted for ${issue.id} does not occur in it: ${quote(block.concern)}.`;
    return [{ type: "QUOTE_MISMATCH", message, line: block.line, issue: issue.id }];
  });
}

/** The concern, or what it puts between quotation marks: `The Reviewer says "no limit is given"`. Case does not count (SPEC 8). */
export function quoteOccurs(concern: string, issue: string): boolean {
  const isThere = (words: string) => occurs(issue.toLowerCase(), words.toLowerCase());
  const quoted = quotationsIn(concern);
  return isThere(concern) || (quoted.length > 0 && quoted.every(isThere));
}
