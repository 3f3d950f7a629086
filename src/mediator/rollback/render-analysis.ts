import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import { table } from "../../documents/rendering/table.ts";
import { PATTERNS, type Pattern, type RootCause, type UndoneAttempt } from "../../model/rollback.ts";
import { blocks } from "../records/record-text.ts";
import type { PendingRollback, State } from "../state.ts";
import type { Adjustment } from "./adjustments.ts";
import type { RoundAnalysis } from "./analyse-round.ts";
import { REQUIRED_SECTIONS } from "./patterns.ts";
import type { Work } from "./read-work.ts";
import { archiveName } from "./rollback-targets.ts";
import { CAUSE_TEXT, earlierAttempts } from "./root-cause.ts";

/** The analysis of SPEC 13.6: what was produced, what is wrong with it, what it has in common with earlier attempts. */
export function renderAnalysis(
  state: State,
  pending: PendingRollback,
  analysis: RoundAnalysis,
  causes: readonly RootCause[],
  at: string,
): string {
  const { round, attempt } = analysis.record;
  const body = blocks(
    `# Rollback analysis: round ${round}, attempt ${attempt}`,
    summary(pending, analysis, at),
    "## What was produced",
    producedTable(analysis),
    "## Structural checks",
    checkTable(state, analysis),
    "## Patterns",
    patternList(analysis),
    "## Compared with earlier attempts",
    comparison([...earlierAttempts(state, round).map((earlier) => earlier.attempt), analysis.record]),
    "## Recommended adjustments",
    adjustmentList(analysis.adjustments),
    ...(causes.length === 0 ? [] : ["## Possible causes", causeList(causes)]),
  );
  return `${body}\n`;
}

function summary({ reason, by, retry }: PendingRollback, { record }: RoundAnalysis, at: string): string {
  return [
    `- reason: ${inlineText(reason, 500)}`,
    `- asked for by: ${by === "user" ? "the User" : "the Mediator"}, ${at}`,
    `- attempt: ${record.attempt} at this round`,
    `- archive: ${codeText(archiveName(record.round, record.attempt), 120)}`,
    `- how it goes on: ${retry.way}`,
    `- score: ${record.score}`,
  ].join("\n");
}

export function producedTable({ record, failures }: RoundAnalysis): string {
  const rows = record.gaps.map(({ gap, addressed, sections, examples, chars }) => {
    const failed = failures.find((one) => one.gap === gap)?.failure;
    const headings = sections.map((heading) => inlineText(heading, 60)).join(", ") || "none";
    return [gap, failed ?? addressed, headings, examples, chars];
  });
  const numbers = ["Examples", "Characters"].map((name) => ({ name, numbers: true }) as const);
  return table(["Gap", "Addressed", "Sections", ...numbers], rows, "The round had no gap of its own.");
}

function checkTable({ config: { minSectionChars } }: State, { works }: RoundAnalysis): string {
  const checks: readonly (readonly [string, (work: Work) => boolean])[] = [
    ["`## Gap Resolution` heading", ({ resolution }) => resolution !== undefined],
    ...REQUIRED_SECTIONS.map(([part, heading]) => [`\`${heading}\``, (work: Work) => work.parts.has(part)] as const),
    [`at least ${minSectionChars} characters`, ({ chars }) => chars >= minSectionChars],
    ["references to gaps that exist", ({ unknown }) => unknown.length === 0],
    ["the assigned gap and no other", ({ others }) => others.length === 0],
  ];
  const rows = checks.map(([check, passes]) => {
    const failing = works.filter((work) => !passes(work)).map(({ gap }) => gap);
    return [check, failing.length === 0 ? "PASS" : "FAIL", failing.join(", ")];
  });
  return table(["Check", "Status", "Fails for"], rows, "");
}

export function patternList({ record, works }: RoundAnalysis): string {
  const lines = record.patterns.map(({ pattern, confidence, gap, message, evidence }) => {
    const words = evidence.map(({ words: said, line }) => `${codeText(said, 80)} (line ${line})`);
    const path = works.find((work) => work.gap === gap)?.path ?? "";
    const where = words.length === 0 ? "" : `\n  In ${codeText(path, 120)}: ${words.join(", ")}`;
    return `- **${pattern}** (${confidence}), ${gap}: ${inlineText(message, 300)}.${where}`;
  });
  return lines.join("\n") || "None was detected.";
}

function comparison(attempts: readonly UndoneAttempt[]): string {
  if (attempts.length < 2) return "This is the first attempt at the round that is undone.";
  const shows = (attempt: UndoneAttempt, pattern: Pattern) => attempt.patterns.some((one) => one.pattern === pattern);
  const rows = PATTERNS.map((pattern) => ({ pattern, shown: attempts.map((attempt) => shows(attempt, pattern)) }))
    .filter(({ shown }) => shown.includes(true))
    .map(({ pattern, shown }) => [
      pattern,
      ...shown.map((yes) => (yes ? "yes" : "no")),
      shown.includes(false) ? "" : "recurs",
    ]);
  const columns = ["Pattern", ...attempts.map(({ attempt }) => `Attempt ${attempt}`), "Trend"];
  const sizes = attempts.map(({ attempt, gaps, score }) => {
    return `attempt ${attempt}: ${gaps.reduce((sum, { chars }) => sum + chars, 0)} characters, score ${score}`;
  });
  return blocks(table(columns, rows, "No pattern in any of them."), sizes.join(" · "));
}

export function adjustmentList(adjustments: readonly Adjustment[]): string {
  const texts = adjustments.map(({ source, gaps, confidence, why, text }) => {
    return `- **${source}** for ${gaps.join(", ")} (${confidence}: ${inlineText(why, 300)}). Added to the prompt:\n\n${quotedText(text)}`;
  });
  return texts.join("\n\n") || "None: nothing in the words says what would help. Your own words would.";
}

export function causeList(causes: readonly RootCause[]): string {
  return causes
    .map(({ cause, confidence, evidence }, index) => {
      return `${index + 1}. ${CAUSE_TEXT[cause]} (${confidence}): ${inlineText(evidence, 400)}`;
    })
    .join("\n");
}
