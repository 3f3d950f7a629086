import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import type { Question } from "../../model/question.ts";
import { PLAIN } from "../paint.ts";
import type { TerminalAskerOptions } from "./asking.ts";
import { createTerminalAsker } from "./terminal-asker.ts";

const ENTER = "\r";
const ESC = "\u001b";
const PASSAGE = "- A member may cancel up to TBD before the slot begins.";
const plain = { description: "", effect: "" };

function question(): Question {
  return sampleQuestion({
    kind: "input",
    header: "HIGH",
    text: 'booking.md:24, section "Limits": "TBD" still has to be decided. What goes there?',
    evidence: [{ title: "The passage", body: PASSAGE, where: "booking.md:24", marks: ["TBD"] }],
    options: [
      { ...plain, id: "fill", label: "Fill", requires: ["fill"] },
      { ...plain, id: "edit", label: "Edit", requires: ["edit"] },
      { ...plain, id: "add", label: "Add", requires: ["add"] },
      { ...plain, id: "keep", label: "Keep" },
      { ...plain, id: "strike", label: "Strike" },
      { ...plain, id: "later", label: "Later" },
    ],
    fields: [
      { id: "fill", label: "Fill", required: false, replaces: "TBD" },
      { id: "edit", label: "Edit", required: false, initial: PASSAGE },
      { id: "add", label: "Add", required: false, sentence: true },
    ],
    about: ["GAP-TBD-001", "booking.md:24"],
  });
}

function sit(extra: Partial<TerminalAskerOptions> = {}) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 24, isTTY: true });
  let raw = "";
  let from = 0;
  output.on("data", (chunk: Buffer) => {
    raw += chunk.toString("utf8");
  });
  const options = { input, output, env: { NO_COLOR: "1" }, paint: PLAIN, position: () => "3 of 9", preview, ...extra };
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
    expect(shown).toContain("3 of 9 · HIGH · booking.md:24 · Limits");
    expect(shown).toContain("cancel up to ‹TBD› before");
    expect(shown).toContain("What goes there?");
    expect(shown).toContain("f fill · e edit · a add · k keep · s strike · l later · n skip · b back · q stop");
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

  test("edits the passage in place, shows the diff, and takes it with Enter", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on(PASSAGE, ` Once.${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: `${PASSAGE} Once.` } });
    expect(sitting.shown()).toContain(`  - ${PASSAGE}`);
    expect(sitting.shown()).toContain(`  + ${PASSAGE} Once.`);
  });

  test("strike is shown before it is taken, and Enter alone does not take it", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `s${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("y strike it", `b${ENTER}`);
    await sitting.on("stop", `s${ENTER}`);
    await sitting.on("y strike it", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
  });

  test.each(["Show a warning", "Kill all jobs", "the cart is shown", "later than noon", "no more than 5 items", "24"])(
    "%j, typed key by key at the question, is the answer and no command",
    async (words) => {
      const sitting = sit();
      const asked = sitting.ask();
      await sitting.on("stop", "");
      for (const key of words) await sitting.on("", key);
      await sitting.on("", ENTER);
      await sitting.on("Enter accept", ENTER);
      expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: words } });
    },
  );

  test("words that strike are struck with y only, and other words take their place", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `not needed, remove it${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("y strike it", `30 minutes${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "30 minutes" } });
  });

  test.each([
    ["skip", "later"],
    ["back", "back"],
    ["exit", "leave"],
  ])("%j alone is the command of that name, and writes nothing", async (word, outcome) => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `${word}${ENTER}`);
    expect(await asked).toBe(outcome);
  });

  test("a number is an answer, also 1", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `1${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "1" } });
  });

  test("letters typed ahead are commands of this question and the next, never a text", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `k${ENTER}l${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"], fields: {} });
    expect(await sitting.ask()).toMatchObject({ options: ["later"] });
  });

  test.each([`s${ENTER}y${ENTER}`, `s${ENTER}${ENTER}y${ENTER}y${ENTER}`])(
    "keys typed ahead do not accept a diff that was not shown yet: %j",
    async (keys) => {
      const sitting = sit();
      const asked = sitting.ask();
      await sitting.on("stop", keys);
      await sitting.on("y strike it", `b${ENTER}`);
      await sitting.on("stop", `k${ENTER}`);
      expect(await asked).toMatchObject({ options: ["keep"] });
      expect(sitting.shown()).toContain("What you typed before this was shown is not taken.");
    },
  );

  test("a letter typed ahead behind words is neither part of them nor taken at their diff", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `20 minutes${ENTER}y${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "20 minutes" } });
    expect(sitting.shown()).toContain("is not taken");
  });

  test("a sentence typed at a marker within a sentence is refused, and kept for f", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `It is 20 minutes.${ENTER}`);
    await sitting.on("What you typed is kept: f goes on with it", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
    expect(sitting.shown()).toContain('it would read "cancel up to It is 20');
  });

  test("words that keep or put off are understood of two passages, too, and a letter that is none is told", async () => {
    const sitting = sit();
    const [first] = question().evidence;
    const asked = sitting.ask({
      options: question().options.filter(({ id }) => id !== "fill"),
      evidence: first === undefined ? [] : [first, first],
    });
    await sitting.on("stop", `y${ENTER}`);
    await sitting.on('"y" is none of the letters.', `leave it${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("Enter alone answers nothing and strikes nothing, and says so", async () => {
    const sitting = sit({ preview: async () => [{ sign: "-", text: "It ends." }] });
    const asked = sitting.ask();
    await sitting.on("stop", ENTER);
    await sitting.on("Nothing was typed.", `s${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("Enter alone strikes nothing: type y.", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
  });

  test("words about two passages change neither of them, and are kept", async () => {
    const sitting = sit();
    const [first] = question().evidence;
    const asked = sitting.ask({
      options: question().options.filter(({ id }) => id !== "fill"),
      evidence: first === undefined ? [] : [first, first],
    });
    await sitting.on("stop", `Both are allowed.${ENTER}`);
    await sitting.on("What you typed is kept: a", `a${ENTER}`);
    await sitting.on("Both are allowed.", ENTER);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "Both are allowed." } });
  });

  test("a word typed where a passage is to be edited does not replace it, and is kept", async () => {
    const sitting = sit();
    const asked = sitting.ask({ options: question().options.filter(({ id }) => id !== "fill") });
    await sitting.on("stop", `30 minutes${ENTER}`);
    await sitting.on("would replace the whole passage", "");
    await sitting.on("", `a${ENTER}`);
    await sitting.on("30 minutes", `${ESC}`);
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on(PASSAGE, ` Once.${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(sitting.shown()).toContain("a adds it below, e begins with the passage as it stands");
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: `${PASSAGE} Once.` } });
  });

  test("a sentence typed where a passage is to be edited is there again at e, and replaces it then", async () => {
    const sitting = sit();
    const asked = sitting.ask({ options: question().options.filter(({ id }) => id !== "fill") });
    await sitting.on("stop", `We take SES now.${ENTER}`);
    await sitting.on("a adds it below, e writes it in place of the passage", `e${ENTER}`);
    await sitting.on("We take SES now.", ENTER);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: "We take SES now." } });
  });

  test("words that were not sent are kept for another day, and those that were are not", async () => {
    let kept: ReadonlyMap<string, string> = new Map();
    const drafts = {
      read: async () => new Map(kept),
      write: async (typed: ReadonlyMap<string, string>) => {
        kept = typed;
      },
    };
    const first = sit({ drafts });
    const left = first.ask();
    await first.on("stop", `a${ENTER}`);
    await first.on("Add", `My long draft${ESC}`);
    await first.on("stop", `q${ENTER}`);
    expect(await left).toBe("leave");
    const second = sit({ drafts });
    const asked = second.ask();
    await second.on("stop", `a${ENTER}`);
    await second.on("My long draft", ` text${ENTER}`);
    await second.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ fields: { add: "My long draft text" } });
    expect(kept.size).toBe(0);
  });

  test("says so where the editor saves nothing", async () => {
    const sitting = sit({ env: { NO_COLOR: "1", EDITOR: "true" } });
    const asked = sitting.ask({ fields: [{ id: "add", label: "Add", required: false, long: true }] });
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Nothing was written.", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("words that were left with Esc are there again, and are no command", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `after 30${ESC}`);
    await sitting.on("What you typed is kept: f", `f${ENTER}`);
    await sitting.on("after 30", ` minutes${ENTER}`);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ fields: { fill: "after 30 minutes" } });
  });

  test("text that was typed is there again after Esc, a refusal, and the diff", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Add", `refunds${ESC}`);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("refunds", ENTER);
    await sitting.on("of its own", `a${ENTER}`);
    await sitting.on("refunds", ` take 5 days${ENTER}`);
    await sitting.on("Enter accept", `e${ENTER}`);
    await sitting.on("refunds take 5 days", ENTER);
    await sitting.on("Enter accept", ENTER);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "refunds take 5 days" } });
  });

  test.each([
    ["n", "later"],
    ["b", "back"],
    ["q", "leave"],
    [ESC, "leave"],
  ])("%j gives %s", async (key, outcome) => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", key === ESC ? key : `${key}${ENTER}`);
    expect(await asked).toBe(outcome);
  });

  test("words that say what to do are not written", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `f${ENTER}`);
    await sitting.on("Fill", `no${ENTER}`);
    await sitting.on("two things", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
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
    await sitting.on("accept", ENTER);
    expect(await asked).toMatchObject({ fields: { add: "Pay once a day.\nThen never again." } });
  });
});
