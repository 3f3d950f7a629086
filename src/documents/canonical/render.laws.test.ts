import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gapId, issueId } from "../../model/ids.ts";
import { SEVERITIES } from "../../model/severity.ts";
import { readDocument } from "../read-document.ts";
import { repairDocument } from "../repair/repair-document.ts";
import { SEVERITY_HEADINGS } from "../review/form.ts";
import type { AgentDocument } from "../values.ts";
import { renderDocument } from "./render-document.ts";

const word = fc.constantFrom(
  "lock",
  "retry",
  "owner",
  "the",
  "`cache`",
  "limit",
  "step 4",
  "never",
  "writes",
  "(twice)",
  "GAP-FLOW-001",
);
const sentence = fc.array(word, { minLength: 2, maxLength: 7 }).map((words) => `The ${words.join(" ")}.`);
const block = fc.oneof(
  { weight: 4, arbitrary: sentence },
  fc.array(sentence, { minLength: 1, maxLength: 3 }).map((lines) => lines.map((line) => `- ${line}`).join("\n")),
  sentence.map((line) => `\`\`\`js\n// ${line}\n\n## Gap Resolution: GAP-CODE-001\n\`\`\``),
  fc.tuple(sentence, sentence).map(([a, b]) => `| One | Two |\n| --- | --- |\n| ${a} | ${b} |`),
  sentence.map((line) => `> ${line}`),
  sentence.map((line) => `**Location:** ${line}`),
);
const body = fc.array(block, { maxLength: 3 }).map((blocks) => blocks.join("\n\n"));
const gap = fc
  .tuple(fc.constantFrom("FLOW", "LOCK", "IO"), fc.integer({ min: 1, max: 30 }))
  .map(([category, n]) => gapId(category, n));
const gaps = fc.uniqueArray(gap, { minLength: 1, maxLength: 3 });

interface Issue {
  readonly severity: (typeof SEVERITIES)[number];
  readonly title: string;
  readonly body: string;
  readonly label: string | undefined;
  readonly remark: boolean;
}

const issue: fc.Arbitrary<Issue> = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  title: sentence,
  body,
  label: fc.option(fc.constantFrom("H", "CRIT-00", "M-"), { nil: undefined }),
  remark: fc.boolean(),
});

const under = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");

const review = fc
  .record({
    gaps,
    issues: fc.array(fc.tuple(issue, fc.nat({ max: 2 })), { maxLength: 6 }),
    rechecks: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
    verdict: fc.constantFrom("APPROVED", "APPROVED_WITH_NOTES", "NEEDS_REVISION"),
    newGap: fc.option(sentence, { nil: undefined }),
  })
  .map(({ gaps: reviewed, issues, rechecks, verdict, newGap }) => {
    let number = 0;
    let labels = 0;
    const blocks = reviewed.flatMap((id, at) => {
      const own = issues.filter(([, place]) => place % reviewed.length === at).map(([one]) => one);
      const sections = SEVERITIES.flatMap((severity) => {
        const items = own.filter((one) => (one.remark ? "LOW" : one.severity) === severity);
        if (items.length === 0) return [];
        const bullets = items.map((one) => {
          const name = one.remark ? "OBSERVATION" : issueId(3, ++number);
          const label = one.label === undefined ? "" : ` (${one.label}${++labels})`;
          return `- **${name}**${label}: ${one.title}${one.body === "" ? "" : `\n\n${under(one.body)}`}`;
        });
        return [`### ${SEVERITY_HEADINGS[severity]}`, bullets.join("\n\n")];
      });
      const rows = rechecks.map((n) => `| ${issueId(2, n)} | ${n % 2 === 0 ? "RESOLVED" : "NOT_FIXED"} | said so |`);
      const table = `| Issue | Status | Why |\n| --- | --- | --- |\n${rows.join("\n")}`;
      const earlier = at === 0 && rechecks.length > 0 ? ["### Earlier Issues", table] : [];
      return [`## Review: ${id}`, ...earlier, ...sections, ...(reviewed.length > 1 ? [`**Verdict:** ${verdict}`] : [])];
    });
    const empty = issues.length === 0 ? ["### NO_ISSUES_FOUND", "Examined every section. 4 of 4 criteria met."] : [];
    const gapBlock = newGap === undefined ? [] : ["### New Gaps", `- **GAP-NEW-001** (LOW): ${newGap}`];
    const last = reviewed.length > 1 ? "## Overall Verdict" : "### Verdict";
    return `${[...blocks, ...empty, ...gapBlock, last, `**Verdict:** ${verdict}`].join("\n\n")}\n`;
  });

const section = fc.tuple(fc.constantFrom("Proposed Solution", "Examples", "Trade-offs", "Notes on Timing"), body);
const proposal = fc
  .record({
    resolutions: fc.array(
      fc.record({
        title: fc.constantFrom("", " (Retry limits)", " (Revised)"),
        confidence: fc.constantFrom("HIGH", "MEDIUM", "LOW"),
        intro: fc.oneof(fc.constant(""), sentence),
        sections: fc.uniqueArray(section, { maxLength: 4, selector: ([name]) => name }),
        target: fc.option(fc.constantFrom("replace", "append"), { nil: undefined }),
        words: sentence,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    gaps: fc.uniqueArray(gap, { minLength: 3, maxLength: 3 }),
    newGap: fc.option(sentence, { nil: undefined }),
    answer: fc.option(sentence, { nil: undefined }),
    disagreement: fc.option(fc.tuple(sentence, sentence), { nil: undefined }),
    blocked: fc.boolean(),
  })
  .map(({ resolutions, gaps: ids, newGap, answer, disagreement, blocked }) => {
    const blocks = resolutions.flatMap((one, index) => [
      `## Gap Resolution: ${ids[index]}${one.title}`,
      `**Confidence:** ${one.confidence}`,
      ...(one.intro === "" ? [] : [one.intro]),
      ...one.sections.flatMap(([name, text]) => [`### ${name}`, ...(text === "" ? [] : [text])]),
      ...(one.target === undefined ? [] : ["### Spec Text", `**Target:** Retry limits (${one.target})`, one.words]),
      ...(index === 0
        ? ["### New Gaps Introduced", newGap === undefined ? "None." : `- **GAP-NEW-001** (HIGH): ${newGap}`]
        : []),
    ]);
    return `${[
      ...blocks,
      ...(answer === undefined ? [] : ["## Response to ISSUE-R2-001", answer]),
      ...(disagreement === undefined
        ? []
        : [
            "## DISAGREE: ISSUE-R2-002",
            `**Reviewer Concern:** "${disagreement[0]}"`,
            `**Rationale:** ${disagreement[1]}`,
          ]),
      ...(blocked ? ["## BLOCKED_NEEDS_INPUT: GAP-LOCK-031", "Which lock is meant?"] : []),
    ].join("\n\n")}\n`;
  });

/** Values without the places that they stand in. */
function placeless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placeless);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(
    ([key]) => !["line", "endLine", "at", "references", "severitySections", "chars"].includes(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, placeless(inner)]));
}

function expectFixedPoint(text: string, role: AgentDocument["role"]): void {
  const first = readDocument(text, role, { round: 3 });
  const rendered = renderDocument(first);
  const second = readDocument(rendered, role, { round: 3 });
  expect(placeless(second)).toEqual(placeless(first));
  expect(new Set(second.references.map(({ gap: id }) => id))).toEqual(
    new Set(first.references.map(({ gap: id }) => id)),
  );
  expect(renderDocument(second)).toBe(rendered);
}

describe("a canonical document", () => {
  it("is a fixed point of reading and rendering, as a review", () => {
    fc.assert(
      fc.property(review, (text) => expectFixedPoint(text, "reviewer")),
      { numRuns: 100 },
    );
  });

  it("is a fixed point of reading and rendering, as a proposal", () => {
    fc.assert(
      fc.property(proposal, (text) => expectFixedPoint(text, "engineer")),
      { numRuns: 100 },
    );
  });

  it("needs no repair", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          review.map((text) => ({ text, role: "reviewer" as const })),
          proposal.map((text) => ({ text, role: "engineer" as const })),
        ),
        ({ text, role }) => {
          expect(repairDocument(text, role, { round: 3 }).repairs).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
