import { describe, expect, it } from "vitest";
import { detectorInput, EARLIER, engineerText, ISSUE, revised } from "../../../../test/support/detector-input.ts";
import type { OpenIssue } from "./concern.ts";
import { detectDisagreement } from "./detect.ts";
import { labelAt } from "./leads.ts";

const { id: _, ...unnamed } = ISSUE;
const ANSWER = "the client tries five times, with backoff from 1 to 8 seconds";

function statusOf(answer: string, issue: OpenIssue, earlier = EARLIER): string | undefined {
  const input = detectorInput(revised(answer), { issues: [issue], earlier: engineerText(earlier) });
  return detectDisagreement(input)[0]?.status;
}

describe("SPEC 9, H1: an answer under the Reviewer's own name for an issue", () => {
  it.each([
    ["a quotation", "P1-2", `> Re P1-2: ${ANSWER}.`],
    ["brackets", "HIGH-003", `[HIGH-003]: ${ANSWER}.`],
    ["an item with an arrow", "H-3", `* H-3 → ${ANSWER}`],
    ["a row", "P0-1", `| Finding | What we did |\n| --- | --- |\n| P0-1 | ${ANSWER} |`],
    ["a number that is called an issue", "Issue 7", `Re Issue 7: ${ANSWER}.`],
  ])("is found in %s", (_form, label, answer) => {
    expect(statusOf(answer, { ...unnamed, label })).toBe("ANSWERED");
    const other = label.replace(/\d$/, "9");
    expect(statusOf(answer, { ...unnamed, label: other })).not.toBe("ANSWERED");
  });

  it.each([
    ["a quotation of the title", `> ${ISSUE.title}.\n\nFrom now on ${ANSWER}.`],
    ["a lead-in with a run of its words", `**Addressed — retry limit of the upload:** ${ANSWER}.`],
    ["a remark on its subject", `**On the retry limit:** ${ANSWER}.`],
  ])("is found below %s", (_form, answer) => {
    expect(statusOf(answer, unnamed)).toBe("ANSWERED");
  });

  it("is not found in a section that the earlier proposal had already", () => {
    const section = `### Retry limit of the upload\n\nThe colours of the buttons are 3 shades of grey.`;
    expect(statusOf(section, unnamed, revised(section.replace("3 shades", "2 shades")))).not.toBe("ANSWERED");
  });

  it("is no answer inside a fence", () => {
    expect(statusOf("```\nP1-2: five times with backoff\n```", { ...unnamed, label: "P1-2" })).toBe("IGNORED");
  });
});

describe("a name with nothing behind it", () => {
  it.each([
    "Noted, will be dealt with during implementation",
    "acknowledged.",
    "good point, thank you.",
    "will look into it",
  ])("is a NON_RESPONSE: %s", (words) => {
    expect(statusOf(`> Re P1-2: ${words}`, { ...unnamed, label: "P1-2" })).toBe("NON_RESPONSE");
  });

  it("is a deflection when it turns the reviewer away", () => {
    const words = "this is not a real problem. Whoever worries about it has not understood how uploads are scheduled.";
    expect(statusOf(`> Re P1-2: ${words}`, { ...unnamed, label: "P1-2" })).toBe("DEFLECTION");
  });
});

describe("labels", () => {
  it.each([
    ["P0-1 | text", "p0-1"],
    ["**Re HIGH-003:** done", "high-003"],
    ["Response to Issue 12", "12"],
    ["4. It writes", undefined],
    ["410 disables the endpoint", undefined],
    ["GAP-CONF-001 (rev 2)", undefined],
    ["ISSUE-R1-002: fixed", undefined],
  ])("reads %s as %s", (text, label) => {
    expect(labelAt(text)).toBe(label);
  });
});
