import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { nodeFiles } from "../engine/node-files.ts";
import { systemClock } from "../engine/system-clock.ts";
import { openJournal } from "../journal/journal.ts";
import { parseStep } from "../journal/parse-step.ts";
import type { Step } from "../model/events.ts";
import { journalTail } from "./folder-home.ts";

const step = (reason: string): Step => ({ type: "step", events: [{ type: "paused", reason }] });

async function journal(folder = temporaryFolder()) {
  const files = nodeFiles(folder);
  const { journal: open } = await openJournal<Step>(files, "journal.jsonl", { parse: parseStep, clock: systemClock });
  const path = join(folder, "journal.jsonl");
  return {
    files,
    path,
    folder,
    open,
    add: (...words: string[]) => Promise.all(words.map((word) => open.append(step(word), { sync: false }))),
  };
}

const reasons = (read: Awaited<ReturnType<ReturnType<typeof journalTail>["read"]>>) =>
  read?.entries.map(({ event }) => (event.events[0]?.type === "paused" ? event.events[0].reason : ""));

describe("following a journal", () => {
  test("gives everything first, then only what came since, then nothing", async () => {
    const { files, add } = await journal();
    const tail = journalTail(files);
    await add("a", "b");
    expect(await tail.read()).toMatchObject({ anew: true });
    await add("c");
    const read = await tail.read();
    expect(read?.anew).toBe(false);
    expect(reasons(read)).toEqual(["c"]);
    expect(read?.entries[0]?.seq).toBe(3);
    expect(await tail.read()).toBeUndefined();
  });

  test("leaves a line alone that is not whole yet", async () => {
    const { files, path, add } = await journal();
    const tail = journalTail(files);
    await add("a");
    await tail.read();
    await add("b");
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, whole.length - 7));
    expect(reasons(await tail.read())).toEqual([]);
    writeFileSync(path, whole);
    expect(reasons(await tail.read())).toEqual(["b"]);
  });

  test("begins anew with another journal in its place", async () => {
    const { files, path, folder, add, open } = await journal();
    const tail = journalTail(files);
    await add("a", "b", "c");
    await tail.read();
    await open.close();
    rmSync(path);
    const other = await journal(folder);
    await other.add("x", "y", "z", "a longer one, so that the file is no shorter than the one before was");
    const read = await tail.read();
    expect(read?.anew).toBe(true);
    expect(reasons(read)?.slice(0, 3)).toEqual(["x", "y", "z"]);
  });

  test("throws at a damaged line, each time, and goes on when it is mended", async () => {
    const { files, path, add } = await journal();
    const tail = journalTail(files);
    await add("a");
    await tail.read();
    const good = readFileSync(path);
    appendFileSync(path, "damage\nmore\n");
    await expect(tail.read()).rejects.toThrow();
    await expect(tail.read()).rejects.toThrow();
    writeFileSync(path, good);
    await add("b");
    expect(reasons(await tail.read())).toContain("b");
  });

  test("reads again after the disk failed", async () => {
    const { files, add } = await journal();
    await add("a");
    let broken = true;
    const failing = {
      ...files,
      read: (path: string) => (broken ? Promise.reject(new Error("EIO")) : files.read(path)),
    };
    const tail = journalTail(failing);
    await expect(tail.read()).rejects.toThrow("EIO");
    broken = false;
    expect(reasons(await tail.read())).toEqual(["a"]);
  });
});
