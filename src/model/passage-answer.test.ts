import { describe, expect, it, test } from "vitest";
import { answerProblem, meantOptions } from "./answer-problem.ts";
import { isPassageQuestion, passageAnswers } from "./passage-answer.ts";
import type { Answer, Question } from "./question.ts";

const PASSAGE = "- **FR-006**: A member may cancel up to TBD before the slot begins.";
const OTHER = "| Cancel | 24 hours | P1 |";
const plain = { description: "", effect: "" };

const QUESTION: Question = {
  id: "Q-R1-001",
  kind: "input",
  header: "HIGH",
  text: "booking.md:12",
  evidence: [
    { title: "Passage 1", body: PASSAGE },
    { title: "Passage 2", body: OTHER },
  ],
  options: [
    { ...plain, id: "fill", label: "Fill", requires: ["fill"] },
    { ...plain, id: "edit", label: "Edit", requires: ["edit"] },
    { ...plain, id: "edit-2", label: "Edit the other", requires: ["edit-2"] },
    { ...plain, id: "add", label: "Add", requires: ["add"] },
    { ...plain, id: "keep", label: "Keep" },
    { ...plain, id: "strike", label: "Strike" },
    { ...plain, id: "strike-2", label: "Strike the other" },
    { ...plain, id: "later", label: "Later" },
  ],
  fields: [
    { id: "fill", label: "Fill", required: false, replaces: "TBD" },
    { id: "edit", label: "Edit", required: false, initial: PASSAGE },
    { id: "edit-2", label: "Edit", required: false, initial: OTHER },
    { id: "add", label: "Add", required: false, sentence: true },
  ],
  multiple: false,
  about: ["GAP-X-001"],
  personOnly: true,
};

function answer(option: string, fields: Record<string, string> = {}): Answer {
  return { question: QUESTION.id, options: [option], fields, via: "answers-file" };
}

const problem = (option: string, text: string) => answerProblem(QUESTION, answer(option, { [option]: text }));
const given = (option: string, fields: Record<string, string> = {}) => passageAnswers(QUESTION, answer(option, fields));

describe("what an answer does to a passage (SPEC 16.4)", () => {
  it("edits, adds, keeps, strikes, puts off", () => {
    expect(isPassageQuestion(QUESTION)).toBe(true);
    expect(given("edit", { edit: "- New.\n" })).toEqual([{ kind: "edit", passage: PASSAGE, text: "- New." }]);
    expect(given("add", { add: "One more rule." })).toEqual([
      { kind: "add", passage: PASSAGE, text: "One more rule." },
    ]);
    expect(given("keep")).toEqual([{ kind: "keep", passage: PASSAGE, text: "" }]);
    expect(given("strike-2")).toEqual([{ kind: "strike", passage: OTHER, text: "" }]);
    expect(given("later")).toBe("later");
  });

  it.each([
    ["- Cancel up to 24 hours before (TBD)", "- Cancel up to 2 hours before"],
    ["1. Cancel up to 24 hours before (TBD)", "1. Cancel up to 2 hours before"],
    ["- **FR-001**: Cancel up to TBD before", "- **FR-001**: Cancel up to 2 hours before"],
    ["- **FR-001**: Cancel up to TBD before", "FR-001: Cancel up to 2 hours before"],
    ["- Sorted by name. Cancel up to TBD before", "Sorted by name. Cancel up to 2 hours before"],
  ])("a marker's answer that begins as the passage does is the passage anew: %s", (body, text) => {
    const question = { ...QUESTION, evidence: [{ title: "", body }] };
    expect(answerProblem(question, answer("fill", { fill: text }))).toBeUndefined();
    expect(passageAnswers(question, answer("fill", { fill: text }))).toEqual([{ kind: "edit", passage: body, text }]);
  });

  it("keeps what is nested in a passage that is written anew in place of its marker", () => {
    const body = "- The fee is TBD\n  - in euros";
    const question = { ...QUESTION, evidence: [{ title: "", body }] };
    expect(passageAnswers(question, answer("fill", { fill: "- The fee is 5" }))).toMatchObject([
      { text: "- The fee is 5\n  - in euros" },
    ]);
  });

  it("writes the person's words in place of a marker, and leaves the rest", () => {
    expect(given("fill", { fill: "2 hours $&" })).toEqual([
      { kind: "edit", passage: PASSAGE, text: PASSAGE.replace("TBD", () => "2 hours $&") },
    ]);
  });

  it("writes one full stop where the words and the sentence have one each", () => {
    const evidence = [{ title: "The passage", body: "It is kept for TBD." }];
    expect(passageAnswers({ ...QUESTION, evidence }, answer("fill", { fill: "30 days." }))).toMatchObject([
      { text: "It is kept for 30 days." },
    ]);
  });

  it("edits both of two passages", () => {
    const fields = { edit: "- One.", "edit-2": "| Cancel | 2 hours | P1 |" };
    expect(given("edit", fields)).toEqual([
      { kind: "edit", passage: PASSAGE, text: "- One." },
      { kind: "edit", passage: OTHER, text: "| Cancel | 2 hours | P1 |" },
    ]);
  });

  it("takes words that say what to do for what they mean", () => {
    expect(given("edit", { edit: "leave it" })).toEqual([{ kind: "keep", passage: PASSAGE, text: "" }]);
    expect(given("fill", { fill: "not needed, remove it" })).toEqual([{ kind: "strike", passage: PASSAGE, text: "" }]);
    expect(given("add", { add: "tbd" })).toBe("later");
  });

  it("takes the option that the filled field belongs to", () => {
    expect(meantOptions(QUESTION, { options: [], fields: { edit: "x" } })).toEqual(["edit"]);
    expect(meantOptions(QUESTION, { options: ["keep"], fields: {} })).toEqual(["keep"]);
    expect(meantOptions(QUESTION, { options: [], fields: {} })).toEqual([]);
    expect(meantOptions(QUESTION, { options: ["KEEP"], fields: {} })).toEqual(["keep"]);
  });
});

describe("what is refused with the reason, and asked again (SPEC 14, 16.4)", () => {
  test("that there is nothing to say fills an empty section", () => {
    const fields = [{ id: "add", label: "Add", required: false, sentence: false }];
    const section = { ...QUESTION, evidence: [{ title: "The passage", body: "## Dependencies" }], fields };
    const none = answer("add", { add: "None." });
    expect(answerProblem(section, none)).toBeUndefined();
    expect(passageAnswers(section, none)).toEqual([{ kind: "add", passage: "## Dependencies", text: "None." }]);
    expect(answerProblem(section, answer("add", { add: "no" }))).toMatch(/could mean two things/);
  });

  test.each(["no", "Yes."])("%j below a question, which is to be a sentence", (text) => {
    const asked = { ...QUESTION, evidence: [{ title: "The passage", body: "- Are guests allowed?" }] };
    expect(answerProblem(asked, answer("add", { add: text }))).toMatch(/write a sentence that says what applies/);
  });

  test.each(["no", "not needed", "n/a", "yes"])("%j, which could mean two things", (text) =>
    expect(problem("edit", text)).toMatch(/could mean two things/),
  );

  it("a phrase in place of a whole passage, which would lose the author's text", () => {
    expect(problem("edit", "24 hours")).toMatch(/would replace the whole passage/);
    const another = "the reason is shown, and the draft is kept";
    expect(problem("edit", another)).toMatch(/would replace the whole passage/);
    const seen: Answer = { ...answer("edit", { edit: another }), via: "terminal" };
    expect(answerProblem(QUESTION, seen), "at the terminal the diff was seen").toBeUndefined();
    expect(problem("edit", "- **FR-006**: A member may cancel.")).toBeUndefined();
    const shared = "The member sees why the slot was refused";
    expect(problem("edit", shared), "two words of the passage are not the passage").toMatch(/would replace/);
    expect(problem("edit", `- ${shared}`), "with its bullet it is written anew").toBeUndefined();
    expect(problem("fill", "24 hours")).toBeUndefined();
  });

  it("a sentence that answers on the page, but not one that is named as the edit", () => {
    const body = "Which one we take is still to be decided.";
    const asked = { ...QUESTION, evidence: [{ title: "", body }] };
    const said = answer("edit", { edit: "SES is used for every outgoing mail." });
    for (const via of ["answers-file", "command"] as const)
      expect(answerProblem(asked, { ...said, via })).toBeUndefined();
    expect(answerProblem(asked, { ...said, via: "page" })).toMatch(/would replace the whole passage/);
    expect(answerProblem(asked, answer("edit", { edit: "SES" }))).toMatch(/would replace the whole passage/);
  });

  it("a sentence in place of a marker that stands inside one", () => {
    expect(problem("fill", "The system shows the reason and keeps the draft.")).toMatch(/it would read.*choose edit/);
    expect(problem("fill", "one day or 24 hours, whichever is longer")).toBeUndefined();
    expect(problem("fill", "One day.\nThen it is too late.")).toMatch(/it would read/);
    for (const text of ["It is 20.", "Twenty.", "No, it is not."])
      expect(problem("fill", text)).toMatch(/it would read|could mean two things/);
  });

  it.each([
    "| Load | TBD kg |",
    "| Load | Max. TBD kg |",
    "| Load | Max. TBD |",
    "It weighs max. TBD kg.",
    "A TBD-day trial.",
  ])("a sentence before a unit or after an abbreviation: %s", (body) => {
    const asked = { ...QUESTION, evidence: [{ title: "", body }] };
    for (const via of ["page", "terminal", "answers-file"] as const) {
      const said = (text: string) => answerProblem(asked, { ...answer("fill", { fill: text }), via });
      for (const text of ["It should be at most 20 kilos, I think.", "20 should do", "we take twenty"])
        expect(said(text), `${via}: ${text}`).toMatch(/it would read/);
      for (const text of ["20", "about 20", "up to twenty"]) expect(said(text), `${via}: ${text}`).toBeUndefined();
    }
  });

  it.each([
    ["The battery is at TBD%.", "TBD", "50 percent", "50 percent%."],
    ["The battery is at TBD%.", "TBD", "sixty", "sixty%."],
    ["It is PDF or CSV [TBD: which?]", "[TBD: which?]", "PDF", "PDF or CSV PDF"],
  ])("words that do not fit what is around them: %s %s %s", (body, replaces, text, reads) => {
    const fields = [{ id: "fill", label: "", required: false, replaces }];
    const asked = { ...QUESTION, evidence: [{ title: "", body }], fields };
    expect(answerProblem(asked, answer("fill", { fill: text }))).toContain(reads);
  });

  it("loses no sentence of the passage to one that begins as it does", () => {
    const body = "The port closes at wind force TBD. It opens again at wind force 6. Boats in the harbor stay.";
    const asked = {
      ...QUESTION,
      evidence: [{ title: "", body }],
      fields: [{ id: "fill", label: "", required: false, replaces: "TBD" }],
    };
    expect(answerProblem(asked, answer("fill", { fill: "The port closes at wind force 8." }))).toMatch(/it would read/);
    expect(passageAnswers(asked, answer("fill", { fill: "8" }))).toMatchObject([{ text: body.replace("TBD", "8") }]);
  });

  it.each([
    ["It is retried TBD times, then given up.", "TBD", "Three times, four hours apart", "retried Three times, four"],
    ["It is retried TBD times, then given up.", "TBD", "three times", "retried three times times, then"],
    ["It is retried TBD times, then given up.", "TBD", "as often as the server can", "server can times, then"],
    ["It is kept within TBD of the call.", "TBD", "within 5 s", "within within 5 s of"],
    ["See Requirement 9.", "Requirement 9", "it means requirement 1", "See it means requirement 1."],
    ["It is sent after TBD minutes.", "TBD", "about half an hour", "half an hour minutes."],
    ["It is sent after TBD seconds.", "TBD", "2 s", "2 s seconds."],
    ["The image has TBD px.", "TBD", "640px", "640px px."],
    ["A page shows TBD per page.", "TBD", "20 per page", "20 per page per page."],
    ["- **Owner**: TBD of the team", "TBD", "Owner: the lead", "Owner: the lead of"],
    ["They are sorted by TBD", "TBD", "By name", "sorted by By name"],
    ["- A trip is deleted TBD after its last change.", "TBD", "- 12 months", "deleted - 12 months after"],
  ])("words that break the sentence: %s %s %s", (body, replaces, text, reads) => {
    const fields = [{ id: "fill", label: "", required: false, replaces }];
    const asked = { ...QUESTION, evidence: [{ title: "", body }], fields };
    expect(answerProblem(asked, answer("fill", { fill: text }))).toContain(reads);
    for (const fine of ["three", "up to 5"])
      expect(answerProblem(asked, answer("fill", { fill: fine }))).toBeUndefined();
  });

  it("words that are no target in place of a link's", () => {
    const fields = [{ id: "fill", label: "", required: false, replaces: "#hold-policy" }];
    const body = "As said in [the hold policy](#hold-policy).";
    const asked = { ...QUESTION, evidence: [{ title: "", body }], fields };
    for (const text of ["the risk handbook in confluence", "handbook"])
      expect(answerProblem(asked, answer("fill", { fill: text }))).toMatch(/is no target of a link/);
    for (const text of ["#holds", "../risk.md", "https://example.org/risk"])
      expect(answerProblem(asked, answer("fill", { fill: text }))).toBeUndefined();
  });

  it.each(["Colour: TBD", "It is TBD.", "| Bar | TBD |", "TBD"])("but no value where one is asked for: %s", (body) => {
    const asked = { ...QUESTION, evidence: [{ title: "", body }] };
    for (const text of ["the same", "same", "grey", "three"])
      expect(answerProblem(asked, answer("fill", { fill: text }))).toBeUndefined();
  });

  it("a fragment in place of a marker that is a whole line, but not below a question", () => {
    const evidence = [{ title: "The passage", body: "- [NEEDS CLARIFICATION: which colours?]" }];
    const fields = [
      { id: "fill", label: "", required: false, replaces: "[NEEDS CLARIFICATION: which colours?]", sentence: true },
    ];
    const line = { ...QUESTION, evidence, fields };
    expect(answerProblem(line, answer("fill", { fill: "30 days" }))).toMatch(/a whole sentence/);
    const words = "Blue and white.\nNo other colour.";
    expect(passageAnswers(line, answer("fill", { fill: words }))).toMatchObject([
      { text: "- Blue and white.\n  No other colour." },
    ]);
    const asked = { ...QUESTION, evidence: [{ title: "The passage", body: "- How long is it kept?" }] };
    expect(answerProblem(asked, answer("add", { add: "30 days" }))).toBeUndefined();
    expect(answerProblem(asked, answer("add", { add: "5" }))).toMatch(/a whole sentence/);
    for (const [body, text] of [
      ["- Redis or PostgreSQL?", "Redis"],
      ["- How many are kept?", "5"],
      ["- Who pays?", "Anna"],
    ] as const)
      expect(
        answerProblem({ ...asked, evidence: [{ title: "", body }] }, answer("add", { add: text })),
      ).toBeUndefined();
  });

  it("a sentence that would be a row of a table", () => {
    const evidence = [{ title: "The passage", body: "| State | Symbol |\n| --- | --- |\n| on | + |" }];
    const table = { ...QUESTION, evidence };
    expect(answerProblem(table, answer("add", { add: "It is off at night." }))).toMatch(/table row.*2 cells/);
    expect(answerProblem(table, answer("add", { add: "| off | - |" }))).toBeUndefined();
  });

  it("a word or a number that would stand by itself", () => {
    expect(problem("add", "30")).toMatch(/would be a line of its own/);
    expect(problem("add", "Refunds take 5 days.")).toBeUndefined();
  });

  it("a text that is no row in place of a row", () => {
    expect(problem("edit-2", "2 hours")).toMatch(/table row.*3 cells/);
    expect(problem("edit-2", "| Cancel | 2 hours | P1 |")).toBeUndefined();
  });

  it("a marker in place of another", () => {
    expect(problem("fill", "TBD by Ana")).toMatch(/leaves it open: write what holds, or choose later/);
    expect(problem("fill", "30 days; backups TBD"), "what else is left open is asked next").toBeUndefined();
  });

  it("an edit that changes nothing", () => {
    expect(problem("edit", PASSAGE)).toMatch(/changes nothing/);
  });

  it("a strike where more hangs on the passage than is shown", () => {
    const options = QUESTION.options.filter(({ id }) => !id.startsWith("strike"));
    expect(answerProblem({ ...QUESTION, options }, answer("edit", { edit: "remove it" }))).toMatch(
      /is not possible here/,
    );
  });
});

describe("words added at a passage in a block of code", () => {
  const asked: Question = {
    ...QUESTION,
    evidence: [{ title: "", body: "failed --> dead" }],
    fields: [{ id: "add", label: "Add", required: false, code: true }],
  };
  const said = (text: string, question = asked) => answerProblem(question, answer("add", { add: text }));

  it("are a line of it or a sentence, not a word alone among lines of another form", () => {
    expect(said("dead --> [*]")).toBeUndefined();
    expect(said("The state is final.")).toBeUndefined();
    expect(said("final")).toMatch(/a line of the code/);
    expect(said("ARCHIVED", { ...asked, evidence: [{ title: "", body: "FAILED" }] })).toBeUndefined();
  });
});

describe("the unit of a number", () => {
  const ROW = "| Session timeout | 30 | per user |";
  const about = (body: string): Question => ({
    ...QUESTION,
    evidence: [{ title: "", body }],
    fields: [{ id: "fill", label: "The unit of 30", required: false, replaces: "30" }],
  });
  const filledWith = (body: string, fill: string) => {
    const said = answer("fill", { fill });
    const [change] = passageAnswers(about(body), said) as { text: string }[];
    return answerProblem(about(body), said) ?? change?.text;
  };

  it.each([
    [ROW, "seconds", "| Session timeout | 30 seconds | per user |"],
    [ROW, "10 s", "| Session timeout | 10 s | per user |"],
    [ROW, "| Session timeout | 10 s | each |", "| Session timeout | 10 s | each |"],
    ["- Timeout: 30", "%", "- Timeout: 30 %"],
    ["- Timeout: 30", "at most 2 h", "- Timeout: at most 2 h"],
    ["The timeout is 30. It is short.", "Seconds.", "The timeout is 30 Seconds. It is short."],
  ])("stands behind it, and another number in its place: %s, %s", (body, said, text) => {
    expect(filledWith(body, said)).toBe(text);
  });

  it.each(["in seconds", "ten seconds", "it is seconds", "Timeout: 10 s", "It is 10 s"])(
    "is not said with %s",
    (said) => {
      expect(filledWith("- Timeout: 30", said)).toMatch(/is no unit/);
    },
  );
});
