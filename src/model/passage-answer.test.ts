import { describe, expect, it } from "vitest";
import { answerProblem, meantFields, meantOptions } from "./answer-problem.ts";
import { isPassageQuestion, isWholeLine, passageAnswers, withWordsInPlace } from "./passage-answer.ts";
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

const TBD = { replaces: "TBD", marker: "TBD" };
const INSIDE = question([LINE], { id: "edit", initial: LINE, ...TBD }, { id: "add" });
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
    expect(given(INSIDE, "edit", { edit: "- New.\n" })).toEqual([{ kind: "edit", passage: LINE, text: "- New." }]);
    expect(given(INSIDE, "add", { add: "One more." })).toEqual([{ kind: "add", passage: LINE, text: "One more." }]);
    expect(given(INSIDE, "keep")).toEqual([{ kind: "keep", passage: LINE, text: "" }]);
    expect(given(TWO, "strike-2")).toEqual([{ kind: "strike", passage: ROW, text: "" }]);
    expect(given(INSIDE, "later")).toBe("later");
  });

  it("fills a place that stands alone, letter for letter, whatever the words are", () => {
    for (const words of ["Ana $& Bob", "It is Ana. She knows.", "5"]) {
      expect(problem(ALONE, "fill", words)).toBeUndefined();
      expect(given(ALONE, "fill", { fill: words })).toMatchObject([{ kind: "edit", text: `- **Owner**: ${words}` }]);
    }
    expect(given(ALONE, "fill", { fill: "Ana\nBob" })).toMatchObject([{ text: "- **Owner**: Ana\n  Bob" }]);
  });

  it("edits both of two passages", () => {
    const fields = { edit: "- One.", "edit-2": "| Cancel | 2 hours | P1 |" };
    expect(given(TWO, "edit", fields)).toEqual([
      { kind: "edit", passage: LINE, text: "- One." },
      { kind: "edit", passage: ROW, text: "| Cancel | 2 hours | P1 |" },
    ]);
  });

  it("takes words that say what to do for what they mean", () => {
    expect(given(INSIDE, "edit", { edit: "leave it" })).toEqual([{ kind: "keep", passage: LINE, text: "" }]);
    expect(given(ALONE, "fill", { fill: "not needed, remove it" })).toMatchObject([{ kind: "strike" }]);
    expect(given(BELOW, "add", { add: "tbd" })).toBe("later");
  });

  it("takes the option that the filled field belongs to", () => {
    expect(meantOptions(INSIDE, { options: [], fields: { edit: "x" } })).toEqual(["edit"]);
    expect(meantOptions(INSIDE, { options: ["KEEP"], fields: {} })).toEqual(["keep"]);
    expect(meantOptions(INSIDE, { options: [], fields: {} })).toEqual([]);
  });

  it("takes fill and add for the same where words have a place of their own, and nowhere else", () => {
    expect(meantFields(ALONE, { add: "Ana" })).toEqual({ fill: "Ana" });
    expect(meantFields(BELOW, { fill: "Ana" })).toEqual({ add: "Ana" });
    expect(meantFields(INSIDE, { fill: "Ana" })).toEqual({ fill: "Ana" });
    expect(meantFields(ALONE, { fill: "Ana", add: "Bob" })).toEqual({ fill: "Ana", add: "Bob" });
  });
});

describe("words in place of the marked ones", () => {
  it("are shown in the passage where the marked ones stand there once, and no rule judges them", () => {
    expect(withWordsInPlace(INSIDE, "It is 2 hours.")).toBe(LINE.replace("TBD", "It is 2 hours."));
    expect(withWordsInPlace(question(["From TBD to TBD."], { id: "edit", ...TBD }), "2")).toBeUndefined();
    expect(withWordsInPlace(question(["It ends TBD."], { id: "edit", ...TBD }), "at noon.")).toBe("It ends at noon.");
    expect(withWordsInPlace(question(["From one to two."], { id: "edit" }), "2")).toBeUndefined();
    expect(withWordsInPlace(TWO, "2")).toBeUndefined();
  });
});

describe("what is refused with the reason, and asked again (SPEC 14, 16.4)", () => {
  it("a fill inside a sentence: the message shows the line to copy", () => {
    expect(problem(INSIDE, "fill", "2 hours")).toBe(
      `fill is for a marker that stands alone: write the whole line with edit: ${LINE}`,
    );
    const alone: Answer = { ...answer("edit", { fill: "2 hours" }), options: [] };
    expect(answerProblem(INSIDE, alone)).toMatch(/for a marker that stands alone/);
  });

  it.each(["no", "not needed", "n/a", "yes"])("%j, which could mean two things", (text) => {
    expect(problem(INSIDE, "edit", text)).toMatch(/could mean two things/);
    expect(problem(ALONE, "fill", text)).toMatch(/could mean two things/);
  });

  it("but for yes and no below a question", () => {
    expect(problem(BELOW, "add", "No.")).toBeUndefined();
    expect(passageAnswers(BELOW, answer("add", { add: "No." }))).toMatchObject([{ kind: "add", text: "No." }]);
    expect(problem(BELOW, "add", "n/a")).toMatch(/could mean two things/);
  });

  it("words that end in a strike, beside others that are not understood", () => {
    expect(problem(ALONE, "fill", "nothing else, remove it")).toMatch(/could mean two things/);
  });

  it("a strike in words where it is not plain what goes", () => {
    expect(problem(INSIDE, "edit", "remove it")).toMatch(/could mean "TBD" or the whole passage/);
    expect(problem(TWO, "add", "remove it")).toMatch(/could mean either passage/);
    const options = ALONE.options.filter(({ id }) => id !== "strike");
    expect(problem({ ...ALONE, options }, "fill", "remove it")).toMatch(/is not possible/);
    expect(problem(ALONE, "fill", "remove it")).toBeUndefined();
    expect(answerProblem(INSIDE, answer("strike"))).toBeUndefined();
  });

  it("an edit that leaves the marker, or the passage, as it is", () => {
    expect(problem(INSIDE, "edit", LINE)).toMatch(/changes nothing/);
    expect(problem(INSIDE, "edit", LINE.replace("slot", "class"))).toMatch(/"TBD" is still there/);
    expect(problem(ALONE, "fill", "TBD by Ana")).toMatch(/"TBD" is still there/);
    expect(problem(BELOW, "add", "TBD by Ana")).toMatch(/leaves it open/);
    const twice = question(["From TBD to TBD."], { id: "edit", marker: "TBD" });
    expect(problem(twice, "edit", "From 2 to TBD."), "one of two is gone").toBeUndefined();
  });

  it("a row with other cells", () => {
    expect(problem(CELL, "fill", "a | b")).toMatch(/a row with 2 cells/);
    expect(problem(CELL, "fill", "a\nb")).toMatch(/a row with 2 cells/);
    expect(problem(CELL, "edit", "| Ana |")).toMatch(/a row with 2 cells/);
    expect(problem(CELL, "fill", "| Owner | Ana |"), "the row whole").toBeUndefined();
    expect(problem(CELL, "fill", "a \\| b")).toBeUndefined();
    expect(answerProblem(TWO, answer("edit", { edit: LINE.replace("TBD", "2 hours"), "edit-2": "2 hours" }))).toMatch(
      /3 cells/,
    );
  });

  it("a short text that would drop the author's words, but not at the terminal, where they are seen", () => {
    expect(problem(INSIDE, "edit", "2 hours")).toMatch(/write the whole line with edit, or choose add/);
    expect(problem(INSIDE, "edit", "2 hours", "page")).toMatch(/would drop/);
    expect(problem(INSIDE, "edit", "2 hours", "terminal")).toBeUndefined();
    expect(problem(INSIDE, "edit", "A member may cancel."), "a third of its words").toBeUndefined();
    const another = "Cancellation is described in the handbook of the club.";
    expect(problem(INSIDE, "edit", another), "as long as half of it").toBeUndefined();
  });

  it("nothing else: no rule judges a text", () => {
    for (const text of ["Redis", "42", "because", "- a\n- b"]) expect(problem(BELOW, "add", text)).toBeUndefined();
  });
});

describe("a line that is typed whole", () => {
  it.each([
    "- **FR-006**: A member may cancel up to 2 hours before the slot begins.",
    "**FR-006**: A member may cancel up to 2 hours before it.",
    "A member may cancel up to two hours before the slot begins.",
  ])("is the line: %s", (text) => expect(isWholeLine(INSIDE, text)).toBe(true));

  it.each(["2 hours", "- 2 hours", "A member decides", "The slot is free until noon."])("is not: %s", (text) =>
    expect(isWholeLine(INSIDE, text)).toBe(false),
  );

  it.each(["**Owner**: Ana", "- **Owner**: Ana", "owner: Ana"])("takes the place of its marker as one: %s", (text) =>
    expect(passageAnswers(ALONE, answer("fill", { fill: text }))).toMatchObject([{ kind: "edit", text }]),
  );
});
