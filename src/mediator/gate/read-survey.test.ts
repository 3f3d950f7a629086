import { describe, expect, it } from "vitest";
import { readSurvey } from "./read-single-run.ts";

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
