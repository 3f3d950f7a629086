import { describe, expect, it } from "vitest";
import { answerProblem, meantFields, meantOptions } from "./answer-problem.ts";
import { lineWith } from "./line-with.ts";
import { isPassageQuestion, passageAnswers, saidToDo } from "./passage-answer.ts";
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

  it("fills a place that stands alone, letter for letter, whatever the words are", () => {
    for (const words of ["Ana $& Bob", "It is Ana. She knows.", "5"]) {
      expect(problem(ALONE, "fill", words)).toBeUndefined();
      expect(given(ALONE, "fill", { fill: words })).toMatchObject([{ kind: "edit", text: `- **Owner**: ${words}` }]);
    }
    expect(given(ALONE, "fill", { fill: "Ana\nBob" })).toMatchObject([{ text: "- **Owner**: Ana\n  Bob" }]);
  });

  it.each(["- Ana", "Owner: Ana", "**Owner**: Ana", "- owner: Ana"])(
    "has the bullet and the label that stand there already once: %s",
    (fill) => expect(given(ALONE, "fill", { fill })).toMatchObject([{ text: "- **Owner**: Ana" }]),
  );

  it("edits both of two passages", () => {
    const fields = { edit: "One.", "edit-2": "| Cancel | 2 hours | P1 |" };
    expect(given(TWO, "edit", fields)).toEqual([
      { kind: "edit", passage: LINE, text: "- **FR-006**: One." },
      { kind: "edit", passage: ROW, text: "| Cancel | 2 hours | P1 |" },
    ]);
  });

  it.each([
    ["- **FR-004**: It follows FR-017.", "The format.", undefined],
    ["It follows FR-017.", "The format.", true],
    ["It follows FR-017.", "**FR-017**: The format.", undefined],
    ["- **NFR-004**: It follows FR-017.", "The format.", true],
  ])("a line that does not define the name that %j lacks leaves it open: %j", (body, add, open) => {
    const dangling = question([body], { id: "edit", initial: body, replaces: "FR-017" }, { id: "add" });
    expect(given(dangling, "add", { add })).toEqual([{ kind: "add", passage: body, text: add, ...(open && { open }) }]);
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

  it("keeps a cell a cell, and a full stop one", () => {
    expect(given(CELL, "fill", { fill: "a | b\nc" })).toMatchObject([{ text: "| Owner | a \\| b c |" }]);
    const stop = question(["The manager: TBD."], { id: "fill", replaces: "TBD" }, { id: "edit" });
    expect(given(stop, "fill", { fill: "Ana" })).toMatchObject([{ text: "The manager: Ana." }]);
    expect(given(stop, "fill", { fill: "Ana. She knows." })).toMatchObject([{ text: "The manager: Ana. She knows." }]);
    const text = "The manager:\n- Ana\n- Bo";
    expect(given(stop, "fill", { fill: "- Ana\n- Bo" }), "it ends no list").toMatchObject([{ text }]);
  });

  it("puts a list below its label, and not on its line", () => {
    const label = question(["4. **Support:** TBD"], { id: "fill", replaces: "TBD" }, { id: "edit" });
    expect(given(label, "fill", { fill: "- a group\n- by mail" })).toMatchObject([
      { text: "4. **Support:**\n   - a group\n   - by mail" },
    ]);
  });

  it("takes fill and add for the same where words have a place of their own", () => {
    expect(meantFields(ALONE, { add: "Ana" })).toEqual({ fill: "Ana" });
    expect(meantFields(BELOW, { fill: "Ana" })).toEqual({ add: "Ana" });
    expect(meantFields(ALONE, { fill: "Ana", add: "Bob" })).toEqual({ fill: "Ana", add: "Bob" });
  });
});

describe("fill inside a sentence does what the same words do at the terminal (SPEC 16.4)", () => {
  it("puts a phrase in place of the marker", () => {
    expect(meantFields(INSIDE, { fill: "2 hours" })).toEqual({ edit: LINE.replace("TBD", "2 hours") });
    expect(meantFields(INSIDE, { fill: "leave it" })).toEqual({ edit: "leave it" });
  });

  it("is refused with the reason, and the line to copy, where the terminal opens the line", () => {
    const sentence = { fill: "It is 24 hours." };
    expect(meantFields(INSIDE, sentence)).toEqual(sentence);
    expect(answerProblem(INSIDE, { ...answer("edit", sentence), options: [] })).toBe(
      `fill cannot go there, because the marker is only part of a sentence; use edit and write the whole line: ${LINE}`,
    );
    expect(problem(question(["It has 3."], { id: "edit" }), "fill", "4")).toContain("because no marker shows");
  });
});

const lineOf = (asked: Question, typed: string) => {
  const line = lineWith(asked, typed);
  return "text" in line ? line.text : undefined;
};

describe("the line with what was typed (SPEC 16.4)", () => {
  it("has a phrase in place of the marker", () => {
    expect(lineOf(INSIDE, " 2 hours ")).toBe(LINE.replace("TBD", "2 hours"));
    expect(lineOf(question(["See [x](#rules)."], { id: "edit", replaces: "#rules" }), "#a")).toBe("See [x](#a).");
    expect(lineOf(INSIDE, "$& hours")).toBe(LINE.replace("TBD", () => "$& hours"));
    expect(lineOf(INSIDE, "2 hours."), "the full stop ends the answer").toBe(LINE.replace("TBD", "2 hours"));
    expect(lineOf(INSIDE, "2 hours; none else")).toBe(LINE.replace("TBD", "2 hours; none else"));
  });

  it("says what stands beside the marker once", () => {
    expect(lineOf(INSIDE, "2 hours before")).toBe(LINE.replace("TBD", "2 hours"));
    expect(lineOf(INSIDE, "to 2 hours")).toBe(LINE.replace("TBD", "2 hours"));
    expect(lineOf(INSIDE, "Up to 2 hours")).toBe(LINE.replace("TBD", "2 hours"));
    const percent = question(["At most TBD% fail."], { id: "edit", replaces: "TBD" });
    expect(lineOf(percent, "40 %")).toBe("At most 40% fail.");
    const unit = question(["It waits TBD ms."], { id: "edit", replaces: "TBD" });
    expect(lineOf(unit, "500ms")).toBe("It waits 500 ms.");
  });

  it.each([
    ["It waits [TBD ms].", "[TBD ms]", "5", "It waits 5 ms."],
    ["It waits TBD (ms).", "TBD (ms)", "5", "It waits 5 ms."],
    ["It waits TBD (ms).", "TBD (ms)", "5 s", "It waits 5 s."],
    ["It waits [TBD Ana].", "[TBD Ana]", "5", "It waits 5."],
    ["It waits (TBD s).", "TBD", "5", "It waits (5 s)."],
    ["It waits TBD days.", "TBD", "5 s", undefined],
  ])("of %j has the unit of %j, %j with its own", (body, replaces, typed, line) => {
    expect(lineOf(question([body], { id: "edit", replaces, marker: "TBD" }), typed)).toBe(line);
  });

  it("is the person's own where a number has no unit, and the marker's note has", () => {
    const note = "[NEEDS CLARIFICATION: how many MB?]";
    const asked = { id: "edit", replaces: note, marker: note };
    expect(lineOf(question([`It takes ${note}.`], asked), "5")).toBeUndefined();
    expect(lineOf(question([`It takes ${note}.`], asked), "5 MB")).toBe("It takes 5 MB.");
    expect(lineOf(question([`It takes ${note} MB.`], asked), "5")).toBe("It takes 5 MB.");
  });

  it("has the unit in a cell, too", () => {
    const body = "| Wait | [TBD ms] |";
    const cell = question([body], { id: "fill", replaces: "[TBD ms]" }, { id: "edit", marker: "TBD" });
    expect(given(cell, "fill", { fill: "5" })).toMatchObject([{ text: "| Wait | 5 ms |" }]);
  });

  it("is what was typed where that is the line, or a row, anew", () => {
    const anew = "A member may cancel up to 2 hours before the slot begins, always.";
    expect(lineOf(INSIDE, anew)).toBe(anew);
    const row = question(["| TBD | TBD |"], { id: "edit", marker: "TBD" });
    expect(lineOf(row, "| Ana | Bob |")).toBe("| Ana | Bob |");
  });

  it.each(["one\ntwo", "- 2 hours", "# 5", "yes", "No, an hour", "It is 24 hours."])(
    "is the person's own where %j has no place in it",
    (words) => expect(lineOf(INSIDE, words)).toBeUndefined(),
  );

  it.each([
    ["The system MUST keep logs for TBD, encrypted, in the EU.", "The system keeps logs for 90 days."],
    ["Users are logged out after TBD, and admins after 5 minutes.", "Users are never logged out."],
    ["The app MUST show the price, and refund the price within TBD.", "Show the total within 2 days."],
    ["The report goes to the owner, and the owner has to confirm it by TBD.", "The owner gets it by mail."],
  ])("is the person's own where a sentence would leave out words of the author's: %j", (line, words) => {
    const field = { id: "edit", initial: line, marker: "TBD", replaces: "TBD", sentence: line };
    expect(lineOf(question([line], field, { id: "add" }), words)).toBeUndefined();
  });

  it("is the person's own where no marker is in question", () => {
    expect(lineOf(question(["From one to two."], { id: "edit" }), "2")).toBeUndefined();
    expect(lineOf(TWO, "2")).toBeUndefined();
  });
});

describe("what is refused with the reason, and asked again (SPEC 14, 16.4)", () => {
  it.each(["no", "not needed", "n/a", "yes"])("%j, which could mean two things", (text) => {
    expect(problem(INSIDE, "edit", text)).toMatch(/could mean two things/);
    expect(problem(ALONE, "fill", text)).toMatch(/could mean two things/);
  });

  it("but for yes and no at a question in a cell", () => {
    const cell = question(["| Mail | [TBD: weekly?] |"], { id: "fill", replaces: "[TBD: weekly?]" }, { id: "edit" });
    expect(given(cell, "fill", { fill: "Yes." })).toMatchObject([{ text: "| Mail | Yes. |" }]);
    expect(problem(cell, "fill", "Yes.")).toBeUndefined();
    expect(problem(cell, "fill", "n/a")).toMatch(/could mean two things/);
  });

  it("a field that the question lacks, before an option that it would choose", () => {
    const said = answerProblem(INSIDE, { ...answer("", { edt: "2 hours" }), options: [] });
    expect(said).toBe('there is no field "edt"; its fields: edit, add');
  });

  it("naming strike only where the question offers it", () => {
    const options = BELOW.options.filter(({ id }) => id !== "strike");
    expect(problem(BELOW, "add", "n/a")).toContain("choose keep (k), strike (s) or later (l)");
    expect(problem({ ...BELOW, options }, "add", "n/a")).toContain("choose keep (k) or later (l)");
  });

  it("but not where the User chose to fill a place of its own and sees the diff", () => {
    for (const text of ["no", "Not applicable."]) expect(problem(ALONE, "fill", text, "terminal")).toBeUndefined();
    expect(problem(INSIDE, "edit", "no", "terminal")).toMatch(/could mean two things/);
  });

  it("an edit that drops the sentences around the marker's own", () => {
    const own = "A person MAY be on at most TBD waitlists on the same day.";
    const passage = `- One waitlist per room. ${own} Guests SHALL NOT wait.`;
    const asked = question([passage], { id: "edit", marker: "TBD", sentence: own });
    expect(problem(asked, "edit", own.replace("TBD", "three"))).toMatch(/would drop "- One waitlist per room\."/);
    expect(problem(asked, "edit", passage.replace("TBD", "three"))).toBeUndefined();
  });

  it("but not a word that the note offers", () => {
    const line = "- It has a dark theme [NEEDS CLARIFICATION: now or later?].";
    const asked = question([line], { id: "edit", marker: "[NEEDS CLARIFICATION" });
    expect(saidToDo(asked, "Later.")).toBeUndefined();
    expect(saidToDo(INSIDE, "later")).toBe("later");
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

  it("two options in one answer, of which one would be dropped", () => {
    const both = { edit: "- **FR-006**: A member may cancel up to 2 hours before the slot begins.", add: "One more." };
    expect(answerProblem(INSIDE, answer("edit", both))).toBe("an answer has one option; this one has edit and add");
    expect(answerProblem(INSIDE, answer("strike", both))).toMatch(/this one has strike and edit and add/);
  });

  it("a row with other cells", () => {
    expect(problem(CELL, "edit", "| Ana |")).toMatch(/a row with 2 cells/);
    expect(problem(CELL, "fill", "| Owner | Ana |"), "the row whole").toBeUndefined();
    expect(problem(CELL, "fill", "a \\| b")).toBeUndefined();
    expect(answerProblem(TWO, answer("edit", { edit: LINE.replace("TBD", "2 hours"), "edit-2": "2 hours" }))).toMatch(
      /3 cells/,
    );
  });

  it("an edit that keeps less than half of the author's words, with the passage to copy, but not where it is seen", () => {
    expect(problem(INSIDE, "edit", "2 hours")).toMatch(
      /^"2 hours" would drop the rest of the passage: .* The passage: - \*\*FR-006\*\*/,
    );
    for (const via of ["page", "terminal"] as const) expect(problem(INSIDE, "edit", "2 hours", via)).toBeUndefined();
    expect(problem(INSIDE, "edit", "Cancellation is described in the handbook of the club.")).toMatch(/would drop/);
    expect(problem(INSIDE, "edit", "Members may cancel up to 2 hours before it begins.")).toBeUndefined();
    expect(problem(ALONE, "edit", "Ana"), "the label").toMatch(/would drop/);
    expect(problem(BELOW, "edit", "- Nobody else."), "a question").toMatch(/add writes an answer below it/);
  });

  it("a heading below other text, which would begin a section", () => {
    const asked = question(["Who pays?"], { id: "add" }, { id: "edit" });
    expect(problem(asked, "add", "# 5")).toMatch(/would begin a new section/);
    expect(problem(asked, "add", "Ana\n---")).toMatch(/would begin a new section/);
    expect(problem(BELOW, "add", "# 5"), "nested in an item").toBeUndefined();
    expect(problem(question(["## Errors"], { id: "add" }), "add", "### One"), "in an empty section").toBeUndefined();
    const bare = question(["TBD"], { id: "fill", replaces: "TBD" }, { id: "edit" });
    expect(problem(bare, "fill", "As here:\n\n# 5")).toMatch(/would begin a new section/);
    expect(problem(bare, "fill", "As here:\n\n```sh\n# 5\n```"), "in code").toBeUndefined();
    const part = question(["### Requirement: Logout"], { id: "add" }, { id: "edit" });
    expect(problem(part, "add", "### Other")).toMatch(/would begin a new section/);
    expect(problem(part, "add", "#### Scenario: At the IdP\n\n- **WHEN** a"), "below its heading").toBeUndefined();
  });

  it("nothing else: no rule judges a text", () => {
    for (const text of ["Redis", "42", "because", "- a\n- b"]) expect(problem(BELOW, "add", text)).toBeUndefined();
  });
});

describe("an edit of the whole passage", () => {
  it.each([
    ["- It waits TBD.", "It waits 5 s.", "- It waits 5 s."],
    ["- It waits TBD.", "* It waits 5 s.", "- It waits 5 s."],
    ["    * It waits TBD.", "- It waits 5 s.", "    * It waits 5 s."],
    ["- **A-1**: It waits TBD.", "It waits 5 s.\nOr 6.", "- **A-1**: It waits 5 s.\n  Or 6."],
    ["- **A-1**: It waits TBD.", "**A-2**: It waits 5 s.", "- **A-2**: It waits 5 s."],
    ["- **A-1**: It waits TBD.", "A-1: It waits 5 s.", "- **A-1**: It waits 5 s."],
    ["- It waits TBD.", "5. is too much", "- 5. is too much"],
    ["> **TODO**: it waits\n> long.", "It waits 5 s\nor longer.", "> It waits 5 s\n> or longer."],
    ["   2. It waits TBD.", "3. It waits 5 s.", "   3. It waits 5 s."],
    ["## Limits TBD", "### Limits", "### Limits"],
    ["> It waits TBD.", "> It waits 5 s.", "> It waits 5 s."],
    ["It waits TBD.", "- It waits 5 s.", "- It waits 5 s."],
  ])("has the bullet and the id of %j where %j leaves them out", (passage, text, now) =>
    expect(given(question([passage], { id: "edit" }), "edit", { edit: text })).toMatchObject([{ text: now }]),
  );

  it("is a row also without the pipes around it", () => {
    expect(given(CELL, "edit", { edit: "Owner | Ana" })).toMatchObject([{ text: "| Owner | Ana |" }]);
    expect(problem(CELL, "edit", "Owner | Ana")).toBeUndefined();
  });
});
