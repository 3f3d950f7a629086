import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NoteEvent, note, parseNote } from "../../test/support/note-event.ts";
import type { Files } from "../ports/files.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { type MemoryFiles, memoryFiles } from "../testing/memory-files.ts";
import { openJournal } from "./journal.ts";
import { readJournal } from "./read-journal.ts";

const PATH = "journal.jsonl";
const TEXTS = ["one", "two", "three", "four"];

function open(files: Files) {
  return openJournal<NoteEvent>(files, PATH, { parse: parseNote, clock: fixedClock() });
}

function read(files: Files) {
  return readJournal<NoteEvent>(files, PATH, { parse: parseNote });
}

/** A journal with one note for each text. */
async function written(texts: readonly string[] = TEXTS): Promise<MemoryFiles> {
  const files = memoryFiles();
  const { journal } = await open(files);
  for (const text of texts) await journal.append(note(text), { sync: true });
  await journal.close();
  return files;
}

async function changed(change: (text: string) => string): Promise<MemoryFiles> {
  const files = await written();
  await files.writeAtomic(PATH, change((await files.readText(PATH)) ?? ""));
  return files;
}

function textsOf(entries: readonly { readonly event: NoteEvent }[] | undefined): string[] {
  return (entries ?? []).map((entry) => entry.event.text);
}

async function reopenedTexts(files: Files): Promise<string[]> {
  const { journal, entries } = await open(files);
  await journal.close();
  return textsOf(entries);
}

describe("the journal's file", () => {
  it("is a versioned header and a line for each event, each with its checksum", async () => {
    const files = await written(["one"]);
    expect(files.texts()[PATH]).toBe(
      [
        '{"journal":"whetstone","version":2,"at":"2026-01-12T14:30:00Z","sum":"4d732d10"}\n',
        '{"seq":1,"at":"2026-01-12T14:30:01Z","type":"note","text":"one","sum":"d80a6ed0"}\n',
      ].join(""),
    );
  });

  it("can be read by a second process while the first writes", async () => {
    const files = memoryFiles();
    expect(await read(files)).toBeUndefined();
    const { journal } = await open(files);
    await journal.append(note("one"), { sync: false });
    expect(textsOf((await read(files))?.entries)).toEqual(["one"]);
    await files.append(PATH, '{"seq":2,"at"');
    const before = files.texts();
    expect(await read(files)).toMatchObject({ entries: [{ seq: 1 }], torn: { line: 3, bytes: 13 } });
    expect(files.texts()).toEqual(before);
  });

  it("may have lost the end of its last line", async () => {
    const files = await changed((text) => text.slice(0, -1));
    const { journal, entries, torn } = await open(files);
    expect(torn).toBeUndefined();
    expect(textsOf(entries)).toEqual(TEXTS);
    await journal.append(note("five"), { sync: true });
    await journal.close();
    expect(await reopenedTexts(files)).toEqual([...TEXTS, "five"]);
  });

  it("may have gone through git on Windows", async () => {
    const files = await changed((text) => text.replaceAll("\n", "\r\n"));
    const { journal } = await open(files);
    await journal.append(note("five"), { sync: true });
    await journal.close();
    expect(await reopenedTexts(files)).toEqual([...TEXTS, "five"]);
  });
});

describe("a torn last line", () => {
  it.each([
    ["without its end", '{"seq":5,"at":"2026-01-'],
    ["of zeros", "\0".repeat(100)],
    [
      "with an end but a wrong checksum",
      '{"seq":5,"at":"2026-01-12T14:30:05Z","type":"note","text":"x","sum":"00000000"}\n',
    ],
  ])("%s is set aside and reported", async (_name, tail) => {
    const files = await changed((text) => text + tail);
    const { journal, entries, torn } = await open(files);
    expect(torn).toEqual({ line: 6, bytes: tail.length, keptAt: "journal.torn-1.jsonl" });
    expect(files.texts()["journal.torn-1.jsonl"]).toBe(tail);
    expect(textsOf(entries)).toEqual(TEXTS);
    await journal.append(note("five"), { sync: true });
    await journal.close();
    expect(await reopenedTexts(files)).toEqual([...TEXTS, "five"]);
  });

  it("is kept beside those of earlier times, and not twice", async () => {
    const files = await changed((text) => `${text}{"a`);
    await (await open(files)).journal.close();
    for (const tail of ['{"b', '{"b']) {
      await files.append(PATH, tail);
      const { journal, torn } = await open(files);
      expect(torn?.keptAt).toBe("journal.torn-2.jsonl");
      await journal.close();
    }
    expect(Object.keys(files.texts())).toEqual([PATH, "journal.torn-1.jsonl", "journal.torn-2.jsonl"]);
  });
});

describe("a journal that begins", () => {
  it("has its header and its first entry in one step", async () => {
    const files = memoryFiles();
    const first = note("one");
    const steps: string[] = [];
    const writeAtomic: Files["writeAtomic"] = async (path, data, options) => {
      steps.push(String(data));
      await files.writeAtomic(path, data, options);
    };
    const options = { parse: parseNote, clock: fixedClock(), first };
    const { journal, entries } = await openJournal<NoteEvent>({ ...files, writeAtomic }, PATH, options);
    expect([textsOf(entries), journal.lastSeq]).toEqual([["one"], 1]);
    await journal.append(note("two"), { sync: true });
    await journal.close();
    expect(steps).toEqual([expect.stringMatching(/^\{"journal".*\n\{"seq":1.*\n$/)]);
    expect(await reopenedTexts(files)).toEqual(["one", "two"]);
  });

  it("is refused before anything is changed", async () => {
    const files = await changed((text) => `${text}{"a`);
    const before = files.texts();
    const accept = () => Promise.reject(new Error("not this one"));
    const options = { parse: parseNote, clock: fixedClock(), accept };
    await expect(openJournal<NoteEvent>(files, PATH, options)).rejects.toThrow("not this one");
    expect(files.texts()).toEqual(before);
  });
});

describe("a damaged journal", () => {
  it("stops with the line and how to recover, and is left as it is", async () => {
    const files = await changed((text) => text.replace('"two"', '"2wo"'));
    const before = files.texts();
    await expect(open(files)).rejects.toMatchObject({
      code: "JOURNAL_DAMAGED",
      message: "Line 3 of journal.jsonl is damaged: its checksum does not match.",
      target: "journal.jsonl:3",
      fix: expect.stringContaining("delete line 3 and all below it"),
    });
    await expect(read(files)).rejects.toMatchObject({ code: "JOURNAL_DAMAGED" });
    expect(files.texts()).toEqual(before);
  });

  it("goes on from the entry that its error names, once it is cut there as told", async () => {
    const files = await changed((text) => text.replace('"three"', '"thr33"'));
    const error = await open(files).catch((problem) => problem);
    expect(error.fix).toContain("continues from entry 2");
    const lines = (files.texts()[PATH] ?? "").split("\n");
    await files.writeAtomic(PATH, `${lines.slice(0, 3).join("\n")}\n`);
    expect(await reopenedTexts(files)).toEqual(["one", "two"]);
  });

  it.each([
    ["a line was taken out", (lines: string[]) => lines.toSpliced(2, 1), 3],
    ["a line is there twice", (lines: string[]) => lines.toSpliced(2, 0, lines[2] ?? ""), 4],
    ["lines changed places", (lines: string[]) => lines.toSpliced(1, 2, lines[2] ?? "", lines[1] ?? ""), 2],
    ["a merge left its marks", (lines: string[]) => lines.toSpliced(2, 0, "<<<<<<< HEAD"), 3],
    ["there is an empty line", (lines: string[]) => lines.toSpliced(3, 0, ""), 4],
    ["the header was changed", (lines: string[]) => lines.toSpliced(0, 1, (lines[0] ?? "").replace("2026", "2025")), 1],
    ["it is something else", () => ["# Notes", ""], 1],
    ["only a part of its header is left", (lines: string[]) => [(lines[0] ?? "").slice(0, 20)], 1],
    ["it was emptied", () => [], 1],
    ["its first entry is not whole", (lines: string[]) => [lines[0] ?? "", (lines[1] ?? "").slice(0, 20)], 2],
  ])("is noticed when %s", async (_name, change, line) => {
    const files = await changed((text) => change(text.split("\n")).join("\n"));
    const before = files.texts();
    for (const work of [open, read]) {
      await expect(work(files)).rejects.toMatchObject({ code: "JOURNAL_DAMAGED", target: `journal.jsonl:${line}` });
    }
    expect(files.texts()).toEqual(before);
  });

  it("never passes for a whole one, whichever byte is changed", async () => {
    const whole = Buffer.from((await written()).texts()[PATH] ?? "");
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ flip;
        const files = memoryFiles();
        await files.writeAtomic(PATH, bytes);
        const result = await read(files).catch((error) => error.code);
        if (["JOURNAL_DAMAGED", "JOURNAL_VERSION", "JOURNAL_OLD"].includes(result)) return;
        const texts = textsOf(result.entries);
        expect(texts).toEqual(TEXTS.slice(0, texts.length));
        expect(texts.length === TEXTS.length || result.torn !== undefined).toBe(true);
      }),
    );
  });

  it("is told apart from one that another version wrote", async () => {
    const files = memoryFiles();
    const { journal } = await openJournal<NoteEvent>(files, PATH, {
      parse: (value) => value as NoteEvent,
      clock: fixedClock(),
    });
    await journal.append(note("one"), { sync: true });
    await journal.append({ type: "memo" } as unknown as NoteEvent, { sync: true });
    await journal.close();
    await expect(open(files)).rejects.toMatchObject({
      code: "JOURNAL_NOT_UNDERSTOOD",
      target: "journal.jsonl:3",
      message: "Line 3 of journal.jsonl is not understood: its type is unknown.",
    });
  });
});

describe("a journal of another version", () => {
  const OLD = [
    '{"journal":"whetstone","version":1,"at":"2025-01-12T14:30:00Z","sum":"02fd9b1e"}',
    '{"seq":1,"at":"2025-01-12T14:30:01Z","type":"memo","words":"one","sum":"95ed0ab9"}',
    '{"seq":2,"at":"2025-01-12T14:30:01Z","type":"memo","words":"one","sum":"bc127c15"}',
    '{"seq":3,"at":"2025-01-12T14:30:09Z","type":"memo","words":"two","sum":"bd874812"}',
    "",
  ].join("\n");
  it("is refused and left as it is, with how to read it", async () => {
    const files = memoryFiles();
    await files.writeAtomic(PATH, OLD);
    for (const work of [open, read]) {
      await expect(work(files)).rejects.toMatchObject({
        code: "JOURNAL_OLD",
        message: expect.stringContaining("version 1 of the journal format; this program reads version 2"),
        fix: expect.stringMatching(/the version of Whetstone that started it/),
      });
    }
    expect(files.texts()).toEqual({ [PATH]: OLD });
  });

  it("is refused when it is newer, with what to do", async () => {
    const files = memoryFiles();
    await files.writeAtomic(PATH, '{"journal":"whetstone","version":3,"at":"later","check":"a7f5f072"}\n');
    await expect(open(files)).rejects.toMatchObject({
      code: "JOURNAL_VERSION",
      fix: expect.stringContaining("npm install"),
    });
  });
});
