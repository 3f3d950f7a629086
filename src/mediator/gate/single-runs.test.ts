import { describe, expect, it } from "vitest";
import { formText } from "../../../test/support/sample-session.ts";
import { judgeWholeSpec, readFinalReview, readMiddleGround, readSurvey } from "./single-runs.ts";

const GAP =
  '- **GAP-UPLOAD-001** (HIGH): What happens to an upload that breaks off\n  - **Location:** "the file is stored"\n  - **Why:** One keeps the part, another deletes it.\n';

describe("readSurvey (SPEC 16.1)", () => {
  it("reads each gap with category, severity, title, quotations and why, and the lesser ones as lines", () => {
    const text = `## Survey\n\n### Gaps\n\n${GAP}- **GAP-LIMIT-001** (critical): How large a file may be\n  - **Location:** "up to 10 MB", "larger than 20 MB"\n  - **Why:** 15 MB.\n\n### Lesser\n\n- (Medium) Who may see the list.\n- Which **letters**\n  a name has.\n`;
    expect(readSurvey(text)).toEqual({
      type: "survey",
      gaps: [
        {
          category: "UPLOAD",
          title: "What happens to an upload that breaks off",
          text: "One keeps the part, another deletes it.",
          severity: "HIGH",
          quotations: ["the file is stored"],
          why: "One keeps the part, another deletes it.",
        },
        {
          category: "LIMIT",
          title: "How large a file may be",
          text: "15 MB.",
          severity: "CRITICAL",
          quotations: ["up to 10 MB", "larger than 20 MB"],
          why: "15 MB.",
        },
      ],
      lesser: [
        { title: "Who may see the list.", severity: "MEDIUM" },
        { title: "Which letters a name has.", severity: "LOW" },
      ],
    });
  });

  it.each(["## Survey\n\n### Gaps\n\nNone.\n\n### Lesser\n\nNone.", "### Gaps\n\n- None."])(
    "reads that there are none: %j",
    (text) => {
      expect(readSurvey(text)).toEqual({ type: "survey", gaps: [], lesser: [] });
    },
  );

  it("takes a gap without a severity for MEDIUM, and one by its title alone", () => {
    const text = `### Gaps\n\n${GAP.replace("**GAP-UPLOAD-001** (HIGH): What happens", "**What happens").replace("breaks off\n", "breaks off**\n")}`;
    expect(readSurvey(text)).toMatchObject({
      gaps: [{ title: "What happens to an upload that breaks off", severity: "MEDIUM" }],
    });
  });

  it("is a problem when there is no section of gaps", () => {
    expect(readSurvey("I looked at the spec.")).toMatchObject({
      type: "problem",
      message: expect.stringContaining("### Gaps"),
    });
  });

  it.each([
    ["a gap in prose", `### Gaps\n\n${GAP}\nUploads by two users are also open.\n`, "Uploads by two users"],
    ["a gap without a quotation", `### Gaps\n\n${GAP.replace('"the file is stored"', "section 4")}`, "section 4"],
    ["lesser gaps in prose", `### Gaps\n\n${GAP}\n### Lesser\n\nNames and colours.`, "Names and colours."],
    ["another section", `### Gaps\n\n${GAP}\n### Risks\n\n- Time.\n`, "Time."],
  ])("is a problem that quotes the lines for %s", (_, text, words) => {
    const reading = readSurvey(text);
    expect(reading.type).toBe("problem");
    expect(reading.type === "problem" && reading.details.join("\n")).toContain(words);
  });
});

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
    const compared = { rows: [], covered: [] };
    expect(readFinalReview(text)).toEqual({ type: "review", ready: true, compared, blockers: [], left: [] });
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

  const left = (rows: string, word: string) => verdict(`None.\n\n### Left Open\n\n${rows}`, word);
  const row = (id: string, status: string, why: string) =>
    `| Id | Status | Why |\n| --- | --- | --- |\n| ${id} | ${status} | ${why} |`;

  it.each([
    [
      "a table",
      row("GAP-FEE-001", "**RESOLVED**", '"2 EUR"'),
      { id: "GAP-FEE-001", status: "SETTLED", why: '"2 EUR"' },
    ],
    ["a list", '- **GAP-FEE-001**: SETTLED, "2 EUR"', { id: "GAP-FEE-001", status: "SETTLED", why: '"2 EUR"' }],
    ["brackets", '- GAP-FEE-001 (Settled): "2 EUR"', { id: "GAP-FEE-001", status: "SETTLED", why: '"2 EUR"' }],
    ["an issue", row("ISSUE-R1-001", "SETTLED", '"2 EUR"'), { id: "ISSUE-R1-001", status: "SETTLED" }],
    ["what stays open", row("GAP-FEE-001", "OPEN", ""), { id: "GAP-FEE-001", status: "OPEN" }],
  ])("reads the word on something left open from %s", (_, rows, word) => {
    expect(readFinalReview(left(rows, "READY_FOR_TERMINATION"))).toMatchObject({ ready: true, left: [word] });
  });

  it("holds a parked gap that blocks for a blocker, whatever the verdict", () => {
    for (const word of ["READY_FOR_TERMINATION", "NOT_READY"])
      expect(readFinalReview(left(row("GAP-FEE-001", "BLOCKS", "who pays is open"), word))).toMatchObject({
        ready: false,
        blockers: [],
        left: [{ id: "GAP-FEE-001", status: "BLOCKS", why: "who pays is open" }],
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
    ["prose on what is left open", left("The fee is settled.", "READY_FOR_TERMINATION"), "The fee is settled."],
    ["two words on one", left("- GAP-FEE-001: OPEN\n- GAP-FEE-001: BLOCKS all", "NOT_READY"), "BLOCKS all"],
    ["half a word", left(row("GAP-FEE-001", "SETTLED", 'partly: "2 EUR"'), "READY_FOR_TERMINATION"), "partly"],
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

const compared = (...lines: readonly string[]) =>
  verdict("None.", "READY_FOR_TERMINATION").replace(
    "### Checklist",
    [
      "### Compared",
      "",
      "| Changes | Subject | Passages | Result |",
      "| --- | --- | --- | --- |",
      ...lines,
      "",
      "### Checklist",
    ].join("\n"),
  );
const SAME = '| 1, 3-4 | When a request ends | "30 seconds", "half a minute" | AGREE |';

describe("the comparison of a final review (SPEC 12)", () => {
  it("is read with the numbers, the subject, the quotations and the result of each row", () => {
    const differs = '| - | **Who** pays | "the sender"<br>"a \\| b" | DIFFER: one pays |';
    expect(
      readFinalReview(compared(SAME, differs, "", "No other passage: 2, 5 (the colour) and 7 to 9")),
    ).toMatchObject({
      ready: true,
      compared: {
        rows: [
          { subject: "When a request ends", quotations: ["30 seconds", "half a minute"], differs: false },
          { subject: "Who pays", quotations: ["the sender", "a | b"], differs: true },
        ],
        covered: [
          [1, 1],
          [3, 4],
          [2, 2],
          [5, 5],
          [7, 9],
        ],
      },
    });
  });

  it.each(["No other passage: none", "- No other passages: -", "None."])("takes %j for no number", (line) => {
    expect(readFinalReview(compared(SAME, "", line))).toMatchObject({
      compared: {
        covered: [
          [1, 1],
          [3, 4],
        ],
      },
    });
  });

  it.each([
    ["a row without a word", SAME.replace("AGREE", "fine")],
    ["a row with both words", SAME.replace("AGREE", "AGREE or DIFFER")],
    ["a row that is open without an id", SAME.replace("AGREE", "OPEN")],
    ["a row whose quotation breaks its cell", SAME.replace("30 seconds", "30 | seconds")],
    ["prose", "\nThe two limits differ, 30 against 60."],
    ["prose beside the numbers", "\nNo other passage: 2, but 60 seconds differ"],
  ])("is a problem that quotes the lines for %s", (_, line) => {
    expect(readFinalReview(compared(line))).toMatchObject({
      type: "problem",
      details: [expect.stringContaining(line.trim())],
    });
  });

  const spec = [{ path: "a.md", text: "It ends after 30 seconds.\n\nIt is given up after half a minute.\n" }];
  const judged = (text: string, changes: number, ...retried: ("UNGROUNDED" | "PARTIAL_REVIEW")[]) =>
    judgeWholeSpec("final-review", new TextEncoder().encode(text), { spec, changes, retried });

  it("is sent back once for a change that no row covers, which it names", () => {
    expect(judged(compared(SAME), 4)).toMatchObject({
      failureType: "PARTIAL_REVIEW",
      message: expect.stringContaining("change 2."),
    });
    expect(judged(compared(SAME), 4, "PARTIAL_REVIEW")).toMatchObject({
      success: true,
      warnings: [{ type: "PARTIAL_REVIEW", message: "not compared: change 2" }],
    });
    expect(judged(compared(SAME, "", "No other passage: 2"), 4)).toMatchObject({ success: true, warnings: [] });
  });

  it("takes a row that has two passages beside one that does not occur", () => {
    expect(judged(compared(SAME.replace('"half a minute"', '"half a minute", "one minute"')), 1)).toMatchObject({
      success: true,
    });
  });

  it("takes one passage in a row on a point that is left open", () => {
    const row = SAME.replace(', "half a minute"', "").replace("AGREE", "OPEN GAP-TIME-001");
    expect(judged(compared(row), 1)).toMatchObject({ success: true, warnings: [] });
  });

  it.each([
    ["words that do not occur", SAME.replace("half a minute", "one minute"), "one minute"],
    ["one passage", SAME.replace(', "half a minute"', ""), "fewer than 2"],
  ])("is sent back once for a row that quotes %s", (_, row, words) => {
    const failed = judged(compared(row), 5);
    expect(failed).toMatchObject({ failureType: "UNGROUNDED", details: [expect.stringContaining(words)] });
    expect(failed.message).toContain("changes 2, 5");
    expect(judged(compared(row), 1, "UNGROUNDED")).toMatchObject({ success: true, warnings: [{ type: "UNGROUNDED" }] });
  });
});

describe("the answer of an agent that was asked for a middle ground (SPEC 10.2)", () => {
  it("is one sentence, with or without the heading", () => {
    const sentence = { type: "sentence", text: "It is retried three times, then with a delay." };
    expect(readMiddleGround("## Middle Ground\n\nIt is retried three times,\nthen with a delay.\n")).toEqual(sentence);
    expect(readMiddleGround("It is retried three times, then with a delay.")).toEqual(sentence);
  });

  it.each(["NONE", "## Middle Ground\n\n**None.**\n"])("is none: %j", (text) => {
    expect(readMiddleGround(text)).toEqual({ type: "none" });
  });

  it.each(["", "## Middle Ground\n", "One.\n\nTwo.", `${"word ".repeat(200)}.`])("is a problem otherwise", (text) => {
    expect(readMiddleGround(text).type).toBe("problem");
  });
});
