import { describe, expect, it } from "vitest";
import { EXAMPLE_TEMPLATES } from "../retry/example-template.ts";
import { readFinalReview } from "./read-final-review.ts";
import { readSurvey } from "./read-survey.ts";

const HEAD =
  "## Final Review\n\n### Checklist\n\n| Check | Result | Note |\n| --- | --- | --- |\n| Readiness | PASS | READY |\n\n";

describe("readFinalReview (SPEC 12)", () => {
  it.each([
    ["the form", `${HEAD}### Blockers\n\nNone.\n\n### Verdict\n\nREADY_FOR_TERMINATION\n`],
    ["bold", `${HEAD}### Blockers\n\n- None\n\n### Verdict\n\n**READY_FOR_TERMINATION**: it can be built.`],
    ["code", `${HEAD}### Verdict\n\n\`READY_FOR_TERMINATION\``],
    ["a fence", `${HEAD}### Verdict\n\n\`\`\`\nREADY_FOR_TERMINATION\n\`\`\``],
    ["a line", `${HEAD}**Verdict:** Ready for termination.`],
    ["the heading", `${HEAD}## Verdict: READY`],
    ["no blockers in words", `${HEAD}## Blocking issues\n\nThere are none.\n\n## Final Verdict\nREADY FOR TERMINATION`],
    ["only minor ones", `${HEAD}### Blockers\n\n- **A typo** (LOW): x\n\n### Verdict\n\nREADY_FOR_TERMINATION`],
  ])("reads READY written as %s", (_, text) => {
    expect(readFinalReview(text)).toEqual({ type: "review", ready: true, blockers: [] });
  });

  it.each([
    ["the form", "### Blockers\n\n- **Two limits** (CRITICAL): 3.2 and 5.1 differ.\n"],
    ["severity first", "### Blockers\n\n1. [CRITICAL] Two limits: 3.2 and 5.1 differ.\n"],
    ["severity in bold", "### Blockers\n\n- **CRITICAL: Two limits** - 3.2 and 5.1 differ.\n"],
    ["headings", "### Blockers\n\n#### Two limits (CRITICAL)\n\n3.2 and 5.1 differ.\n"],
    ["headings by severity", "### Blockers\n\n#### Critical\n\n- **Two limits**: 3.2 and 5.1 differ.\n"],
    [
      "a table",
      "### Blockers\n\n| Title | Severity | Why |\n| --- | --- | --- |\n| Two limits | CRITICAL | 3.2 and 5.1 differ. |\n",
    ],
    ["a paragraph", "### Blockers\n\n**Two limits** (CRITICAL): 3.2 and 5.1 differ.\n"],
  ])("reads a blocker from %s", (_, text) => {
    expect(readFinalReview(`${HEAD}${text}\n### Verdict\n\nNOT_READY\n`)).toEqual({
      type: "review",
      ready: false,
      blockers: [{ title: "Two limits", text: "3.2 and 5.1 differ.", severity: "CRITICAL" }],
    });
  });

  it("takes a blocker without a severity for HIGH", () => {
    const text = `${HEAD}### Blockers\n\n- Two limits: 3.2 and 5.1 differ.\n\n### Verdict\n\nNOT READY`;
    expect(readFinalReview(text)).toMatchObject({ blockers: [{ title: "Two limits", severity: "HIGH" }] });
  });

  it("holds READY over a CRITICAL or HIGH blocker for not ready: the severity holds (SPEC 3.6)", () => {
    const text = `${HEAD}### Blockers\n\n- **Two limits** (HIGH): differ.\n- **Typo** (LOW): x\n\n### Verdict\n\nREADY_FOR_TERMINATION`;
    expect(readFinalReview(text)).toMatchObject({ ready: false, blockers: [{ title: "Two limits" }] });
  });

  it.each([
    ["gives no verdict", `${HEAD}### Blockers\n\nNone.`, "gives no verdict"],
    ["gives two", `${HEAD}### Verdict\n\nREADY_FOR_TERMINATION or NOT_READY`, "gives two verdicts"],
    ["is not ready for no reason", `${HEAD}### Blockers\n\nNone.\n\n### Verdict\n\nNOT_READY`, "names no blocker"],
    ["only repeats the form", `\`\`\`\n${EXAMPLE_TEMPLATES["final-review"]}\n\`\`\``, "gives no verdict"],
    ["is empty", "", "gives no verdict"],
  ])("is a problem when the review %s", (_, text, message) => {
    const reading = readFinalReview(text);
    expect(reading.type).toBe("problem");
    expect(reading).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe("readSurvey (SPEC 16.1)", () => {
  it("reads each gap with its severity, words and place", () => {
    const text =
      '## Survey\n\n### Gaps\n\n- **Broken uploads** (HIGH): Only the one that ends is described.\n  - **Location:** 4.1 Upload, "stored"\n- **Names**: Which letters?\n';
    expect(readSurvey(text)).toEqual({
      type: "survey",
      gaps: [
        {
          title: "Broken uploads",
          text: 'Only the one that ends is described.\n  - **Location:** 4.1 Upload, "stored"',
          severity: "HIGH",
          location: '4.1 Upload, "stored"',
        },
        { title: "Names", text: "Which letters?", severity: "MEDIUM" },
      ],
    });
  });

  it.each(["## Survey\n\n### Gaps\n\nNone.", "### Gaps\n\n- None.", "No gaps were found."])(
    "reads that there are none: %j",
    (text) => {
      expect(readSurvey(text)).toEqual({ type: "survey", gaps: [] });
    },
  );

  it("is a problem when it says nothing of gaps", () => {
    expect(readSurvey("I looked at the spec.").type).toBe("problem");
  });
});
