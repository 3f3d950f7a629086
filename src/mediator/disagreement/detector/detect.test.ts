import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectorInput, EARLIER, ISSUE, revised, SECOND } from "../../../../test/support/detector-input.ts";
import { detectDisagreement } from "./detect.ts";
import type { DetectorInput } from "./detector-input.ts";
import type { Judgement } from "./judgement.ts";

const SUBSTANCE = `### Attempts

The number of attempts is configurable; the default is five.
The reason for the default: five attempts with exponential backoff between them outlast a usual outage.
A retry limit below three exhausts too soon on a slow network.`;

function judge(text: string, facts: Partial<DetectorInput> = {}): Judgement {
  const [first] = detectDisagreement(detectorInput(text, facts));
  if (!first) throw new Error("no judgement");
  return first;
}

const said = (judgement: Judgement) => judgement.evidence.map(({ what }) => what).join("\n");

describe("SPEC 9, H1: the issue is neither answered by name nor met", () => {
  it("calls an issue IGNORED that the document neither names nor speaks of", () => {
    const judgement = judge(revised("### Formats\n\nOnly archives are accepted; others are refused with a message."));
    expect(judgement).toMatchObject({ status: "IGNORED", confidence: "HIGH" });
    expect(judgement.heuristics).toContain("H1");
    expect(said(judgement)).toContain("no heading, table row, list item or sentence answers ISSUE-R1-001");
  });

  it("drops H1 when the substance is there", () => {
    const judgement = judge(revised(SUBSTANCE));
    expect(judgement).toMatchObject({ status: "ANSWERED", confidence: "MEDIUM", heuristics: [] });
  });

  it.each([
    ["a heading", "## Response to ISSUE-R1-001\n\nThe limit is read from `upload.attempts`, default 5."],
    [
      "a row",
      "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| ISSUE-R1-001 | Five attempts, backoff of 1, 2, 4 and 8 seconds |",
    ],
    ["a sentence", "Addressing ISSUE-R1-001: the client tries five times, with backoff from 1 to 8 seconds."],
  ])("takes %s that names the issue and says something for an answer", (_, answer) => {
    expect(judge(revised(answer))).toMatchObject({ status: "ANSWERED", confidence: "HIGH" });
  });

  it("does not take an id in a fence, or in an example, for an answer, and says where it stands", () => {
    const judgement = judge(revised("```\nissues: [ISSUE-R1-001]\n```", "Ids look like ISSUE-R1-001."));
    expect(judgement.status).toBe("IGNORED");
    expect(said(judgement)).toContain("only mentioned");
  });

  it("knows an issue by the Reviewer's own name for it", () => {
    const { id: _, ...unnamed } = ISSUE;
    const issues = [{ ...unnamed, label: "H1" }];
    const table = "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| H1: limit | Five attempts instead of 3 |";
    expect(judge(revised(table), { issues }).status).toBe("ANSWERED");
    expect(judge(revised(table.replace("H1", "H2")), { issues }).status).toBe("IGNORED");
  });

  it("does not count what answers another issue", () => {
    const other = `## Response to ISSUE-R1-002\n\n${SUBSTANCE.replace("### Attempts\n\n", "")}`;
    expect(judge(revised(other)).status).toBe("IGNORED");
  });
});

describe("an answer by name that says nothing", () => {
  it.each([
    ["an empty one", "## Response to ISSUE-R1-001\n\n## Next\n\nMore."],
    ["a report", "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| ISSUE-R1-001 | Added a rationale |"],
    ["a pointer", "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| ISSUE-R1-001 | Section 4 defines this |"],
  ])("calls %s a NON_RESPONSE when the substance is nowhere", (_, answer) => {
    expect(judge(revised(answer))).toMatchObject({ status: "NON_RESPONSE", heuristics: ["H4"] });
  });

  it("takes a report at its word when what it reports is there", () => {
    const row = "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| ISSUE-R1-001 | Added a rationale |";
    expect(judge(revised(row, SUBSTANCE)).status).toBe("ANSWERED");
  });

  it("looks into the section that an answer points to, and only there", () => {
    const row = "### Changes\n\n| Issue | Resolution |\n| --- | --- |\n| ISSUE-R1-001 | Section 4 defines this |\n";
    expect(judge(revised(row, SUBSTANCE.replace("Attempts", "4. Attempts"))).status).toBe("ANSWERED");
    expect(judge(revised(row, "### 4. Formats\n\nOnly archives.", SUBSTANCE)).status).toBe("NON_RESPONSE");
  });
});

describe("SPEC 9, H2 to H5", () => {
  it("adds H2 for an issue of a gap that was rolled back twice", () => {
    const rolledBack = new Set([ISSUE.id ?? "ISSUE-R0-000"]);
    expect(judge(EARLIER, { rolledBack }).heuristics).toContain("H2");
    expect(judge(EARLIER).heuristics).not.toContain("H2");
  });

  it("adds H3 when the document calls the gap resolved", () => {
    const claimed = revised("### Status\n\nGAP-NET-001 is now fully resolved.");
    const judgement = judge(claimed);
    const claims = detectorInput(claimed).proposal.document.resolutions[0]?.claimsResolved;
    expect(judgement.heuristics.includes("H3")).toBe(claims);
  });

  it("adds H4 when the criticised words stand as they did, and says where", () => {
    const judgement = judge(EARLIER);
    expect(judgement.heuristics).toContain("H4");
    expect(said(judgement)).toContain('"an upload is tried three times" stand as they did');
  });

  it("says when the criticised words are gone", () => {
    const judgement = judge(EARLIER.replace("an upload is tried three times", "the user is told"));
    expect(said(judgement)).toContain('"an upload is tried three times" are gone');
  });

  it("calls an answer that rejects the problem and offers nothing a DEFLECTION, with its words (H5)", () => {
    const judgement = judge(revised("## Response to ISSUE-R1-001\n\nThe limit is fine. This is nitpicking."));
    expect(judgement).toMatchObject({ status: "DEFLECTION", confidence: "HIGH", heuristics: ["H5"] });
    expect(said(judgement)).toContain("is fine");
  });

  it("calls an answer that rejects the suggestion and offers something else DISAGREED", () => {
    const answer =
      "I disagree with a setting. Instead the upload is resumed from the last acknowledged block for up to a day, so attempts need no limit.";
    expect(judge(revised(`## Response to ISSUE-R1-001\n\n${answer}`))).toMatchObject({
      status: "DISAGREED",
      heuristics: [],
    });
  });

  it("calls an issue with a DISAGREE block DISAGREED", () => {
    const block =
      "## DISAGREE: ISSUE-R1-001\n\n**Reviewer Concern:** the limit\n\n**Engineer Position:** no setting\n\n**Rationale:** nobody could choose it.";
    expect(judge(revised(block)).status).toBe("DISAGREED");
  });
});

describe("SPEC 9, the clock", () => {
  const other = EARLIER.replaceAll("GAP-NET-001", "GAP-NET-002");

  it("is not running for a document about another gap", () => {
    const judgement = judge(other);
    expect(judgement.status).toBe("NOT_DUE");
    expect(said(judgement)).toContain("proposes GAP-NET-002, not GAP-NET-001");
  });

  it("runs for a part of the gap, and for a successor", () => {
    expect(judge(EARLIER.replaceAll("GAP-NET-001", "GAP-NET-001a")).status).toBe("IGNORED");
    const successors = new Map([["GAP-NET-001", ["GAP-NET-002"]]] as const);
    expect(judge(other, { successors }).status).toBe("IGNORED");
  });

  it("takes an answer by name in a document about another gap", () => {
    const answer = "\n## Response to ISSUE-R1-001\n\nThe limit is read from `upload.attempts`, default 5.\n";
    expect(judge(other + answer).status).toBe("ANSWERED");
  });
});

describe("laws of the detector", () => {
  it("judges CRITICAL and HIGH issues only, in their order, each once", () => {
    const issues = [SECOND, { ...ISSUE, severity: "LOW" as const }, ISSUE];
    const ids = detectDisagreement(detectorInput(EARLIER, { issues })).map(({ issue }) => issue);
    expect(ids).toEqual([SECOND, issues[2]]);
  });

  it("finds nothing new in a proposal that is sent again", () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), (words) => {
        const text = revised(`### More\n\n${words}`);
        const { proposal } = detectorInput(text);
        const judged = detectDisagreement({ proposal, earlier: proposal, issues: [ISSUE, SECOND] });
        expect(judged.map(({ status }) => status)).toEqual(["IGNORED", "IGNORED"]);
      }),
      { numRuns: 30 },
    );
  });

  it("says the same every time, and of any text something with evidence", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (words) => {
        const text = revised(words);
        const once = detectDisagreement(detectorInput(text));
        expect(detectDisagreement(detectorInput(text))).toEqual(once);
        for (const judgement of once) expect(judgement.evidence.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
