import { glossaryOf } from "../../../checks/spec/glossary.ts";
import type { Spec } from "../../../checks/spec/spec.ts";
import type { FailureType } from "../../../model/gate-result.ts";
import type { GapId } from "../../../model/ids.ts";
import { CONFIDENCES, type Pattern, type PatternConfidence, type PatternFinding } from "../../../model/rollback.ts";
import type { State } from "../../state.ts";
import { REQUIRED_SECTIONS } from "../patterns/missing-sections.ts";

/** What the retry's prompt says besides: one text for each pattern (SPEC 13.6). */
export interface Adjustment {
  readonly source: Pattern | FailureType | "reason" | "the User";
  readonly gaps: readonly GapId[];
  readonly text: string;
  readonly confidence: PatternConfidence;
  readonly why: string;
}

/** Where adjustments take their attachments from. */
export interface AdjustmentContext {
  readonly state: State;
  readonly source: Spec;
  readonly files: ReadonlyMap<string, string>;
}

export interface GateFailure {
  readonly gap: GapId;
  readonly failure: FailureType;
}

/** One adjustment for each pattern and each way to fail at the gate, the surest first. */
export function recommendAdjustments(
  patterns: readonly PatternFinding[],
  failures: readonly GateFailure[],
  context: AdjustmentContext,
): Adjustment[] {
  const byPattern = [...new Set(patterns.map((one) => one.pattern))].map((pattern) =>
    forPattern(
      pattern,
      patterns.filter((one) => one.pattern === pattern),
      context,
    ),
  );
  const covered = new Set<string>(byPattern.map((one) => one.source));
  const byFailure = [...new Set(failures.map((one) => one.failure))]
    .filter((failure) => !covered.has(failure))
    .flatMap((failure) =>
      forFailure(
        failure,
        failures.filter((one) => one.failure === failure).map((one) => one.gap),
      ),
    );
  const rank = (one: Adjustment) => CONFIDENCES.indexOf(one.confidence);
  return [...byPattern, ...byFailure].map((one) => tried(one, context.state)).sort((a, b) => rank(a) - rank(b));
}

function forPattern(pattern: Pattern, found: readonly PatternFinding[], context: AdjustmentContext): Adjustment {
  const gaps = [...new Set(found.map((one) => one.gap))];
  const confidence = CONFIDENCES.find((one) => found.some((finding) => finding.confidence === one)) ?? "LOW";
  return { source: pattern, gaps, confidence, why: WHY[pattern], text: textFor(pattern, found, gaps, context) };
}

const WHY: Readonly<Record<Pattern, string>> = {
  ABSTRACT_OUTPUT: "the words are counted",
  MISSING_SECTIONS: "structural, easily kept to",
  NARROW_EXAMPLES: "may need knowledge of the domain",
  INCONSISTENT_REFS: "the list leaves no room for it",
  DOMAIN_CONFUSION: "the glossary has the source's own words",
  SCOPE_DRIFT: "the assignment is plain",
  INCONSISTENT_WITH_ACCEPTED: "the accepted text stands beside the task",
};

function textFor(
  pattern: Pattern,
  found: readonly PatternFinding[],
  gaps: readonly GapId[],
  context: AdjustmentContext,
): string {
  switch (pattern) {
    case "ABSTRACT_OUTPUT":
      return 'Replace vague terms by specific values: instead of "an appropriate threshold" write "a threshold of 5 attempts". Give at least 3 concrete examples with specific values. Abstract descriptions are not enough.';
    case "MISSING_SECTIONS":
      return missingText(found);
    case "NARROW_EXAMPLES":
      return "Include at least 2 examples with specific values: one success case, one edge case.";
    case "INCONSISTENT_REFS":
      return `Refer only to gaps that exist; declare a new one under \`### New Gaps Introduced\` before you refer to it. The gaps of this session:\n${gapList(context.state)}`;
    case "DOMAIN_CONFUSION":
      return `Use the terms of the source as it defines them, and define every other term where it first stands.${glossary(context.source)}`;
    case "SCOPE_DRIFT":
      return `Your task is ${gaps.join(", ")} and nothing else. Begin your document with \`## Gap Resolution: ${gaps[0]}\`. What you notice about other gaps is no part of it.`;
    case "INCONSISTENT_WITH_ACCEPTED":
      return `Agree with what is accepted already; where you cannot, declare a new gap instead of deciding otherwise.${related(found, context)}`;
  }
}

const WHAT_EACH_HAS: Readonly<Record<string, string>> = {
  "### Spec Changes": "exact edits of the spec, each with the words it is about",
  "### Examples": "at least 2, with specific values",
  "### Trade-offs": "at least 2 advantages and 2 disadvantages",
  "### New Gaps Introduced": "each with its severity, or None",
};

function missingText(found: readonly PatternFinding[]): string {
  const missing = new Set(found.flatMap((one) => one.evidence.map(({ words }) => words)));
  const ordered = REQUIRED_SECTIONS.map(([, heading]) => `### ${heading}`).filter((heading) => missing.has(heading));
  if (ordered.length === 0) return "Your document must have every section that the task names.";
  const lines = ordered.map((heading) => `- \`${heading}\`: ${WHAT_EACH_HAS[heading] ?? ""}`);
  return `Your document MUST have these sections, which the last one lacked:\n${lines.join("\n")}`;
}

const MOST_GAPS = 100;

function gapList(state: State): string {
  const gaps = [...state.gaps];
  const lines = gaps.slice(0, MOST_GAPS).map((gap) => `- ${gap.id}: ${gap.title.slice(0, 80)}`);
  return [...lines, ...(gaps.length > MOST_GAPS ? [`- and ${gaps.length - MOST_GAPS} more`] : [])].join("\n");
}

const MOST_TERMS = 30;

function glossary(source: Spec): string {
  const terms = glossaryOf(source).slice(0, MOST_TERMS);
  if (terms.length === 0) return "";
  const lines = terms.map(({ name, meaning }) => `- ${name}: ${meaning.replace(/\s+/g, " ").slice(0, 160)}`);
  return ` Its glossary:\n${lines.join("\n")}`;
}

/** The text that the review calls contradicted: what was accepted for the gaps that its issues name (SPEC 13.6). */
function related(found: readonly PatternFinding[], { state }: AdjustmentContext): string {
  const named = new Set(found.flatMap(({ related = [] }) => related));
  const texts = state.spec.batches
    .flatMap(({ sets }) => sets)
    .filter(({ gap }) => gap !== undefined && named.has(gap))
    .flatMap(({ gap, changes }) => changes.map((change) => `${gap}: ${change.new}`));
  return texts.length === 0 ? "" : ` What is accepted:\n\n${texts.join("\n\n").slice(0, MOST_RELATED)}`;
}

const MOST_RELATED = 4_000;

/** What helps where nothing passed the gate, so that no pattern tells (SPEC 7, AUTO_RETRY). */
function forFailure(failure: FailureType, gaps: readonly GapId[]): Adjustment[] {
  const text = FAILURE_TEXT[failure]?.(gaps);
  if (text === undefined) return [];
  return [{ source: failure, gaps: [...new Set(gaps)], text, confidence: "MEDIUM", why: "no attempt passed the gate" }];
}

const FAILURE_TEXT: Partial<Record<FailureType, (gaps: readonly GapId[]) => string>> = {
  FILE_MISSING: () =>
    "Nothing was delivered the last time. Give the whole document as your answer, from its first heading on.",
  EMPTY_OUTPUT: () =>
    "Nothing was written the last time. Where you are unsure, write what you can with `**Confidence:** LOW` and say what is missing.",
  WRONG_FORMAT: (gaps) =>
    `Keep to the form: begin with \`## Gap Resolution: ${gaps[0] ?? "GAP-…"}\`, then \`**Confidence:**\` HIGH, MEDIUM or LOW, then the sections.`,
  NO_GAPS_ADDRESSED: (gaps) =>
    `Your task is ${gaps.join(", ")}. Begin your document with \`## Gap Resolution: ${gaps[0] ?? "GAP-…"}\`.`,
  INCONSISTENT_REFS: () =>
    "Refer only to gaps that exist; declare a new one under `### New Gaps Introduced` before you refer to it.",
};

/** What a prompt said already and did not help is no sure cure. */
function tried(adjustment: Adjustment, state: State): Adjustment {
  const before = state.adjustments.some((one) => one.text.trim() === adjustment.text.trim());
  return before ? { ...adjustment, confidence: "LOW", why: "the last prompt said it already" } : adjustment;
}
