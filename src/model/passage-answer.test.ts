import { describe, expect, it } from "vitest";
import { answerProblem, meantAnswer } from "./answer-problem.ts";
import { isNonAnswer, isPassageQuestion, passageAnswers } from "./passage-answer.ts";
import type { Answer, Question, QuestionField } from "./question.ts";

const LINE = "- **FR-006**: A member may cancel up to TBD before the slot begins.";
const ROW = "| Cancel | 24 hours | P1 |";
const plain = { description: "", effect: "" };

/** A question about passages; what it may be answered with comes from its fields. */
function question(bodies: readonly string[], ...fields: readonly Partial<QuestionField>[]): Question {
  const own = fields.map(({ id = "", ...more }) => ({ id, label: id, required: false, ...more }));
  const options = ["keep", "strike", ...(bodies.length > 1 ? ["strike-2"] : []), "later"];
  return {
    id: "Q-TBD-001",
    kind: "input",
    header: "HIGH",
    text: "booking.md:12",
    evidence: bodies.map((body) => ({ title: "", body, marks: ["TBD"] })),
    options: [
      ...own.map(({ id }) => ({ ...plain, id, label: id, requires: [id] })),
      ...options.map((id) => ({ ...plain, id, label: id })),
    ],
    fields: own,
    multiple: false,
    about: ["GAP-X-001"],
    personOnly: true,
  };
}

const INSIDE = question(
  [LINE],
  { id: "fill", replaces: "TBD" },
  { id: "edit", initial: LINE, marker: "TBD" },
  { id: "add" },
);
const ALONE = question(
  ["- **Owner**: TBD"],
  { id: "fill", replaces: "TBD" },
  { id: "edit", initial: "- **Owner**: TBD", marker: "TBD" },
);
const CELL = question(["| Owner | TBD |"], { id: "fill", replaces: "TBD" }, { id: "edit", marker: "TBD" });
const BELOW = question(["- Who pays?"], { id: "add" }, { id: "edit" });
const TWO = question([LINE, ROW], { id: "edit" }, { id: "edit-2" }, { id: "add" });

function answer(option: string, fields: Record<string, string> = {}, via: Answer["via"] = "answers-file"): Answer {
  return { question: "Q-TBD-001", options: [option], fields, via };
}

const problem = (asked: Question, option: string, text: string, via?: Answer["via"]) =>
  answerProblem(asked, answer(option, { [option]: text }, via));
const given = (asked: Question, option: string, fields: Record<string, string> = {}) =>
  passageAnswers(asked, answer(option, fields));

describe("what an answer does to a passage (SPEC 16.4)", () => {
  it("edits, adds, keeps, strikes, puts off", () => {
    expect(isPassageQuestion(INSIDE)).toBe(true);
    expect(given(INSIDE, "edit", { edit: "- **FR-007**: New.\n" })).toEqual([
      { kind: "edit", passage: LINE, text: "- **FR-007**: New." },
    ]);
    expect(given(INSIDE, "add", { add: "One more." })).toEqual([
      { kind: "add", passage: LINE, text: "One more.", open: true },
    ]);
    expect(given(INSIDE, "keep")).toEqual([{ kind: "keep", passage: LINE, text: "" }]);
    expect(given(TWO, "strike-2")).toEqual([{ kind: "strike", passage: ROW, text: "" }]);
    expect(given(INSIDE, "later")).toBe("later");
  });

  it("puts words in place of exactly the marker, letter for letter, whatever they are", () => {
    for (const words of ["Ana $& Bob", "It is Ana. She knows.", "5", "yes", "leave it"]) {
      expect(problem(ALONE, "fill", words)).toBeUndefined();
      expect(given(ALONE, "fill", { fill: words })).toMatchObject([{ kind: "edit", text: `- **Owner**: ${words}` }]);
      expect(given(INSIDE, "fill", { fill: words })).toMatchObject([{ text: LINE.replace("TBD", () => words) }]);
    }
    expect(given(ALONE, "fill", { fill: "Ana\nBob" })).toMatchObject([{ text: "- **Owner**: Ana\n  Bob" }]);
  });

  it("edits both of two passages", () => {
    const fields = { edit: "One.", "edit-2": "| Cancel | 2 hours | P1 |" };
    expect(given(TWO, "edit", fields)).toEqual([
      { kind: "edit", passage: LINE, text: "- **FR-006**: One." },
      { kind: "edit", passage: ROW, text: "| Cancel | 2 hours | P1 |" },
    ]);
  });

  it("takes the option that the filled field belongs to", () => {
    expect(meantAnswer(INSIDE, { options: [], fields: { edit: "x" } }).options).toEqual(["edit"]);
    expect(meantAnswer(INSIDE, { options: ["KEEP"], fields: {} }).options).toEqual(["keep"]);
    expect(meantAnswer(INSIDE, { options: [], fields: {} }).options).toEqual([]);
  });

  it("keeps a cell a cell", () => {
    expect(given(CELL, "fill", { fill: "a | b\nc" })).toMatchObject([{ text: "| Owner | a \\| b c |" }]);
  });

  it("takes fill and add for the same where words have a place of their own", () => {
    expect(meantAnswer(ALONE, { options: [], fields: { add: "Ana" } }).fields).toEqual({ fill: "Ana" });
    expect(meantAnswer(BELOW, { options: [], fields: { fill: "Ana" } }).fields).toEqual({ add: "Ana" });
    expect(meantAnswer(ALONE, { options: [], fields: { fill: "Ana", add: "Bob" } }).fields).toEqual({
      fill: "Ana",
      add: "Bob",
    });
    expect(meantAnswer(INSIDE, { options: [], fields: { add: "Ana" } }).fields).toEqual({ add: "Ana" });
  });
});

describe("what is refused with the reason, and asked again (SPEC 14, 16.4)", () => {
  it.each(["tbd", "TBD.", "to be decided", "later", "?", "…"])("%j, which leaves it open", (text) => {
    expect(problem(ALONE, "fill", text)).toMatch(/leaves it open/);
    expect(problem(BELOW, "add", text)).toMatch(/leaves it open/);
    expect(isNonAnswer(text)).toBe(true);
  });

  it("a field that the question lacks, before an option that it would choose", () => {
    const said = answerProblem(INSIDE, { ...answer("", { edt: "2 hours" }), options: [] });
    expect(said).toBe('there is no field "edt"; its fields: fill, edit, add');
  });

  it("an edit that leaves the marker, or the passage, as it is", () => {
    expect(problem(INSIDE, "edit", LINE)).toMatch(/changes nothing/);
    expect(problem(INSIDE, "edit", LINE.replace("slot", "class"))).toMatch(/"TBD" is still there/);
    expect(problem(ALONE, "fill", "TBD by Ana")).toMatch(/"TBD" is still there/);
    const twice = question(["From TBD to TBD."], { id: "edit", marker: "TBD" });
    expect(problem(twice, "edit", "From 2 to TBD."), "one of two is gone").toBeUndefined();
  });

  it("two options in one answer, of which one would be dropped", () => {
    const both = { edit: "- **FR-006**: A member may cancel up to 2 hours before the slot begins.", add: "One more." };
    expect(answerProblem(INSIDE, answer("edit", both))).toBe("an answer has one option; this one has edit and add");
    expect(answerProblem(INSIDE, answer("strike", both))).toMatch(/this one has strike and edit and add/);
  });

  it("a row with other cells", () => {
    expect(problem(CELL, "edit", "| Ana |")).toMatch(/a row with 2 cells/);
    expect(problem(CELL, "fill", "a \\| b")).toBeUndefined();
    expect(answerProblem(TWO, answer("edit", { edit: LINE.replace("TBD", "2 hours"), "edit-2": "2 hours" }))).toMatch(
      /3 cells/,
    );
  });

  it("an edit that is much shorter than the passage, with the passage to copy, but not where it is seen", () => {
    expect(problem(INSIDE, "edit", "2 hours")).toMatch(/replaces the whole passage: .* - \*\*FR-006\*\*/);
    for (const via of ["page", "terminal"] as const) expect(problem(INSIDE, "edit", "2 hours", via)).toBeUndefined();
    expect(problem(INSIDE, "edit", "Cancellation is described in the handbook of the club.")).toBeUndefined();
  });

  it("nothing else: no rule judges a text", () => {
    for (const text of ["Redis", "42", "because", "- a\n- b"]) expect(problem(BELOW, "add", text)).toBeUndefined();
  });
});

describe("an edit of the whole passage", () => {
  it.each([
    ["- It waits TBD.", "It waits 5 s.", "- It waits 5 s."],
    ["- It waits TBD.", "* It waits 5 s.", "* It waits 5 s."],
    ["- **A-1**: It waits TBD.", "It waits 5 s.", "- **A-1**: It waits 5 s."],
    ["- **A-1**: It waits TBD.", "**A-2**: It waits 5 s.", "- **A-2**: It waits 5 s."],
    ["## Limits TBD", "### Limits", "### Limits"],
    ["It waits TBD.", "- It waits 5 s.", "- It waits 5 s."],
  ])("has the bullet and the id of %j where %j leaves them out", (passage, text, now) =>
    expect(given(question([passage], { id: "edit" }), "edit", { edit: text })).toMatchObject([{ text: now }]),
  );
});
