import { describe, expect, it } from "vitest";
import { detectorInput, ISSUE, revised } from "../../../../test/support/detector-input.ts";
import { detectDisagreement } from "./detect.ts";

const ANSWER = "attempts are configurable, default 5, because 95 % of failures clear within four of them";

function judgementOf(paragraph: string, facts = {}) {
  const [first] = detectDisagreement(
    detectorInput(revised("## Replies", "", paragraph), { issues: [ISSUE], ...facts }),
  );
  const named = first?.evidence.some(({ what }) => /answered by name|the answer rejects/.test(what));
  return { status: first?.status, named };
}

describe("a sentence that answers an issue by name (SPEC 9, H1)", () => {
  it.each([
    `On ISSUE-R1-001: ${ANSWER}.`,
    `As for ISSUE-R1-001, ${ANSWER}.`,
    `To address ISSUE-R1-001, ${ANSWER}.`,
    `R1-001: ${ANSWER}.`,
    `### R1-001 Retry limit\n\nThe ${ANSWER}.`,
    `ISSUE-R1-001 is accepted. From now on ${ANSWER}.`,
    `ISSUE-R1-002 and ISSUE-R1-001: ${ANSWER}.`,
    `From now on ${ANSWER} (ISSUE-R1-001).`,
    `From now on ${ANSWER}, which closes ISSUE-R1-001.`,
    `- ${ANSWER} [ISSUE-R1-001]`,
    `> ISSUE-R1-001: Retry limit of the upload is not justified\n\nFrom now on ${ANSWER}.`,
    `### Limits (ISSUE-R1-001)\n\nThe ${ANSWER}.`,
    `### Response to ISSUE-R1-001\n\n> Retry limit of the upload is not justified\n\nThe ${ANSWER}.`,
    `| Issue | Status |\n| --- | --- |\n| ISSUE-R1-001 | Fixed: an upload waits longer after each failure |`,
    `| # | Issue | What we did |\n| --- | --- | --- |\n| 1 | ISSUE-R1-001 | ${ANSWER} |`,
  ])("%s", (paragraph) => {
    expect(judgementOf(paragraph)).toEqual({ status: "ANSWERED", named: true });
  });

  it("goes by the Reviewer's own name too", () => {
    const { id: _, ...unnamed } = ISSUE;
    const judged = judgementOf(`Point B is accepted. From now on ${ANSWER}.`, {
      issues: [{ ...unnamed, label: "Point B" }],
    });
    expect(judged).toEqual({ status: "ANSWERED", named: true });
  });

  it.each([
    "See also ISSUE-R1-001, ISSUE-R1-002.",
    "An id has the form ISSUE-R1-001 and is given by the reviewer.",
    "- ISSUE-R1-001\n- ISSUE-R1-002",
    "Addresses: ISSUE-R1-001, ISSUE-R1-002",
    "| Issue | Severity | Status |\n| --- | --- | --- |\n| ISSUE-R1-001 | HIGH | OPEN |",
    "**Inputs:** round_001/reviewer.md (ISSUE-R1-001 to ISSUE-R1-003)",
    "The server answers with the address of the file (unlike ISSUE-R1-001).",
  ])("does not take a mention for an answer: %s", (paragraph) => {
    expect(["IGNORED", "NON_RESPONSE"]).toContain(judgementOf(paragraph).status);
  });

  it.each([
    "### Limits (ISSUE-R1-001)\n\n### Other things",
    "### Response to ISSUE-R1-001\n\n> Retry limit of the upload is not justified",
    '| Issue | Answer |\n| --- | --- |\n| ISSUE-R1-001 | Rewritten, see "Limits". |',
    "| Issue | Status | Where |\n| --- | --- | --- |\n| ISSUE-R1-001 | Fixed | GAP-NET-001 §2 |",
    "ISSUE-R1-001 is right on both counts and the client is redesigned.",
  ])("calls a name with nothing behind it a NON_RESPONSE: %s", (paragraph) => {
    expect(judgementOf(paragraph).status).toBe("NON_RESPONSE");
  });

  it("does not count a sentence that the earlier proposal has", () => {
    const said = "On a network error an upload is tried three times (ISSUE-R1-001).";
    const earlier = detectorInput(revised("## Replies", "", said)).proposal;
    expect(judgementOf(said, { earlier }).status).toBe("IGNORED");
  });
});
