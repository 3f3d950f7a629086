import { describe, expect, it } from "vitest";
import { sampleQuestion } from "../../test/support/sample-question.ts";
import { wholeQuestion } from "./whole-question.ts";

describe("a question off the terminal (SPEC 10.3, 14)", () => {
  it("shows the evidence, every option with its text and effect, the fields, and the command for what is recommended", () => {
    expect(wholeQuestion(sampleQuestion())).toEqual([
      "Q-R3-001 Should an upload be retried after a timeout?",
      "  GAP-FLOW-001, ISSUE-R2-001",
      "",
      "  The Reviewer  round_003/reviewer.md:41",
      "    A retry may store the file twice.",
      "",
      "  A: The Reviewer's (recommended)",
      "      No retry. The gap is revised.",
      "  B: The Engineer's (give it with --field why=…)",
      "      Retry. The issue is waived.",
      '  --field why="…": Why',
      "Answer with: whetstone answer Q-R3-001 --option A",
    ]);
  });

  it("cuts nothing, however long", () => {
    const long = "word ".repeat(2_000).trim();
    const options = [{ id: "A", label: "theirs", description: `first ${long}`, effect: `second ${long}` }];
    const shown = wholeQuestion(
      sampleQuestion({ text: `third ${long}`, evidence: [{ title: "E", body: `fourth ${long}` }], options }),
    ).join("\n");
    for (const which of ["first", "second", "third", "fourth"]) expect(shown).toContain(`${which} ${long}`);
    expect(shown).toContain("  A: theirs\n");
  });

  it("says what a prefilled field holds and which text is demanded", () => {
    const fields = [
      { id: "edit", label: "The passage", required: true, initial: "Line one.\nLine two." },
      { id: "gate", label: "Type it", required: true, exactText: "I acknowledge" },
    ];
    expect(wholeQuestion(sampleQuestion({ options: [], fields, evidence: [] })).slice(2)).toEqual([
      "",
      '  --field edit="…": The passage',
      "    current text:",
      "      Line one.",
      "      Line two.",
      '  --field gate="…": Type it, exactly: I acknowledge',
      'Answer with: whetstone answer Q-R3-001 --field edit="…" --field gate="…"',
    ]);
  });

  it("passes no control character on, and says what an option says only once", () => {
    const evidence = [{ title: "B: The Engineer's", body: "Retry." }];
    const shown = wholeQuestion(sampleQuestion({ text: "a\u001b[2J", evidence })).join("\n");
    expect(shown).not.toContain("\u001b");
    expect(shown.split("Retry.")).toHaveLength(2);
  });
});
