import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { PATTERNS, type Pattern, type RootCause } from "../../model/rollback.ts";
import { blocks } from "../records/record-text.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analysis/analyse-round.ts";
import { earlierAttempts } from "./analysis/earlier-attempts.ts";
import { CAUSE_TEXT, type FailedAttempt } from "./analysis/root-cause.ts";
import { REQUIRED_SECTIONS } from "./patterns/missing-sections.ts";
import type { Work } from "./patterns/work.ts";
import { archiveName } from "./rollback-targets.ts";

/** The analysis of SPEC 13.6: what was produced, what is wrong with it, what it has in common with earlier attempts. */
export function renderAnalysis(
  state: State,
  pending: PendingRollback,
  analysis: RoundAnalysis,
  causes: readonly RootCause[],
  at: string,
): string {
  const { round, attempt } = analysis.record;
  const earlier = earlierAttempts(state, round);
  const body = blocks(
    `# Rollback analysis: round ${round}, attempt ${attempt}`,
    failureSummary(pending, analysis, at),
    "## What was produced",
    producedTable(analysis),
    "## Structural checks",
    checkTable(state, analysis),
    "## Patterns",
    patternText(analysis),
    "## Compared with earlier attempts",
    comparison(analysis, earlier),
    "## Recommended adjustments",
    adjustmentText(analysis),
    ...(causes.length === 0 ? [] : ["## Possible causes", causeText(causes)]),
  );
  return `${body}\n`;
}

function failureSummary({ reason, by, retry }: PendingRollback, { record }: RoundAnalysis, at: string): string {
  return [
    `- reason: ${inlineText(reason, 500)}`,
    `- asked for by: ${by === "user" ? "the User" : "the Mediator"}, ${at}`,
    `- attempt: ${record.attempt} at this round`,
    `- archive: ${codeText(archiveName(record.round, record.attempt), 120)}`,
    `- how it goes on: ${retry.way}`,
    `- score: ${record.score}`,
  ].join("\n");
}

function producedTable({ record, failures }: RoundAnalysis): string {
  const rows = record.gaps.map((gap) => {
    const failed = failures.find((one) => one.gap === gap.gap)?.failure;
    const sections = gap.sections.map((heading) => inlineText(heading, 60)).join(", ") || "none";
    return [gap.gap, failed ?? gap.addressed, sections, gap.examples, gap.chars];
  });
  const numbers = ["Examples", "Characters"].map((name) => ({ name, numbers: true }) as const);
  return table(["Gap", "Addressed", "Sections", ...numbers], rows, "The round had no gap of its own.");
}

function checkTable(state: State, { works }: RoundAnalysis): string {
  const least = state.config.minSectionChars;
  const checks: readonly (readonly [string, (work: Work) => boolean])[] = [
    ["`## Gap Resolution` heading", (work) => work.resolved],
    ...REQUIRED_SECTIONS.map(
      ([part, heading]) => [`\`### ${heading}\``, (work: Work) => work.parts.has(part)] as const,
    ),
    [`at least ${least} characters`, (work) => work.chars >= least],
    ["references to gaps that exist", (work) => work.unknown.length === 0],
    ["the assigned gap and no other", (work) => work.others.length === 0],
  ];
  const rows = checks.map(([check, passes]) => {
    const failing = works.filter((work) => !passes(work)).map((work) => work.gap);
    return [check, failing.length === 0 ? "PASS" : "FAIL", failing.join(", ")];
  });
  return table(["Check", "Status", "Fails for"], rows, "");
}

function patternText({ record, works }: RoundAnalysis): string {
  if (record.patterns.length === 0) return "None was detected.";
  return record.patterns
    .map((one) => {
      const path = works.find((work) => work.gap === one.gap)?.path ?? "";
      const words = one.evidence.map(({ words: said, line }) => `${codeText(said, 80)} (line ${line})`);
      const where = words.length === 0 ? "" : `\n  In ${codeText(path, 120)}: ${words.join(", ")}`;
      return `- **${one.pattern}** (${one.confidence}), ${one.gap}: ${inlineText(one.message, 300)}.${where}`;
    })
    .join("\n");
}

function comparison({ record }: RoundAnalysis, earlier: readonly FailedAttempt[]): string {
  if (earlier.length === 0) return "This is the first attempt at the round that is undone.";
  const attempts = [...earlier.map((one) => one.attempt), record];
  const has = (index: number, pattern: Pattern) => attempts[index]?.patterns.some((one) => one.pattern === pattern);
  const rows = PATTERNS.filter((pattern) => attempts.some((_, index) => has(index, pattern))).map((pattern) => [
    pattern,
    ...attempts.map((_, index) => (has(index, pattern) ? "yes" : "no")),
    attempts.every((_, index) => has(index, pattern)) ? "recurs" : "",
  ]);
  const columns = ["Pattern", ...attempts.map((one) => `Attempt ${one.attempt}`), "Trend"];
  const sizes = attempts.map(
    (one) =>
      `attempt ${one.attempt}: ${one.gaps.reduce((sum, gap) => sum + gap.chars, 0)} characters, score ${one.score}`,
  );
  return blocks(table(columns, rows, "No pattern in any of them."), sizes.join(" · "));
}

function adjustmentText({ adjustments }: RoundAnalysis): string {
  if (adjustments.length === 0) return "None: nothing in the words says what would help. Your own words would.";
  return adjustments
    .map(
      (one, index) =>
        `${index + 1}. **${one.source}** for ${one.gaps.join(", ")} (${one.confidence}: ${one.why}). Added to the prompt:\n\n${quotedText(one.text)}`,
    )
    .join("\n\n");
}

function causeText(causes: readonly RootCause[]): string {
  return causes
    .map((one, index) => `${index + 1}. ${CAUSE_TEXT[one.cause]} (${one.confidence}): ${inlineText(one.evidence, 400)}`)
    .join("\n");
}
