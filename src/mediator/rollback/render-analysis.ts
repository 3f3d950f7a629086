import { codeText, inlineText, quotedText } from "../../documents/rendering/inline-text.ts";
import type { Evidence } from "../../model/question.ts";
import { blocks, table } from "../record-text.ts";
import type { PendingRollback, State } from "../state.ts";
import type { RoundAnalysis } from "./analyse-undone.ts";
import { REQUIRED_SECTIONS, type Work } from "./find-patterns.ts";
import { archiveName } from "./request-rollback.ts";
import { CAUSE_TEXT, type FailedAttempt } from "./root-causes.ts";

/** `rollback_analysis_round_005_1.md` (SPEC 13.6). */
export function renderAnalysis(state: State, pending: PendingRollback, analysis: RoundAnalysis): string {
  const { round, attempt, score } = analysis.record;
  const facts = [
    `- reason: ${inlineText(pending.reason, 500)}`,
    `- requested by: ${pending.by === "user" ? "the User" : "the Mediator"}, ${state.at}`,
    `- attempt: ${attempt} of this round`,
    `- archive: ${codeText(archiveName(round, attempt), 120)}`,
    `- next: ${pending.retry.way}`,
    `- score: ${score}`,
  ];
  const sections = [{ title: "Structural checks", body: checks(state, analysis) }, ...analysisEvidence(analysis)];
  const parts = sections.flatMap(({ title, body }) => [`## ${title}`, body]);
  return `${blocks(`# Rollback analysis: round ${round}, attempt ${attempt}`, facts.join("\n"), ...parts)}\n`;
}

/** The analysis as evidence: what was produced, its patterns, earlier attempts, adjustments and causes. */
export function analysisEvidence({ record, failures, attempts, adjustments, causes }: RoundAnalysis): Evidence[] {
  const produced = record.gaps.map(({ gap, addressed, sections, examples, chars }) => {
    const failed = failures.find((failure) => failure.gap === gap)?.failure;
    const headings = sections.map((heading) => inlineText(heading, 60)).join(", ") || "none";
    return [gap, failed ?? addressed, headings, examples, chars];
  });
  const patterns = record.patterns.map(({ pattern, confidence, gap, message, evidence }) => {
    const words = evidence.map(({ words: quoted }) => codeText(quoted, 80)).join(", ");
    return `- **${pattern}** (${confidence}), ${gap}: ${inlineText(message, 300)}.${words === "" ? "" : ` ${words}`}`;
  });
  const cures = adjustments.map(({ source, gaps, confidence, text }) => {
    return `- **${source}** for ${gaps.join(", ")} (${confidence}). Added to the prompt:\n\n${quotedText(text)}`;
  });
  const likely = causes.map(({ cause, confidence, evidence }, index) => {
    return `${index + 1}. ${CAUSE_TEXT[cause]} (${confidence}): ${inlineText(evidence, 400)}`;
  });
  return [
    { title: "What was produced", body: table(PRODUCED, produced, "The round had no gaps of its own.") },
    { title: "Patterns", body: patterns.join("\n") || "None detected." },
    {
      title: "Compared with earlier attempts",
      body: attempts.length < 2 ? FIRST : attempts.map(attemptLine).join("\n"),
    },
    { title: "Recommended adjustments", body: cures.join("\n\n") || NO_CURE },
    ...(likely.length === 0 ? [] : [{ title: "Possible causes", body: likely.join("\n") }]),
  ];
}

const PRODUCED = "Gap | Addressed | Sections | #Examples | #Characters";
const FIRST = "This is the first attempt at this round to be undone.";
const NO_CURE = "None: nothing in the documents suggests a fix. Context in your own words may help.";

function checks({ config: { minSectionChars } }: State, { works }: RoundAnalysis): string {
  const all: readonly (readonly [string, (work: Work) => boolean])[] = [
    ["`## Gap Resolution` heading", ({ resolution }) => resolution !== undefined],
    ...REQUIRED_SECTIONS.map(([part, heading]) => [`\`${heading}\``, (work: Work) => work.parts.has(part)] as const),
    [`at least ${minSectionChars} characters`, ({ chars }) => chars >= minSectionChars],
    ["references to gaps that exist", ({ unknown }) => unknown.length === 0],
    ["the assigned gap and no other", ({ others }) => others.length === 0],
  ];
  const rows = all.map(([check, passes]) => {
    const failing = works.filter((work) => !passes(work)).map(({ gap }) => gap);
    return [check, failing.length === 0 ? "PASS" : "FAIL", failing.join(", ")];
  });
  return table("Check | Status | Fails for", rows);
}

function attemptLine({ attempt: { attempt, gaps, patterns, score }, reason }: FailedAttempt): string {
  const made = gaps.map(({ gap, addressed, chars, covered, missed }) => {
    const has = covered.length === 0 ? "" : `; covered: ${covered.join(", ")}`;
    const lacks = missed.length === 0 ? "" : `; missed: ${missed.join(", ")}`;
    return `${gap} (addressed: ${addressed}, ${chars} characters${has}${lacks})`;
  });
  const names = new Set(patterns.map(({ pattern }) => pattern));
  const shown = `Patterns: ${[...names].join(", ") || "none"}`;
  return `- Attempt ${attempt}: "${inlineText(reason, 500)}". ${made.join(", ")}. ${shown}. Score ${score}.`;
}
