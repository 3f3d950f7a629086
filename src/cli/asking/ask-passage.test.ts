import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import type { Question } from "../../model/question.ts";
import { PLAIN } from "../paint.ts";
import { createTerminalAsker } from "./create-terminal-asker.ts";
import type { TerminalAskerOptions } from "./field-prompts.ts";

const ENTER = "\r";
const ESC = "\u001b";
/** Ctrl-U: the line is empty again. */
const CLEAR = "\u0015";
const PASSAGE = "- A member may cancel up to TBD before the slot begins.";
const plain = { description: "", effect: "" };

function question(written: readonly string[] = ["fill", "edit", "add"], body = PASSAGE): Question {
  const more: Record<string, object> = {
    fill: { replaces: "TBD" },
    edit: { initial: body, marker: "TBD" },
  };
  return sampleQuestion({
    kind: "input",
    header: "HIGH",
    text: 'booking.md:24, section "Limits": "TBD" is still open here. How should the line read?',
    shortText: '"TBD" is still open here. How should the line read?',
    evidence: [{ title: "The passage", body, where: "booking.md:24", section: "Limits", marks: ["TBD"] }],
    options: [
      ...written.map((id) => ({ ...plain, id, label: id, requires: [id] })),
      { ...plain, id: "keep", label: "Keep" },
      { ...plain, id: "strike", label: "Strike" },
      { ...plain, id: "later", label: "Later" },
    ],
    fields: written.map((id) => ({ id, label: id === "add" ? "Add" : id, required: false, ...more[id] })),
    about: ["GAP-TBD-001", "booking.md:24"],
  });
}

const ALONE = question(["fill", "edit"], "- **Owner**: TBD");
const BELOW = question(["add", "edit"], "- Who pays?");
const [FIRST] = question().evidence;
const TWO: Partial<Question> = { evidence: FIRST === undefined ? [] : [FIRST, FIRST] };

function sit(extra: Partial<TerminalAskerOptions> = {}) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 24, isTTY: true });
  let raw = "";
  let from = 0;
  output.on("data", (chunk: Buffer) => {
    raw += chunk.toString("utf8");
  });
  const options = {
    input,
    output,
    env: { NO_COLOR: "1" },
    paint: PLAIN,
    position: () => ({ words: "3 of 9", more: 2 }),
    preview,
    ...extra,
  };
  const asker = createTerminalAsker(options);
  return {
    ask: (other: Partial<Question> = {}) => asker.ask({ ...question(), ...other }, new AbortController().signal),
    shown: () => raw,
    on: async (text: string, keys: string) => {
      await expect.poll(() => raw.slice(from), { interval: 5 }).toContain(text);
      from = raw.length;
      input.write(keys);
    },
  };
}

const preview: NonNullable<TerminalAskerOptions["preview"]> = async (_, { options: [option], fields }) =>
  option === "keep" || option === "later"
    ? []
    : [
        { sign: "-", text: PASSAGE },
        { sign: "+", text: fields[option ?? ""] ?? "" },
      ];

describe("a question about a passage at the terminal (SPEC 16.4)", () => {
  test("shows the position, the passage with the words marked, the question, and the choices on one line", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"], fields: {}, via: "terminal" });
    const shown = sitting.shown();
    expect(shown).toContain("2 more questions came up.");
    expect(shown).toContain("3 of 9 · HIGH · booking.md:24 · Limits");
    expect(shown).toContain("cancel up to ‹TBD› before");
    expect(shown).toContain("How should the line read?");
    expect(shown).toContain(
      "f fill · e edit · a add · k keep · s strike · l later · n skip · b back · q stop · ? help",
    );
  });

  test("says with ? what each letter does, and asks on", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `?${ENTER}`);
    await sitting.on("q  stop here: what you answered goes into the spec", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
    for (const line of ["  k  Keep", "  l  Later", "  n  go on to the next question", "  b  go back"]) {
      expect(sitting.shown()).toContain(line);
    }
  });

  test("shows of a long passage the lines around the words in question", async () => {
    const sitting = sit();
    const words = "A member cancels. ".repeat(400);
    const asked = sitting.ask({ evidence: [{ title: "", body: `${words}It is TBD. ${words}`, marks: ["TBD"] }] });
    await sitting.on("stop", `k${ENTER}`);
    await asked;
    expect(sitting.shown()).toContain("It is ‹TBD›.");
    expect(sitting.shown().split("\n").length).toBeLessThan(40);
  });

  test("marks the words in question wherever they stand in the passage", async () => {
    const sitting = sit();
    const asked = sitting.ask({
      evidence: [{ title: "", body: "- Logs for TBD days,\n  mails for TBD weeks.", marks: ["TBD"] }],
    });
    await sitting.on("stop", `k${ENTER}`);
    await asked;
    expect(sitting.shown()).toContain("- Logs for ‹TBD› days,\n    mails for ‹TBD› weeks.");
  });

  test("edits the passage in place, shows the diff, and takes it", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on(PASSAGE, `${CLEAR}- A member may cancel until it begins.${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({
      options: ["edit"],
      fields: { edit: "- A member may cancel until it begins." },
    });
    expect(sitting.shown()).toContain(`  - ${PASSAGE}`);
    expect(sitting.shown()).toContain("  + - A member may cancel until it begins.");
  });

  test("an edit is taken with y, and Enter alone takes nothing", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on(PASSAGE, `${CLEAR}20 minutes${ENTER}`);
    await sitting.on("y accept", ENTER);
    await sitting.on("Type y to accept it.", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: "20 minutes" } });
  });

  test("words go in place of the marker, and may be changed before they are taken", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `20 minutes${ENTER}`);
    await sitting.on("y accept · e edit", `e${ENTER}`);
    await sitting.on("20 minutes", ` at most${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "20 minutes at most" } });
  });

  test("a long line of the diff has its sign once, and what it wraps to is indented below it", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `${"The member pays the fee. ".repeat(6)}${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    await asked;
    expect(sitting.shown()).toMatch(/\n {2}\+ The member pays.*\r?\n {6}\S.*fee\./);
  });

  test("a text of several lines that is pasted waits for Enter", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("> ", "\u001b[200~One.\rTwo.\r\u001b[201~");
    await sitting.on("Two.", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "One.\nTwo." } });
  });

  test("a capital letter is an answer", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `B${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { fill: "B" } });
  });

  test.each(["Show a warning", "Kill all jobs", "the cart is shown", "later than noon", "no more than 5 items", "24"])(
    "%j, typed key by key at the question, is the answer and no command",
    async (words) => {
      const sitting = sit();
      const asked = sitting.ask(ALONE);
      await sitting.on("stop", "");
      for (const key of words) await sitting.on("", key);
      await sitting.on("", ENTER);
      await sitting.on("y accept", `y${ENTER}`);
      expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: words } });
    },
  );

  test("a number is an answer, also 1", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `1${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "1" } });
  });

  test("says so where the editor saves nothing", async () => {
    const sitting = sit({ env: { NO_COLOR: "1", EDITOR: "true" } });
    const asked = sitting.ask({ fields: [{ id: "add", label: "Add", required: false, long: true }] });
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Nothing was written.", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test.each([
    ["n", "later"],
    ["b", "back"],
    ["q", "leave"],
  ])("%j gives %s", async (key, outcome) => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `${key}${ENTER}`);
    expect(await asked).toBe(outcome);
  });

  test("marks words over the end of a line, and takes several pasted lines as one text", async () => {
    const sitting = sit();
    const long =
      "in place of [NEEDS CLARIFICATION: one currency for each trip, or one for each expense of a trip?] it says";
    const mark = long.slice(12, -8);
    const asked = sitting.ask({ evidence: [{ title: "", body: long, where: "booking.md:24", marks: [mark] }] });
    await sitting.on("stop", `a${ENTER}`);
    expect(sitting.shown()).toMatch(/of ‹\[NEEDS[^‹›]*\n[^‹›]*trip\?\]› it says/);
    await sitting.on("Add", "Pay once a day.\rThen never again.\r");
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { add: "Pay once a day.\nThen never again." } });
  });

  test("words open the line where they have no place of their own", async () => {
    const sitting = sit();
    const asked = sitting.ask(question(["edit", "add"]));
    await sitting.on("stop", `once${ENTER}`);
    await sitting.on("Write the line as it should read.", `${CLEAR}- A member may cancel an hour before.${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: "- A member may cancel an hour before." } });
  });

  test("what was typed is opened again: after Esc, and at the diff", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Add", `who pays${ESC}`);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("who pays", `${CLEAR}Ana${ENTER}`);
    await sitting.on("y accept", `e${ENTER}`);
    await sitting.on("Ana", ` pays${ENTER}`);
    await sitting.on("y accept", `c${ENTER}`);
    await sitting.on("You typed: Ana pays (a opens it to be changed)", `a${ENTER}`);
    await sitting.on("Ana pays", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "Ana pays" } });
  });

  test("a question that is gone back to shows the answer; one that is left at the diff says that it is not kept", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Add", `Ana pays${ENTER}`);
    await sitting.on("y accept", `?${ENTER}`);
    await sitting.on("c  choose another answer", `y${ENTER}`);
    await asked;
    const again = sitting.ask(BELOW);
    await sitting.on("You answered: Ana pays (a opens it to be changed)", `s${ENTER}`);
    await sitting.on("y accept", `q${ENTER}`);
    await expect.poll(sitting.shown).toContain("Your last answer was not accepted, and is not kept.");
    expect(await again).toBe("leave");
  });

  test("what was answered before its passage changed is opened by its letter", async () => {
    const sitting = sit();
    const again = question(["add", "edit"], "1. Which formats?");
    const fields = again.fields.map((each) => (each.id === "add" ? { ...each, initial: "CSV." } : each));
    const asked = sitting.ask({ ...again, fields });
    await sitting.on("You answered before: CSV. (a opens it)", `a${ENTER}`);
    await sitting.on("CSV.", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "CSV." } });
  });

  test("strike is shown before it is taken, and Enter alone does not take it", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", ENTER);
    await sitting.on("Nothing was typed.", `s${ENTER}`);
    await sitting.on("y accept", ENTER);
    await sitting.on("Type y to accept it.", `c${ENTER}`);
    await sitting.on("stop", `s${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
  });

  test("of two passages words change neither before a letter says which", async () => {
    const sitting = sit();
    const asked = sitting.ask({ ...question(["edit", "edit-2"]), ...TWO });
    await sitting.on("Type one letter, then press Enter:", `drop the other one${ENTER}`);
    await sitting.on("it says which passage changes", `y${ENTER}`);
    await sitting.on('"y" is not one of the letters.', `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("Esc never leaves, Ctrl-C does", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", ESC);
    await sitting.on("stop", "\u0003");
    expect(await asked).toBe("leave");
  });
});
