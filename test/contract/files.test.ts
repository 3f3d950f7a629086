import { describe, expect, it } from "vitest";
import { guardSession } from "../../src/engine/guard/session-guard.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { Files } from "../../src/ports/files.ts";
import { memoryFiles } from "../../src/testing/memory-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KINDS: [name: string, make: () => Files][] = [
  ["on disk", () => nodeFiles(temporaryFolder())],
  ["on disk, with a scratch folder", () => nodeFiles(temporaryFolder(), { scratch: ".tmp" })],
  ["in memory", () => memoryFiles()],
  ["on disk, guarded", () => guarded(false)],
  ["on disk, guarded while a program runs", () => guarded(true)],
];

function guarded(program: boolean): Files {
  const guard = guardSession(nodeFiles(temporaryFolder(), { scratch: ".tmp" }), systemClock);
  guard.enter("R1-engineer-GAP-FLOW-001-1", ".scratch/R1-engineer-GAP-FLOW-001-1", program);
  return guard.files;
}

/** Entries without times, and without the scratch folder. */
async function tree(files: Files, folder = "", recursive = true): Promise<string[]> {
  const entries = await files.list(folder, { recursive });
  return entries.filter(({ path }) => path !== ".tmp").map(({ path, kind, bytes }) => `${kind} ${path} ${bytes}`);
}

describe.each(KINDS)("files %s", (_name, make) => {
  it("reads back what was written, as bytes and as text", async () => {
    const files = make();
    await files.writeAtomic("round_001/engineer.md", "héllo\n");
    expect(await files.readText("round_001/engineer.md")).toBe("héllo\n");
    expect(await files.read("round_001/engineer.md")).toHaveLength(7);
    await files.writeAtomic("round_001/engineer.md", new Uint8Array([0, 255]), { sync: true });
    expect([...((await files.read("round_001/engineer.md")) ?? [])]).toEqual([0, 255]);
  });

  it("tells what is not there as undefined, false or empty", async () => {
    const files = make();
    expect(await files.read("a.md")).toBeUndefined();
    expect(await files.readText("a/b.md")).toBeUndefined();
    expect(await files.stat("a.md")).toBeUndefined();
    expect(await files.exists("a.md")).toBe(false);
    await files.touch("a.md");
    expect(await files.list("a")).toEqual([]);
    await files.remove("a.md");
    await files.removeTree("a");
  });

  it("has nothing below a file", async () => {
    const files = make();
    await files.writeAtomic("a.md", "x");
    expect(await files.read("a.md/b.md")).toBeUndefined();
    expect(await files.stat("a.md/b.md")).toBeUndefined();
    await files.touch("a.md/b.md");
    expect(await files.list("a.md/b")).toEqual([]);
    await files.remove("a.md/b.md");
  });

  it("leaves nothing beside an atomic write", async () => {
    const files = make();
    await files.writeAtomic("a.md", "1");
    await files.writeAtomic("a.md", "22", { sync: true });
    expect(await files.createExclusive("b.md", "3", { sync: true })).toBe(true);
    expect(await tree(files)).toEqual(["file a.md 2", "file b.md 1"]);
  });

  it("creates a file only where nothing stands", async () => {
    const files = make();
    expect(await files.createExclusive("x/lock.json", "first")).toBe(true);
    expect(await files.createExclusive("x/lock.json", "second")).toBe(false);
    expect(await files.createExclusive("x", "third")).toBe(false);
    expect(await files.readText("x/lock.json")).toBe("first");
  });

  it("adds to the end of a file, and tells its length", async () => {
    const files = make();
    const path = "round_001/attempts/a.md";
    await files.append(path, "one ");
    await files.append(path, Buffer.from("two"));
    await files.sync(path);
    expect(await files.readText(path)).toBe("one two");
    await files.append(path, " three");
    expect((await files.stat(path))?.bytes).toBe(13);
  });

  it("lists one folder or all below it, in order", async () => {
    const files = make();
    for (const path of ["b/z.md", "b/a/1.md", "a.md", "b.md"]) await files.writeAtomic(path, "x");
    await files.makeFolder("empty/inner");
    expect(await tree(files, "", false)).toEqual(["file a.md 1", "folder b 0", "file b.md 1", "folder empty 0"]);
    expect(await tree(files, "b")).toEqual(["folder b/a 0", "file b/a/1.md 1", "file b/z.md 1"]);
    await expect(files.list("a.md")).rejects.toMatchObject({ code: "FILE_FAILED" });
  });

  it("removes a file, a tree, and never the root", async () => {
    const files = make();
    for (const path of ["a.md", "t/1.md", "t/u/2.md", "tt.md"]) await files.writeAtomic(path, "x");
    await files.remove("a.md");
    await files.removeTree("t");
    expect(await tree(files)).toEqual(["file tt.md 1"]);
    await expect(files.removeTree("")).rejects.toMatchObject({ code: "PATH_REFUSED" });
    await expect(files.remove("")).rejects.toMatchObject({ code: "PATH_REFUSED" });
  });

  it("tells a later time after a touch", async () => {
    const files = make();
    await files.writeAtomic("lock.json", "x");
    const before = (await files.stat("lock.json"))?.modified ?? 0;
    const touched = async () => {
      await files.touch("lock.json");
      return (await files.stat("lock.json"))?.modified;
    };
    // Some file systems count in whole seconds.
    await expect.poll(touched, { interval: 20 }).toBeGreaterThan(before);
  });

  it.each([
    "../a",
    "a/../../b",
    "/etc/passwd",
    "\\a",
    "a\\..\\..\\b",
    "C:\\a",
    "C:a",
    "a/.. /b",
    "a//b",
    "./a",
    "a\0b",
    "a/",
  ])("refuses the path %j for every use", async (path) => {
    const files = make();
    const uses = [
      () => files.read(path),
      () => files.writeAtomic(path, ""),
      () => files.createExclusive(path, ""),
      () => files.append(path, ""),
      () => files.touch(path),
      () => files.remove(path),
      () => files.removeTree(path),
      () => files.makeFolder(path),
      () => files.list(path),
      () => files.stat(path),
      async () => files.absolute(path),
    ];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "PATH_REFUSED", target: path });
  });

  it.each(["ab:c", "a?.md", "nul", "COM1.txt", "x/aux.md", "a.", "b ", 'a"b', "a\nb", "a\\b"])(
    "refuses to write the name %j, which not every system can hold",
    async (path) => {
      const files = make();
      await expect(files.writeAtomic(path, "")).rejects.toMatchObject({ code: "PATH_REFUSED" });
      await expect(files.append(path, "")).rejects.toMatchObject({ code: "PATH_REFUSED" });
      expect(await files.read(path)).toBeUndefined();
    },
  );

  it("says where it failed when a file stands in the way of a folder", async () => {
    const files = make();
    await files.writeAtomic("a", "file");
    await expect(files.writeAtomic("a/b.md", "x")).rejects.toMatchObject({ code: "FILE_FAILED" });
  });
});
