import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import type { Question } from "../../model/question.ts";
import { PLAIN } from "../paint.ts";
import type { TerminalAskerOptions } from "./asking.ts";
import { createTerminalAsker } from "./create-terminal-asker.ts";

const ENTER = "\r";
const ESC = "\u001b";
/** Ctrl-U: the line is empty again. */
const CLEAR = "\u0015";
const PASSAGE = "- A member may cancel up to TBD before the slot begins.";
const plain = { description: "", effect: "" };

function question(written: readonly string[] = ["edit", "add"], body = PASSAGE): Question {
  const more: Record<string, object> = {
    fill: { replaces: "TBD" },
    edit: { initial: body, replaces: "TBD", marker: "TBD" },
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
    expect(shown).toContain("e edit · a add · k keep · s strike · l later · n skip · b back · q stop · ? help");
  });

  test("names the sentences of the author's that an edit leaves out, and asks once more", async () => {
    const body = "Sub-processors: TBD. Backups are kept for 30 days. Support answers within a day.";
    const sitting = sit();
    const asked = sitting.ask(question(["edit", "add"], body));
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on("TBD", `${CLEAR}Sub-processors: Hetzner. Support answers within a day.${ENTER}`);
    await sitting.on("y accept · e edit · o original · c change answer · b back · ? help", `y${ENTER}`);
    await sitting.on("y leave it out · e edit · o original · c change answer · b back · ? help", `c${ENTER}`);
    await sitting.on("e edit · a add", `o${ENTER}`);
    expect(sitting.shown()).toContain("Your text leaves out: Backups are kept for 30 days.");
    // The author's own line is there again, to be edited.
    await sitting.on(body, `${CLEAR}${body.replace("TBD", "Hetzner")}${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { edit: body.replace("TBD", "Hetzner") } });
  });

  test("a rejected text is kept as it was typed, and the author's line is never further than a letter", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    const made = PASSAGE.replace("TBD", "two hours");
    await sitting.on("stop", `two hours${ENTER}`);
    await sitting.on("y accept", `c${ENTER}`);
    // What the program made of the words is not where the next answer begins.
    await sitting.on("You typed: two hours (Enter goes on with it)", `e${ENTER}`);
    await sitting.on("(or one letter at the end: c change answer · b back):", `${CLEAR}A wrong line.${ENTER}`);
    await sitting.on("y accept", `e${ENTER}`);
    await sitting.on("(or one letter at the end: o original", `o${ENTER}`);
    await sitting.on(PASSAGE, `${CLEAR}two hours${ESC}`);
    await sitting.on("stop", `two hours${ENTER}`);
    await sitting.on("y accept", `e${ENTER}`);
    await sitting.on(made, `o${ENTER}`);
    await sitting.on(PASSAGE, ` Once.${ENTER}`);
    await sitting.on("TBD", "\u0003");
    expect(await asked).toBe("leave");
  });

  test("at a diff ? says what each letter does, and b is the question before, as everywhere", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `two hours${ENTER}`);
    await sitting.on("y accept", `?${ENTER}`);
    await sitting.on("b  go back to the question before", `b${ENTER}`);
    expect(await asked).toBe("back");
    for (const line of ["  y  the spec changes as shown", "  o  open the passage", "  c  change the answer"])
      expect(sitting.shown()).toContain(line);
    const again = sitting.ask();
    await sitting.on("You typed: two hours", `e${ENTER}`);
    await sitting.on(PASSAGE, `b${ENTER}`);
    expect(await again).toBe("back");
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

  test("an edit that leaves the marker is not taken, and is there again", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `e${ENTER}`);
    await sitting.on(PASSAGE, ` Once.${ENTER}`);
    await sitting.on(`${PASSAGE} Once.`, ESC);
    await sitting.on("stop", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("a phrase for a token in a sentence is shown in it, and only y takes it", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    const line = PASSAGE.replace("TBD", "20 minutes");
    await sitting.on("stop", `20 minutes${ENTER}`);
    await sitting.on("y accept · e edit", ENTER);
    await sitting.on("Type y to accept it.", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: line } });
    expect(sitting.shown()).toContain(`  + ${line}`);
  });

  test("may be changed before it is taken", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    const line = PASSAGE.replace("TBD", "20 minutes");
    await sitting.on("stop", `20 minutes${ENTER}`);
    await sitting.on("e edit", `e${ENTER}`);
    await sitting.on(line, ` Once.${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: `${line} Once.` } });
  });

  test("what was typed is there on the way back", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `two hours${ENTER}`);
    await sitting.on("y accept", `c${ENTER}`);
    await sitting.on("You typed: two hours (Enter goes on with it)", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: PASSAGE.replace("TBD", "two hours") } });
  });

  test("whoever comes back to a question sees what they answered", async () => {
    const { ask, on, shown } = sit();
    const first = ask(BELOW);
    await on("> ", `The customer.${ENTER}`);
    await on("y accept", `y${ENTER}`);
    await first;
    expect(shown()).not.toContain("You answered:");
    const again = ask(BELOW);
    await on('You answered: add: "The customer." (n keeps it', `n${ENTER}`);
    expect(await again).toBe("later");
    const other = ask({ ...BELOW, shortText: "who pays? (The passage has changed since you answered.)" });
    const before = shown().length;
    await on("since you answered", `n${ENTER}`);
    await other;
    expect(shown().slice(before)).not.toContain("You answered:");
  });

  test.each(["- 20 minutes", "yes, an hour: always", "Yes"])(
    "%j has no place in the line: it is opened, and nothing is written before the person has changed it",
    async (words) => {
      const sitting = sit();
      const asked = sitting.ask();
      await sitting.on("stop", `${words}${ENTER}`);
      await sitting.on(`You typed: ${words}`, ENTER);
      await sitting.on(`You typed: ${words} (Enter goes on with it)`, ENTER);
      await sitting.on(PASSAGE, `${CLEAR}- A member may cancel an hour before.${ENTER}`);
      await sitting.on("y accept", `y${ENTER}`);
      expect(await asked).toMatchObject({
        options: ["edit"],
        fields: { edit: "- A member may cancel an hour before." },
      });
    },
  );

  test.each([
    "A member may cancel up to 20 minutes before the slot begins, once.",
    "- A member may cancel up to an hour before the slot begins.",
  ])("a line typed anew is the edit: %j", async (line) => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `${line}${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: line } });
  });

  test("a scenario typed anew with its outcome is the edit, also at the diff, and nothing below it", async () => {
    const sitting = sit();
    const asked = sitting.ask(question(["add", "edit"], "2. Given a reader with 5 holds, When they press Hold"));
    const line = "2. Given a reader with 5 holds, When they press Hold, Then it is refused";
    await sitting.on("stop", `it is refused${ENTER}`);
    await sitting.on("y accept", `${line}${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: line } });
  });

  test.each(["no", "No", "n"])('"%s" at the diff goes back to the question, and is never written', async (refusal) => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `The member${ENTER}`);
    await sitting.on("y accept", `${refusal}${ENTER}`);
    await sitting.on("You typed: The member (Enter goes on with it)", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "The member" } });
  });

  test("a long line of the diff has its sign once, and what it wraps to is indented below it", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `${"The member pays the fee. ".repeat(6)}${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    await asked;
    expect(sitting.shown()).toMatch(/\n {2}\+ The member pays.*\r?\n {6}\S.*fee\./);
  });

  test("what was answered before its passage changed is offered again", async () => {
    const sitting = sit();
    const again = question(["add", "edit"], "1. Which formats?");
    const fields = again.fields.map((each) => (each.id === "add" ? { ...each, initial: "CSV." } : each));
    const asked = sitting.ask({ ...again, fields });
    await sitting.on("You answered before: CSV. (Enter goes on with it)", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "CSV." } });
  });

  test.each([
    ["It is short.", "because the marker is only part of a sentence"],
    ["no", 'because "yes" and "no" need a sentence'],
  ])(
    "%s opens the line with the reason; a letter at its end is no text, and c goes back to the question",
    async (words, reason) => {
      const sitting = sit();
      const asked = sitting.ask();
      await sitting.on("stop", `${words}${ENTER}`);
      await sitting.on(reason, `y${ENTER}`);
      await sitting.on('"y" is not taken as text.', `c${ENTER}`);
      await sitting.on(`You typed: ${words} (Enter goes on with it)`, `l${ENTER}`);
      expect(await asked).toMatchObject({ options: ["later"] });
    },
  );

  test("yes and no say something of a question in a marker, which is opened as a line", async () => {
    const sitting = sit();
    const body = "- TODO: does the supplier get a mail?";
    const asked = sitting.ask(question(["add", "edit"], body));
    await sitting.on("stop", `no${ENTER}`);
    await sitting.on("Write the line as it should read", `${CLEAR}The supplier gets no mail.${ENTER}`);
    await sitting.on("y accept", `Y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit: "The supplier gets no mail." } });
  });

  test("where the author's note goes with its marker, the person is asked whether the line reads well", async () => {
    const sitting = sit();
    const noted = { replaces: "TODO: name the texts that are sent" };
    const { fields, ...more } = question(["fill", "edit"], "- TODO: name the texts that are sent.");
    const asked = sitting.ask({
      ...more,
      fields: fields.map((each) => (each.id === "fill" ? { ...each, ...noted } : each)),
    });
    await sitting.on("stop", `We send a file once a month.${ENTER}`);
    await sitting.on("Does it read well? y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { fill: "We send a file once a month." } });
  });

  test("a text of several lines that is pasted waits for Enter", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("> ", "\u001b[200~One.\rTwo.\r\u001b[201~");
    await sitting.on("Two.", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "One.\nTwo." } });
  });

  test("words stay where the line is left as it was, and in the box of what is added; a letter is no text", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `It is short.${ENTER}`);
    await sitting.on("You typed: It is short.", `y${ENTER}`);
    await sitting.on('"y" is not taken as text', `c${ENTER}`);
    await sitting.on("You typed: It is short. (Enter goes on with it)", `a${ENTER}`);
    await sitting.on("It is short.", `y${ENTER}`);
    await sitting.on('"y" is not taken as text', ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "It is short." } });
  });

  test("what was typed for one question is not offered at another about the same passage", async () => {
    const { ask, on, shown } = sit();
    const first = ask();
    await on("stop", `It is short.${ENTER}`);
    await on("You typed: It is short.", ESC);
    await on("stop", `l${ENTER}`);
    await first;
    const before = shown().length;
    const other = ask({ id: "Q-2", shortText: "what happens then?" });
    await on("hat happens then?", `l${ENTER}`);
    await other;
    expect(shown().slice(before)).not.toContain("You typed:");
  });

  test("says before it is taken that words below a marker leave it open", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Add", `Members pay once a year.${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"] });
    expect(sitting.shown()).toContain('"TBD" stays in the spec, so this stays listed as open.');
  });

  test("a capital letter is an answer", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `B${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { fill: "B" } });
  });

  test("remove it is asked about inside a sentence, and struck with y where the marker is all there is", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `remove it${ENTER}`);
    await sitting.on('could mean "TBD" or the whole passage', `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
    const alone = sitting.ask(ALONE);
    await sitting.on("stop", `remove it${ENTER}`);
    await sitting.on("y strike it", `y${ENTER}`);
    expect(await alone).toMatchObject({ options: ["strike"] });
  });

  test("strike is shown before it is taken, and Enter alone does not take it", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `s${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("y strike it", `c${ENTER}`);
    await sitting.on("stop", `s${ENTER}`);
    await sitting.on("y strike it", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
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

  test("words that strike are struck with y only, and other words take their place", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `not needed, remove it${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("y strike it", `Ana${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "Ana" } });
  });

  test.each(["skip", "keep", "stop"])("%j may be an answer: only the letter is the command", async (word) => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `${word}${ENTER}`);
    await sitting.on("could mean two things", `l${ENTER}`);
    expect(await asked).toMatchObject({ options: ["later"] });
  });

  test("what was typed for an equal passage elsewhere is not offered; what answers the same note is", async () => {
    const { ask, on, shown } = sit();
    const at = (gap: string, keeps?: string) => {
      const asked = { ...question(["fill", "edit"], "TBD"), about: [gap] };
      const fields = asked.fields.map((each) => (each.id === "edit" && keeps ? { ...each, replaces: keeps } : each));
      return { ...asked, fields };
    };
    for (const gap of ["GAP-FEE-001", "GAP-PAY-001"]) {
      const asked = ask(at(gap));
      await on("stop", `Ana${ENTER}`);
      await on("y accept", `y${ENTER}`);
      await asked;
    }
    expect(shown()).not.toContain("You typed: Ana");
    const first = ask(at("GAP-FEE-002", "TBD: who pays?"));
    await on("stop", `Ben${ENTER}`);
    await on("y accept", `y${ENTER}`);
    await first;
    const second = ask(at("GAP-PAY-002", "TBD: who pays?"));
    await on("You typed: Ben (Enter goes on with it)", `l${ENTER}`);
    expect(await second).toMatchObject({ options: ["later"] });
  });

  test("what was typed is offered again where the author's edits moved the line", async () => {
    const { ask, on } = sit();
    const at = (where: string) => ({
      ...ALONE,
      text: `${where}, section "Limits": ${ALONE.shortText}`,
      evidence: ALONE.evidence.map((each) => ({ ...each, where })),
    });
    const left = ask(at("booking.md:24"));
    await on("stop", "Ana");
    await on("Ana", ESC);
    await on("What you typed is saved", `q${ENTER}`);
    expect(await left).toBe("leave");
    const again = ask(at("booking.md:26"));
    await on("You typed: Ana", `l${ENTER}`);
    expect(await again).toMatchObject({ options: ["later"] });
  });

  test("a number is an answer, also 1", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `1${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
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
      await sitting.on("y strike it", `c${ENTER}`);
      await sitting.on("stop", `k${ENTER}`);
      expect(await asked).toMatchObject({ options: ["keep"] });
      expect(sitting.shown()).toContain("Ignored what you typed before this was shown.");
    },
  );

  test("a letter typed ahead behind words is neither part of them nor taken at their diff", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    const edit = PASSAGE.replace("TBD", "20 minutes");
    await sitting.on("stop", `20 minutes${ENTER}y${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["edit"], fields: { edit } });
    expect(sitting.shown()).toContain("Ignored what you typed");
  });

  test("words that keep or put off are understood of two passages, too, and a letter that is none is told", async () => {
    const sitting = sit();
    const asked = sitting.ask(TWO);
    await sitting.on("stop", `y${ENTER}`);
    await sitting.on('"y" is not one of the letters.', `leave it${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("Enter alone answers nothing and strikes nothing, and says so", async () => {
    const sitting = sit({ preview: async () => [{ sign: "-", text: "It ends." }] });
    const asked = sitting.ask();
    await sitting.on("stop", ENTER);
    await sitting.on("Nothing was typed.", `s${ENTER}`);
    await sitting.on("y strike it", ENTER);
    await sitting.on("Type y to accept it.", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
  });

  test("words about two passages change neither of them before a letter says which, small or capital", async () => {
    const sitting = sit();
    const asked = sitting.ask({ ...question(["edit", "edit-2"]), ...TWO });
    await sitting.on("Type one letter, then press Enter: e edits the first,", `drop the other one${ENTER}`);
    await sitting.on("Your words are kept. Type one letter: e edits the first, 2 edits the second", `2${ENTER}`);
    await sitting.on("You typed: drop the other one", `Both are allowed.${ESC}`);
    await sitting.on("stop", `S${ENTER}`);
    await sitting.on("y strike it", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
  });

  test("words of one of two passages offer what becomes of the other", async () => {
    const sitting = sit();
    const [one, other] = ["It ends after 15 minutes.", "It ends after 10 minutes."];
    const evidence = [one, other].map((body) => ({ title: "", body }));
    const strikes = ["strike", "strike-2"].map((id) => ({ ...plain, id, label: id }));
    const { options, ...more } = question(["edit", "edit-2"], one);
    const asked = sitting.ask({
      ...more,
      evidence,
      options: [...options.filter(({ id }) => id !== "strike"), ...strikes],
    });
    await sitting.on("stop", `10 minutes${ENTER}`);
    await sitting.on("are in the second passage.", `s${ENTER}`);
    await sitting.on("y strike it", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["strike"] });
    expect(sitting.shown().replace(/\s+/g, " ")).toContain(
      "passage. Type one letter: e edits the first, s strikes the first.",
    );
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
    await second.on("y accept", `y${ENTER}`);
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
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `Ana${ESC}`);
    await sitting.on("What you typed is saved.", `f${ENTER}`);
    await sitting.on("Ana", ` and Bob${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ fields: { fill: "Ana and Bob" } });
  });

  test("text that was typed is there again after Esc, a refusal, and the diff", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("Add", `TBD${ESC}`);
    await sitting.on("stop", `a${ENTER}`);
    await sitting.on("TBD", ` by Ana${ENTER}`);
    await sitting.on("TBD by Ana", `${CLEAR}Ana${ENTER}`);
    await sitting.on("y accept", `e${ENTER}`);
    await sitting.on("Ana", ` pays${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "Ana pays" } });
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

  test("Esc never leaves, Ctrl-C does", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", ESC);
    await sitting.on("Type q to stop, or b to go back.", "\u0003");
    expect(await asked).toBe("leave");
  });

  test("words that were changed at the diff are there again behind c, and Enter goes on with them", async () => {
    for (const [asks, first, last] of [
      [BELOW, "Ana.", "Ana. Always."],
      [question(), "an hour", `${PASSAGE.replace("TBD", "an hour")} Always.`],
    ] as const) {
      const sitting = sit();
      const asked = sitting.ask(asks);
      await sitting.on("stop", `${first}${ENTER}`);
      await sitting.on("y accept", `e${ENTER}`);
      await sitting.on(first, ` Always.${ENTER}`);
      await sitting.on("y accept", `c${ENTER}`);
      await sitting.on(`You typed: ${last.slice(0, 60)}`, ENTER);
      await sitting.on("y accept", `y${ENTER}`);
      expect(await asked).toMatchObject({ fields: { [asks.options[0]?.id ?? ""]: last } });
    }
  });

  test("a text that is refused is there to go on with", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `not sure yet, need to ask Priya${ENTER}`);
    await sitting.on("You typed: not sure yet, need to ask Priya", `l${ENTER}`);
    expect(await asked).toMatchObject({ options: ["later"] });
  });

  test("a text that is refused is written if the person goes on with it", async () => {
    const sitting = sit();
    const asked = sitting.ask(BELOW);
    await sitting.on("stop", `Not yet, we will measure it.${ENTER}`);
    await sitting.on("You typed: Not yet, we will measure it.", ENTER);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["add"], fields: { add: "Not yet, we will measure it." } });
  });

  test("words that say what to do are not written", async () => {
    const sitting = sit();
    const asked = sitting.ask();
    await sitting.on("stop", `not needed${ENTER}`);
    await sitting.on("two things", `a${ENTER}`);
    await sitting.on("Add", `n/a${ENTER}`);
    await sitting.on("two things", ESC);
    await sitting.on("stop", `k${ENTER}`);
    expect(await asked).toMatchObject({ options: ["keep"] });
  });

  test("but are where the person chooses to write them", async () => {
    const sitting = sit();
    const asked = sitting.ask(ALONE);
    await sitting.on("stop", `n/a${ENTER}`);
    await sitting.on("choose f first", `f${ENTER}`);
    await sitting.on("fill", `n/a${ENTER}`);
    await sitting.on("y accept", `y${ENTER}`);
    expect(await asked).toMatchObject({ options: ["fill"], fields: { fill: "n/a" } });
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
});
