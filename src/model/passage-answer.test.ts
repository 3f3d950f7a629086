import { describe, expect, it } from "vitest";
import { answerProblem, meantFields, meantOptions } from "./answer-problem.ts";
import * as passages from "./passage-answer.ts";
import { isPassageQuestion, linesInQuestion, lostWords, passageAnswers, withWordsInPlace } from "./passage-answer.ts";
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

const asWritten = ({ evidence: [shown = { title: "", body: "" }] }: Question, text: string) =>
  passages.asWritten(shown, text);

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

  it("has a sign beside the place once", () => {
    const cell = (text: string) => question([`| Price | ${text} |`], { id: "fill", replaces: "TBD" });
    const filledIn = (text: string, fill: string) => given(cell(text), "fill", { fill });
    expect(filledIn("$TBD", "$15")).toMatchObject([{ text: "| Price | $15 |" }]);
    expect(filledIn("~TBD%", "70%")).toMatchObject([{ text: "| Price | ~70% |" }]);
    expect(filledIn("≥ TBD", "≥ 99 %")).toMatchObject([{ text: "| Price | ≥ 99 % |" }]);
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

describe("words in place of a marker", () => {
  const at = (body: string, words: string, marker: string | undefined = "TBD", replaces = "TBD") =>
    withWordsInPlace(question([body], { id: "edit", replaces, ...(marker === undefined ? {} : { marker }) }), words);

  it("are shown where a phrase takes the place of a token that stands there once", () => {
    expect(withWordsInPlace(INSIDE, "2 hours")).toBe(LINE.replace("TBD", "2 hours"));
    expect(at("From TBD to TBD.", "2")).toBeUndefined();
    expect(withWordsInPlace(question(["From one to two."], { id: "edit" }), "2")).toBeUndefined();
    expect(withWordsInPlace(TWO, "2")).toBeUndefined();
  });

  it.each([
    ["It waits for TBD seconds.", "It is 5."],
    ["It waits for TBD seconds.", "yes, for 5"],
    ["It waits for TBD seconds.", "No"],
    ["It waits for TBD seconds.", "for 5"],
    ["It waits for TBD seconds.", "5 seconds"],
    ["It waits for TBD seconds.", "it waits until noon"],
    ["It waits for TBD before the next try.", "5 seconds, otherwise it stops"],
  ])("are not where they are a sentence, a yes or no, or say again what stands beside it: %s, %s", (body, words) =>
    expect(at(body, words)).toBeUndefined(),
  );

  it("take a place of its own between two sentences as sentences", () => {
    expect(at("It is kept. TBD", "For 5 days. Then it goes.")).toBe("It is kept. For 5 days. Then it goes.");
    expect(at("It is kept for TBD. It goes.", "For 5 days. Then it goes.")).toBeUndefined();
  });

  it("take the place of a note that is the whole line as a sentence or an item, not as a phrase", () => {
    const note = "TODO: name the columns";
    expect(at(`- ${note}`, "It has two columns.", note, note)).toBe("- It has two columns.");
    expect(at(`- ${note}`, "two", note, note)).toBeUndefined();
    expect(at(note, "- id\n- name", note, note)).toBe("- id\n- name");
  });

  it("take the place of a name as another name", () => {
    const named = (body: string, name: string, words: string) =>
      withWordsInPlace(question([body], { id: "edit", replaces: name }), words);
    expect(named("See DR-005.", "DR-005", "DR-001")).toBe("See DR-001.");
    expect(named("See DR-005.", "DR-005", "the first one")).toBeUndefined();
    expect(named("See [x](#rules).", "#rules", "#limits")).toBe("See [x](#limits).");
    expect(named("See [x](#rules).", "#rules", "Limits")).toBeUndefined();
  });
});

describe("what is refused with the reason, and asked again (SPEC 14, 16.4)", () => {
  it("a fill inside a sentence: the message shows the line to copy", () => {
    expect(problem(INSIDE, "fill", "2 hours")).toBe(
      `fill only replaces a marker that stands alone; use edit and write the whole line: ${LINE}`,
    );
    const alone: Answer = { ...answer("edit", { fill: "2 hours" }), options: [] };
    expect(answerProblem(INSIDE, alone)).toMatch(/replaces a marker that stands alone/);
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

  it("a text that would drop the author's words, but not where they are seen", () => {
    expect(problem(INSIDE, "edit", "2 hours")).toMatch(
      /^"2 hours" would drop the rest of the passage: .* The passage: - \*\*FR-006\*\*/,
    );
    expect(problem(INSIDE, "edit", "2 hours", "page")).toBeUndefined();
    expect(problem(INSIDE, "edit", "2 hours", "terminal")).toBeUndefined();
    const another = "Cancellation is described in the handbook of the club.";
    expect(problem(INSIDE, "edit", another), "as long as half of it").toBeUndefined();
  });

  it("a text without a line or sentence of the passage that is not in question, and names it", () => {
    const body = "A room is free.\nIt costs TBD euros.\nThe door is green.";
    const lines = question([body], { id: "edit", ...TBD });
    expect(problem(lines, "edit", "The price of it is 5 euros, paid at the desk.")).toMatch(
      /would drop "A room is free. The door is green.": .* The passage: A room/,
    );
    expect(given(lines, "edit", { edit: "It costs 5 euros." })).toMatchObject([{ text: body.replace("TBD", "5") }]);
    const items = question(["- Owner of it: TBD\n  - Ana is asked."], { id: "edit", ...TBD });
    expect(given(items, "edit", { edit: "- Owner of it: Bob" })).toMatchObject([
      { text: "- Owner of it: Bob\n  - Ana is asked." },
    ]);
  });

  it("nothing else: no rule judges a text", () => {
    for (const text of ["Redis", "42", "because", "- a\n- b"]) expect(problem(BELOW, "add", text)).toBeUndefined();
  });
});

describe("a line that is typed whole", () => {
  it.each([
    "- **FR-006**: A member may cancel up to 2 hours before the slot begins.",
    "**FR-006**: A member may cancel up to 2 hours before it begins.",
    "A member may cancel up to two hours before the slot begins.",
  ])("is the line: %s", (text) =>
    expect(asWritten(INSIDE, text)).toMatch(/^- \*\*FR-006\*\*: A member may .* begins\.$/),
  );

  it.each(["2 hours", "- 2 hours", "A member decides", "The slot is free until noon.", "A member may cancel."])(
    "is not: %s",
    (text) => expect(asWritten(INSIDE, text)).toBeUndefined(),
  );

  it.each(["**Owner**: Ana", "- **Owner**: Ana", "owner: Ana"])("takes the place of its marker as one: %s", (text) =>
    expect(passageAnswers(ALONE, answer("fill", { fill: text }))).toMatchObject([
      { kind: "edit", text: `- ${text.replace("- ", "")}` },
    ]),
  );

  it("takes the place of its sentence, and the others stay", () => {
    const body = "- It moves forward. It gives up after TBD ports. It says so.";
    const asked = question([body], { id: "edit", ...TBD });
    expect(asWritten(asked, "It gives up after 100 ports.")).toBe(body.replace("TBD", "100"));
    expect(asWritten(asked, "It gives up after 100 ports. It stops.")).toBe(
      "- It moves forward. It gives up after 100 ports. It stops. It says so.",
    );
  });

  it("is an edit where it is added with the id of the passage", () => {
    const text = "FR-006: A member may cancel.";
    expect(given(INSIDE, "add", { add: text })).toMatchObject([{ kind: "edit", text }]);
    const more = "A member may cancel up to 2 hours before the slot begins, and once a day.";
    expect(given(INSIDE, "add", { add: more }), "a line more").toMatchObject([{ kind: "add", text: more }]);
  });

  it("is the whole passage where the other sentences are in it, and refused where only some are", () => {
    const body = "It waits for TBD. It rings. It stops at noon.";
    const asked = question([body], { id: "edit", ...TBD });
    const whole = body.replace("TBD", "5 s");
    expect(given(asked, "edit", { edit: whole })).toMatchObject([{ text: whole }]);
    expect(given(asked, "edit", { edit: "It waits for 5 s." })).toMatchObject([{ text: whole }]);
    expect(problem(asked, "edit", "It waits for 5 s. It rings.")).toMatch(/would drop "It stops at noon."/);
  });

  it("is what was typed, letter for letter, where it was seen, and its words that go are named", () => {
    const body = "It waits for TBD. It rings. It stops at noon.";
    const asked = question([body], { id: "edit", ...TBD });
    const text = "It waits for 5 s.";
    const typed = { ...answer("edit", { edit: text }), via: "page" as const };
    expect(passageAnswers(asked, typed)).toMatchObject([{ text }]);
    expect(answerProblem(asked, typed)).toBeUndefined();
    expect(lostWords(asked, body, text)).toEqual(["it rings it stops at noon"]);
    expect(lostWords(asked, body, body.replace("TBD", "5 s"))).toEqual([]);
  });

  it("is a row also without the pipes around it", () => {
    expect(given(CELL, "edit", { edit: "Owner | Ana" })).toMatchObject([{ text: "| Owner | Ana |" }]);
    expect(problem(CELL, "edit", "Owner | Ana")).toBeUndefined();
  });
});

it("the lines that hold the words in question are edited alone, and all where they stand there twice", () => {
  const lines = (body: string) => linesInQuestion(question([body], { id: "edit" }));
  expect(lines("One.\nTwo TBD.\nThree.")).toEqual({ before: "One.\n", lines: "Two TBD.", behind: "\nThree." });
  expect(lines("One TBD.\nTwo TBD.")).toEqual({ before: "", lines: "One TBD.\nTwo TBD.", behind: "" });
});
