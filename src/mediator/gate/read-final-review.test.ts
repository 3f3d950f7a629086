import { describe, expect, it } from "vitest";
import { formText } from "../../../test/support/sample-session.ts";
import { readFinalReview } from "./read-single-run.ts";

const HEAD =
  "## Final Review\n\n### Checklist\n\n| Check | Result | Note |\n| --- | --- | --- |\n| Terms | PASS | 14 |\n\n";
const BLOCKER =
  '- **Two limits** (HIGH)\n  - **Location:** "30 seconds", "one minute"\n  - **Why:** A guess ends the request.\n';

function verdict(blockers: string, word: string): string {
  return `${HEAD}### Blockers\n\n${blockers}\n\n### Verdict\n\n${word}\n`;
}

describe("readFinalReview (SPEC 12)", () => {
  it.each([
    ["the form", verdict("None.", "READY_FOR_TERMINATION")],
    ["bold", verdict("- None", "**READY_FOR_TERMINATION**")],
    ["code", verdict("None.", "`READY_FOR_TERMINATION`")],
    ["a fence around the whole, and a preamble", `\`\`\`markdown\n${verdict("None.", "READY_FOR_TERMINATION")}\`\`\``],
    ["a line", `${HEAD}### Blockers\n\nNone.\n\n**Verdict:** Ready for termination.`],
    ["the heading", `${HEAD}### Blockers\n\nNone.\n\n## Verdict: READY`],
  ])("reads READY written as %s", (_, text) => {
    expect(readFinalReview(text)).toEqual({ type: "review", ready: true, blockers: [] });
  });

  it("reads a blocker with its severity, both quotations and why", () => {
    expect(readFinalReview(verdict(BLOCKER, "NOT_READY: see above."))).toMatchObject({
      ready: false,
      blockers: [
        {
          title: "Two limits",
          severity: "HIGH",
          quotations: ["30 seconds", "one minute"],
          why: "A guess ends the request.",
          text: "A guess ends the request.",
        },
      ],
    });
  });

  it("takes a blocker without a severity for HIGH", () => {
    expect(readFinalReview(verdict(BLOCKER.replace(" (HIGH)", ""), "NOT READY"))).toMatchObject({
      blockers: [{ title: "Two limits", severity: "HIGH" }],
    });
  });

  it("holds READY over a CRITICAL or HIGH blocker for not ready: the severity holds (SPEC 3.6)", () => {
    expect(readFinalReview(verdict(BLOCKER, "READY_FOR_TERMINATION"))).toMatchObject({ ready: false });
    expect(readFinalReview(verdict(BLOCKER.replace("HIGH", "LOW"), "READY_FOR_TERMINATION"))).toMatchObject({
      ready: true,
    });
  });

  it.each([
    ["gives no verdict", `${HEAD}### Blockers\n\nNone.`, "no verdict"],
    ["gives two", verdict(BLOCKER, "READY_FOR_TERMINATION or NOT_READY"), "or two"],
    ["is not ready for no reason", verdict("None.", "NOT_READY"), "names no blocker"],
    [
      "fails a check and passes the spec",
      verdict("None.", "READY_FOR_TERMINATION").replace("PASS", "FAIL"),
      "names no blocker",
    ],
    ["is empty", "", "no verdict"],
    ["only repeats the form", formText("final-review").replace("NOT_READY", "READY or NOT_READY"), "or two"],
  ])("is a problem when the review %s", (_, text, message) => {
    expect(readFinalReview(text)).toMatchObject({ type: "problem", message: expect.stringContaining(message) });
  });

  it.each([
    ["a blocker in prose", verdict("The two limits differ.", "NOT_READY"), "The two limits differ."],
    ["a blocker without a quotation", verdict("- **Two limits** (HIGH): they differ.", "NOT_READY"), "they differ."],
    ["words beside an approval", verdict("None.", "READY_FOR_TERMINATION, once 3.2 is mended."), "once 3.2 is mended"],
    [
      "a list before the form",
      `- Two limits differ.\n\n${verdict("None.", "READY_FOR_TERMINATION")}`,
      "Two limits differ",
    ],
  ])("is a problem that quotes the lines for %s", (_, text, words) => {
    const reading = readFinalReview(text);
    expect(reading).toMatchObject({ type: "problem", details: [expect.stringContaining(words)] });
  });
});
