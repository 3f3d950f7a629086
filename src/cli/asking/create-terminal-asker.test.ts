import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import type { Answer, Question } from "../../model/question.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import { PLAIN } from "../paint.ts";
import { createTerminalAsker } from "./create-terminal-asker.ts";
import type { TerminalAskerOptions } from "./field-prompts.ts";

const DOWN = "\u001b[B";
const ENTER = "\r";
const CTRL_C = "\u0003";

interface Sitting {
  readonly asked: Promise<AskOutcome>;
  /** Everything shown so far, without escape sequences. */
  readonly shown: () => string;
  readonly raw: () => string;
  /** Waits until the text is shown, new since the last keys, then types. */
  readonly on: (text: string, keys: string) => Promise<void>;
  readonly abort: () => void;
}

function sit(question: Question, extra: Partial<TerminalAskerOptions> & { refusal?: string } = {}): Sitting {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 24, isTTY: true });
  const { refusal, ...options } = extra;
  const controller = new AbortController();
  let raw = "";
  let from = 0;
  output.on("data", (chunk: Buffer) => {
    raw += chunk.toString("utf8");
  });
  const env = { NO_COLOR: "1" };
  const asker = createTerminalAsker({ input, output, env, paint: PLAIN, ...options });
  return {
    raw: () => raw,
    asked: asker.ask(question, controller.signal, refusal),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is the subject.
    shown: () => raw.replace(/\u001b\[[\d;?]*[A-Za-z]/g, ""),
    on: async (text, keys) => {
      await expect.poll(() => raw.slice(from), { interval: 5 }).toContain(text);
      from = raw.length;
      input.write(keys);
    },
    abort: () => controller.abort(),
  };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the terminal asker", () => {
  test("shows the question with its evidence, the effect of the choice, and takes it when confirmed", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Why", `the server removes duplicates${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toEqual({
      question: "Q-R3-001",
      options: ["B"],
      fields: { why: "the server removes duplicates" },
      via: "terminal",
    });
    expect(sitting.shown()).toContain("A retry may store the file twice.");
    expect(sitting.shown()).toContain("round_003/reviewer.md:41");
    expect(sitting.shown()).toContain("The issue is waived.");
  });

  test("breaks the title of its evidence at words", async () => {
    const title = `ISSUE-R1-001 (HIGH): ${"What the tablet can do offline, ".repeat(6)}`;
    const sitting = sit({ ...sampleQuestion(), evidence: [{ title, body: "" }] });
    await sitting.on("What would you like to do?", ENTER);
    sitting.abort();
    const lines = sitting.shown().split(/\r?\n/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(lines.some((line) => /\b(?:tablet|offline,|What|the|can|do)$/.test(line.trimEnd()))).toBe(true);
  });

  test("begins at the recommended option and asks for no field that belongs to another one", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("The Reviewer's (recommended; ", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["A"], fields: {} });
  });

  test("says beside each choice what it does, also behind a description without a stop", async () => {
    const options = sampleQuestion().options.map((option) => ({
      ...option,
      description: option.description.slice(0, -1),
    }));
    const sitting = sit(sampleQuestion({ options }));
    await sitting.on("What would you like to do?", CTRL_C);
    await sitting.asked;
    for (const { description, effect } of sampleQuestion().options)
      expect(sitting.shown()).toContain(`${description} ${effect})`);
    expect(sitting.shown()).toContain("Stop here (decide later; `whetstone resume` asks again)");
  });

  test.each([
    ["beside it", 60],
    ["above the menu, where that would not hold it", 700],
  ])("shows the whole text of an option, wrapped: %s", async (_, count) => {
    const words = (name: string) => Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");
    const [first, ...rest] = sampleQuestion().options;
    if (first === undefined) throw new Error("the sample has no option");
    const options = [{ ...first, label: words("label"), description: words("text") }, ...rest];
    const sitting = sit(sampleQuestion({ options }));
    await sitting.on("What would you like to do?", CTRL_C);
    await sitting.asked;
    const shown = sitting.shown().replace(/[│●○\s]+/g, " ");
    expect(shown).toContain(words("label"));
    expect(shown).toContain(words("text"));
  });

  test("shows what an answer changes in the spec before it is taken", async () => {
    const [first, ...rest] = sampleQuestion().options;
    const options = [{ ...first, id: "mine", label: "Mine" } as NonNullable<typeof first>, ...rest];
    const preview = async (_: Question, { options: [chosen] }: Answer) =>
      chosen === "mine" ? [] : [{ sign: "-" as const, text: "- 300 pages" }];
    const question = sampleQuestion({ kind: "merge-overlap", options, fields: [] });
    const sitting = sit(question, { preview });
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Is this right?", DOWN + ENTER);
    expect(sitting.shown()).toContain("  - - 300 pages");
    await sitting.on("What would you like to do?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["mine"] });
  });

  const plain = { description: "", effect: "" };
  const input = (): Question =>
    sampleQuestion({
      kind: "input",
      options: [
        { ...plain, id: "choice-1", label: "3 times", recommended: true },
        { ...plain, id: "give", label: "Another answer", requires: ["input"] },
      ],
      fields: [{ id: "input", label: "Your words", required: false }],
    });

  test.each([
    [input(), "Your answer?", "choice-1"],
    [sampleQuestion(), "What would you like to do?", "A"],
  ])("takes a choice at once that asks for no text: $kind", async (question, heading, option) => {
    const sitting = sit(question);
    await sitting.on(heading, ENTER);
    expect(await sitting.asked).toMatchObject({ options: [option], fields: {} });
    expect(sitting.shown()).not.toContain("Is this right?");
  });

  test("takes what cannot be taken back only after it was shown with its effect", async () => {
    const options = sampleQuestion().options.map((option) => ({ ...option, recommended: false }));
    const abandon = { id: "abandon", label: "Abandon it", description: "", effect: "It ends.", final: true };
    const sitting = sit(sampleQuestion({ options: [abandon, ...options] }));
    await sitting.on("What would you like to do?", ENTER);
    await sitting.on("Is this right?", DOWN + ENTER);
    await sitting.on("What would you like to do?", ENTER);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["abandon"] });
    expect(sitting.shown()).toContain("    It ends.");
  });

  test("does not offer to stop where the question can be answered with a pause", async () => {
    const [first] = sampleQuestion().options;
    const pause = { id: "pause", label: "Pause", description: "", effect: "" };
    const sitting = sit(sampleQuestion({ options: first === undefined ? [pause] : [first, pause] }));
    await sitting.on("What would you like to do?", CTRL_C);
    await sitting.asked;
    expect(sitting.shown()).not.toContain("Stop here");
  });

  test("goes back from the confirmation to the choice", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Why", `x${ENTER}`);
    await sitting.on("Is this right?", DOWN + ENTER);
    await sitting.on("What would you like to do?", DOWN + DOWN + ENTER);
    expect(await sitting.asked).toBe("later");
  });

  test("has what was typed again when the answer is changed", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Why", `it is slow${ENTER}`);
    await sitting.on("Is this right?", DOWN + ENTER);
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("it is slow", ENTER);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["B"], fields: { why: "it is slow" } });
  });

  test("Esc goes back from a field, where what was typed is there again, and Ctrl-C leaves", async () => {
    const onInterrupt = vi.fn();
    const sitting = sit(sampleQuestion(), { onInterrupt });
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Why", "it is");
    await sitting.on("it is", "\u001b");
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("it is", " slow");
    await sitting.on("slow", CTRL_C);
    expect(await sitting.asked).toBe("leave");
    expect(onInterrupt).toHaveBeenCalledTimes(1);
  });

  test("Ctrl-C leaves where an answer is confirmed, too", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("Why", `x${ENTER}`);
    await sitting.on("Is this right?", CTRL_C);
    expect(await sitting.asked).toBe("leave");
  });

  test("Esc leaves no question; Ctrl-C does, and interrupts", async () => {
    const onInterrupt = vi.fn();
    const sitting = sit(sampleQuestion(), { onInterrupt });
    await sitting.on("What would you like to do?", "\u001b");
    await sitting.on("What would you like to do?", CTRL_C);
    expect(await sitting.asked).toBe("leave");
    expect(onInterrupt).toHaveBeenCalledTimes(1);
  });

  test("aborting means later, also before the question is shown", async () => {
    const sitting = sit(sampleQuestion());
    await sitting.on("What would you like to do?", "");
    sitting.abort();
    expect(await sitting.asked).toBe("later");
  });

  test("SPEC 12: takes exact words to the letter only", async () => {
    const sitting = sit(
      sampleQuestion({
        options: [],
        fields: [{ id: "words", label: "Words", required: true, exactText: "I acknowledge" }],
      }),
    );
    await sitting.on("Answer", ENTER);
    await sitting.on("Type exactly: I acknowledge", `i acknowledge${ENTER}`);
    await sitting.on("Type exactly: I acknowledge", `\u0015I acknowledge${ENTER}`); // clears the line first
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: [], fields: { words: "I acknowledge" } });
  });

  test("takes several answers where several are allowed", async () => {
    const sitting = sit(sampleQuestion({ multiple: true }));
    await sitting.on("Answer", ENTER);
    await sitting.on("Choose one or more", `${DOWN} ${ENTER}`); // the recommended one is ticked already
    await sitting.on("Why", `x${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["A", "B"], fields: { why: "x" } });
  });

  test("SPEC 10.3: shows evidence whole", async () => {
    const body = Array.from({ length: 40 }, (_, index) => `line ${index + 1}.`).join("\n");
    const sitting = sit(sampleQuestion({ evidence: [{ title: "Long", body }] }));
    await sitting.on("What would you like to do?", CTRL_C);
    expect(await sitting.asked).toBe("leave");
    expect(sitting.shown()).toContain("line 40.");
  });

  test("says why an answer was refused", async () => {
    const sitting = sit(sampleQuestion(), { refusal: "the gap is gone" });
    await sitting.on("Your answer was not accepted: the gap is gone", CTRL_C);
    expect(await sitting.asked).toBe("leave");
  });

  test("obeys no escape sequence of the question, its options or its evidence", async () => {
    const evil = "\u001b]0;owned\u0007\u009b2J";
    const question = sampleQuestion({
      text: evil,
      evidence: [{ title: evil, body: evil, where: evil }],
      options: [{ id: "A", label: evil, description: evil, effect: evil }],
    });
    const sitting = sit(question);
    await sitting.on("What would you like to do?", ENTER);
    await sitting.on("Why", ENTER);
    await sitting.on("Is this right?", ENTER);
    await sitting.asked;
    expect(sitting.shown()).not.toContain("\u001b]");
    expect(sitting.shown()).not.toContain("\u0007");
    expect(sitting.shown()).not.toContain("\u009b");
  });

  test("has no colour with NO_COLOR, and has it without", async () => {
    // Node itself looks at this process's own output, which is no terminal here.
    vi.stubEnv("FORCE_COLOR", "1");
    for (const [env, coloured] of [
      [{ NO_COLOR: "1" }, false],
      [{}, true],
    ] as const) {
      const sitting = sit(sampleQuestion(), { env });
      await sitting.on("What would you like to do?", CTRL_C);
      await sitting.asked;
      expect(sitting.raw().includes("\u001b[36m")).toBe(coloured);
    }
  });

  test("asks one question at a time, with progress held meanwhile", async () => {
    const held: string[] = [];
    const around: TerminalAskerOptions["around"] = async (work) => {
      held.push("begin");
      return work().finally(() => held.push("end"));
    };
    const sitting = sit(sampleQuestion(), { around });
    await sitting.on("What would you like to do?", CTRL_C);
    await sitting.asked;
    expect(held).toEqual(["begin", "end"]);
  });

  test("long text comes from the person's editor, started without a shell", async () => {
    const folder = await mkdtemp(join(tmpdir(), "whetstone-editor-"));
    try {
      const editor = join(folder, "my editor.mjs");
      await writeFile(
        editor,
        'import fs from "node:fs"; const f = process.argv.at(-1); fs.writeFileSync(f, "from the editor\\n" + fs.readFileSync(f, "utf8"));',
      );
      await chmod(editor, 0o700);
      const sitting = sit(sampleQuestion({ fields: [{ id: "why", label: "Why", required: false, long: true }] }), {
        env: { NO_COLOR: "1", EDITOR: `"${process.execPath}" "${editor}"` },
      });
      await sitting.on("What would you like to do?", DOWN + ENTER);
      await sitting.on("Is this right?", ENTER);
      expect(await sitting.asked).toMatchObject({ fields: { why: "from the editor" } });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("text that is there already says how it is changed and ended, whatever line ends it has", async () => {
    const fields = [{ id: "why", label: "Why", required: false, long: true, initial: "- One.\n\n" }];
    const sitting = sit(sampleQuestion({ fields }));
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("- One.", ` Two.${ENTER}${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ fields: { why: "- One. Two." } });
    const hint = "Enter: next line; change what is there; an empty line after the last ends it";
    expect(sitting.shown().replace(/\s+/g, " ")).toContain(hint);
  });

  test("an editor whose command cannot be read leaves the text to be written here", async () => {
    const sitting = sit(sampleQuestion({ fields: [{ id: "why", label: "Why", required: false, long: true }] }), {
      env: { NO_COLOR: "1", EDITOR: 'vim "' },
    });
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("never closed", `x${ENTER}${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ fields: { why: "x" } });
  });

  test("an editor that cannot be started leaves the text to be written here", async () => {
    const sitting = sit(sampleQuestion({ fields: [{ id: "why", label: "Why", required: false, long: true }] }), {
      env: { NO_COLOR: "1", VISUAL: "no-such-editor-at-all" },
    });
    await sitting.on("What would you like to do?", DOWN + ENTER);
    await sitting.on("could not be started", `one${ENTER}two${ENTER}${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ fields: { why: "one\ntwo" } });
  });
});

describe("gaps of a list at the terminal (SPEC 16.1)", () => {
  const gaps = Array.from({ length: 3 }, (_, index) => ({
    id: `GAP-PAY-00${index}` as const,
    severity: "LOW" as const,
    title: `What holds for case ${index + 1} is not said`,
    origin: "check" as const,
    where: `relay.md:${index + 3}, Flow`,
  }));
  const question = () =>
    sampleQuestion({
      kind: "inventory",
      evidence: [{ title: "The scope", body: "Relays." }],
      gaps,
      options: [
        { id: "drop", label: "Drop gaps", description: "", effect: "Shown again.", requires: ["drop"] },
        { id: "accept", label: "Take it", description: "", effect: "Round 1 opens.", recommended: true },
      ],
      fields: [{ id: "drop", label: "Gaps to drop", required: false }],
    });

  test("are named by their numbers in the list", async () => {
    const sitting = sit(question());
    await sitting.on("What would you like to do?", `\u001b[A${ENTER}`);
    await sitting.on("Gaps to drop", `2-3${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["drop"], fields: { drop: "2-3" } });
    expect(sitting.shown()).toContain("relay.md:4, Flow");
  });

  test("are refused at once where none has that name", async () => {
    const sitting = sit(question());
    await sitting.on("What would you like to do?", `\u001b[A${ENTER}`);
    await sitting.on("Gaps to drop", `GAP-EDGE-0036${ENTER}`);
    await sitting.on("What would you like to do?", CTRL_C);
    expect(await sitting.asked).toBe("leave");
    expect(sitting.shown()).not.toContain("Is this right?");
  });

  test("are listed in one column, the first of many as well", async () => {
    const many = Array.from({ length: 10 }, () => gaps[1]).flatMap((gap) => gap ?? []);
    const sitting = sit({ ...question(), gaps: many });
    await sitting.on("What would you like to do?", CTRL_C);
    await sitting.asked;
    expect(sitting.shown()).toMatch(/^ {3}1\. LOW .*\n[\s\S]*^ {2}10\. LOW /m);
  });

  const parking = (severity: "LOW" | "HIGH") =>
    sampleQuestion({
      kind: "inventory",
      gaps: gaps.map((gap) => ({ ...gap, severity })),
      options: [
        { id: "park", label: "Park", description: "", effect: "", requires: ["park"], offers: ["reason"] },
        { id: "accept", label: "Take it", description: "", effect: "" },
      ],
      fields: ["park", "reason"].map((id) => ({ id, label: `The ${id}`, required: false })),
    });

  test.each([
    ["HIGH", false],
    ["LOW", true],
  ] as const)("that are %s are parked with a reason that is optional: %s", async (severity, isOptional) => {
    const sitting = sit(parking(severity));
    await sitting.on("What would you like to do?", ENTER);
    await sitting.on("The park", `1${ENTER}`);
    await sitting.on("The reason", `Later.${ENTER}`);
    await sitting.on("Is this right?", ENTER);
    expect(await sitting.asked).toMatchObject({ options: ["park"], fields: { park: "1", reason: "Later." } });
    expect(sitting.shown().includes("The reason (optional")).toBe(isOptional);
  });
});

/** An asker at a terminal, and all that it has shown. */
function atTerminal() {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { columns: 100, rows: 24, isTTY: true });
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString("utf8");
  });
  const asker = createTerminalAsker({ input, output, env: { NO_COLOR: "1" }, paint: PLAIN });
  return { asker, input, shown: () => shown };
}

test("what is typed at a question that is taken back is no answer to the next one", async () => {
  const { asker, input, shown } = atTerminal();
  const taken = new AbortController();
  const first = asker.ask(sampleQuestion(), taken.signal);
  await expect.poll(shown, { interval: 5 }).toContain("What would you like to do?");
  taken.abort();
  expect(await first).toBe("later");
  const second = asker.ask(sampleQuestion({ text: "The next one?" }), new AbortController().signal);
  await expect.poll(shown, { interval: 5 }).toContain("answered elsewhere");
  expect(shown()).not.toContain("The next one?");
  input.write(`half an answer${ENTER}`);
  await expect.poll(shown, { interval: 5 }).toContain("The next one?");
  input.write(ENTER);
  expect(await second).toMatchObject({ options: ["A"] });
});
