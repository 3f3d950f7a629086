import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { nodeFiles } from "../node-files.ts";
import { systemClock } from "../system-clock.ts";
import { guardSession } from "./session-guard.ts";

const RUN = "R1-engineer-GAP-FLOW-001-1";
const SCRATCH = `.scratch/${RUN}`;

/** A small session folder, and everything that is in it. */
async function session() {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "theirs.md"), "theirs");
  const folder = join(temporaryFolder(), "sessions", "relay");
  mkdirSync(folder, { recursive: true });
  const clock = { ...systemClock, ahead: 0, elapsed: () => systemClock.elapsed() + clock.ahead };
  const guard = guardSession(nodeFiles(folder, { scratch: ".tmp" }), clock);
  const { files } = guard;
  await files.createExclusive("lock.json", "mine");
  await files.writeAtomic("source.md", "# Relay\n");
  await files.writeAtomic("decisions.md", "none\n");
  await files.writeAtomic("round_001/engineer.md", "resolution\n");
  await files.append("journal.jsonl", "one\n");
  const at = (path: string) => join(folder, path);
  return { folder, outside, guard, files, clock, at, tree: () => treeOf(folder) };
}

/** Links are not followed. */
function treeOf(folder: string, below = ""): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of existsSync(folder) ? readdirSync(join(folder, below), { withFileTypes: true }) : []) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (path === ".tmp" || path === "aside") continue;
    tree[path] = entry.isFile() ? readFileSync(join(folder, path), "utf8") : entry.isDirectory() ? "/" : "->";
    if (entry.isDirectory()) Object.assign(tree, treeOf(folder, path));
  }
  return tree;
}

describe("while a program runs (SPEC 2)", () => {
  const MISDEEDS: [
    what: string,
    path: string,
    said: string,
    (at: (path: string) => string, outside: string) => void,
  ][] = [
    ["a record that was written over", "decisions.md", "was changed", (at) => writeFileSync(at("decisions.md"), "all")],
    [
      "a change that keeps length and times",
      "source.md",
      "was changed",
      (at) => {
        const { atime, mtime } = statSync(at("source.md"));
        writeFileSync(at("source.md"), "# Delay\n");
        utimesSync(at("source.md"), atime, mtime);
      },
    ],
    ["a journal that was deleted", "journal.jsonl", "was deleted", (at) => rmSync(at("journal.jsonl"))],
    ["a journal that was added to", "journal.jsonl", "was changed", (at) => appendFileSync(at("journal.jsonl"), "x")],
    ["a lock that was deleted", "lock.json", "was deleted", (at) => rmSync(at("lock.json"))],
    ["a planted file", "round_001/reviewer.md", "was added", (at) => writeFileSync(at("round_001/reviewer.md"), "ok")],
    ["a planted link", "notes", "was added, a link", (at, outside) => symlinkSync(outside, at("notes"))],
    [
      "a planted folder",
      "round_002",
      "was added, a folder",
      (at) => {
        mkdirSync(at("round_002/attempts"), { recursive: true });
        writeFileSync(at("round_002/attempts/a.md"), "a");
      },
    ],
    [
      "a folder that became a link out",
      "round_001",
      "was replaced by a link",
      (at, outside) => {
        rmSync(at("round_001"), { recursive: true });
        symlinkSync(outside, at("round_001"));
      },
    ],
    [
      "a file that became a folder",
      "source.md",
      "was replaced by a folder",
      (at) => {
        rmSync(at("source.md"));
        mkdirSync(at("source.md"));
      },
    ],
    ["the whole folder", "source.md", "was deleted", (at) => rmSync(at(""), { recursive: true })],
  ];
  it.each(MISDEEDS)("puts back %s and tells of it", async (_what, path, said, misdeed) => {
    const { guard, tree, at, outside } = await session();
    const before = tree();
    await guard.enter(RUN, SCRATCH, true);
    misdeed(at, outside);
    expect(tree()).not.toEqual(before);
    const where = said === "was deleted" ? "" : ` (moved to aside/${path.replace("/", "_")})`;
    expect(await guard.leave(RUN)).toContainEqual(expect.objectContaining({ run: RUN, path, what: `${said}${where}` }));
    expect(tree()).toEqual(before);
    expect(treeOf(outside)).toEqual({ "theirs.md": "theirs" });
  });

  it.skipIf(process.platform === "win32")("puts permissions back", async () => {
    const { guard, files, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    chmodSync(at("round_001"), 0o000);
    chmodSync(at("journal.jsonl"), 0o444);
    expect((await guard.leave(RUN)).map(({ path }) => path)).toEqual(["journal.jsonl", "round_001"]);
    expect(lstatSync(at("round_001")).mode & 0o700).toBe(0o700);
    expect(lstatSync(at("journal.jsonl")).mode & 0o200).toBe(0o200);
    await files.append("journal.jsonl", "two\n");
  });

  it("tells of a link in place of the run's own folder", async () => {
    const { guard, files, at, outside } = await session();
    await files.makeFolder(SCRATCH);
    await guard.enter(RUN, SCRATCH, true);
    rmSync(at(SCRATCH), { recursive: true });
    symlinkSync(outside, at(SCRATCH));
    expect((await guard.leave(RUN)).map(({ path }) => path)).toEqual([SCRATCH]);
    expect(existsSync(at(SCRATCH))).toBe(false);
  });

  it("goes on writing a journal that was taken away, and reads what is ours whatever stands there", async () => {
    const { guard, files, at, tree, outside } = await session();
    await guard.enter(RUN, SCRATCH, true);
    rmSync(at("journal.jsonl"));
    writeFileSync(at("decisions.md"), "all");
    expect(await files.readText("decisions.md")).toBe("none\n");
    expect((await files.stat("journal.jsonl"))?.bytes).toBe(4);
    await files.append("journal.jsonl", "two\n");
    rmSync(at("round_001"), { recursive: true });
    symlinkSync(outside, at("round_001"));
    await files.writeAtomic("round_001/summary.md", "done\n");
    expect((await guard.leave(RUN)).map(({ path }) => path)).toEqual(["decisions.md", "journal.jsonl", "round_001"]);
    expect(tree()).toMatchObject({
      "journal.jsonl": "one\ntwo\n",
      "decisions.md": "none\n",
      "round_001/engineer.md": "resolution\n",
      "round_001/summary.md": "done\n",
    });
  });

  it("finishes what it is writing when everything is deleted meanwhile", async () => {
    const { guard, files, folder, tree } = await session();
    await guard.enter(RUN, SCRATCH, true);
    const before = tree();
    const written = files.writeAtomic("round_001/e.md", "more\n", { sync: true });
    rmSync(folder, { recursive: true });
    expect(await guard.leave(RUN)).toContainEqual({ run: RUN, path: "source.md", what: "was deleted" });
    await written;
    expect(tree()).toEqual({ ...before, "round_001/e.md": "more\n" });
  });

  it("has nothing against what we write ourselves, also while it is being written", async () => {
    const { guard, files } = await session();
    await guard.enter(RUN, SCRATCH, true);
    await guard.enter("R1-engineer-GAP-FLOW-002-1", ".scratch/b", true);
    const part = "round_001/attempts/a.md.part";
    const writes = Array.from({ length: 20 }, (_, index) =>
      Promise.all([
        files.writeAtomic(`round_001/f${index}.md`, "x", { sync: true }),
        files.append(part, "y"),
        files.sync("journal.jsonl"),
      ]),
    );
    const during = await Promise.race(writes).then(() => guard.leave(RUN));
    await Promise.all(writes);
    await files.remove(part);
    await files.touch("lock.json");
    await files.removeTree("round_001/attempts");
    expect(during).toEqual([]);
    expect(await guard.leave("R1-engineer-GAP-FLOW-002-1")).toEqual([]);
  });

  it("lets a run write its own document, other processes their claims, and systems their traces", async () => {
    const { guard, files, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    await files.makeFolder(SCRATCH);
    writeFileSync(join(at(SCRATCH), "document.md"), "text");
    writeFileSync(at("lock.token.json"), "{}");
    writeFileSync(at("round_001/.DS_Store"), "");
    expect(await guard.leave(RUN)).toEqual([]);
    expect(readFileSync(join(at(SCRATCH), "document.md"), "utf8")).toBe("text");
    await files.removeTree(SCRATCH);
    await guard.enter("R1-reviewer-1", ".scratch/R1-reviewer-1", true);
    mkdirSync(at(SCRATCH));
    expect((await guard.leave("R1-reviewer-1")).map(({ path }) => path)).toEqual([SCRATCH]);
  });

  it.each(["..", "../theirs", "a/../../theirs", "/", "..\\theirs"])(
    "never reaches out of the folder by %j",
    async (path) => {
      const { guard, files, folder } = await session();
      const beside = join(folder, "..", "theirs");
      mkdirSync(beside);
      await guard.enter(RUN, SCRATCH, true);
      const uses = [files.read(path), files.list(path), files.writeAtomic(path, "x"), files.removeTree(path)];
      for (const use of uses) await expect(use).rejects.toMatchObject({ code: "PATH_REFUSED" });
      expect(await guard.leave(RUN)).toEqual([]);
      expect(existsSync(beside)).toBe(true);
    },
  );

  it("names the other programs that it may have been", async () => {
    const { guard, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    await guard.enter("R1-engineer-GAP-FLOW-002-1", ".scratch/b", true);
    writeFileSync(at("decisions.md"), "all");
    const what = "was changed (moved to aside/decisions.md) (while R1-engineer-GAP-FLOW-002-1 ran as well)";
    expect(await guard.leave(RUN)).toEqual([{ run: RUN, path: "decisions.md", what, aside: "aside/decisions.md" }]);
    expect(await guard.leave("R1-engineer-GAP-FLOW-002-1")).toEqual([]);
  });

  it("keeps what it takes away, each under a name of its own", async () => {
    const { guard, at } = await session();
    const texts = ["mine", "more of mine"];
    for (const text of texts) {
      await guard.enter(RUN, SCRATCH, true);
      writeFileSync(at("round_001/notes.md"), text);
      await guard.leave(RUN);
    }
    const kept = ["round_001_notes.md", "2_round_001_notes.md"];
    expect(kept.map((name) => readFileSync(at(`aside/${name}`), "utf8"))).toEqual(texts);
  });

  it("takes away what has a long name in a deep folder", async () => {
    const { guard, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    writeFileSync(at(`round_001/${"日".repeat(80)}.md`), "mine");
    const [told] = await guard.leave(RUN);
    expect(told?.what).toMatch(/^was added \(moved to aside\/日+\.md\)$/);
    expect(readdirSync(at("aside"))).toHaveLength(1);
  });

  it("counts what nobody would read", async () => {
    const { guard, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    for (let index = 0; index < 80; index += 1) writeFileSync(at(`f${index}`), "");
    const told = await guard.leave(RUN);
    expect(told).toHaveLength(51);
    expect(told.at(-1)?.what).toBe("30 more changes");
  });

  it("puts nothing back once another process may have the session", async () => {
    const { guard, clock, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    clock.ahead = 60_000;
    writeFileSync(at("lock.json"), "theirs");
    writeFileSync(at("decisions.md"), "theirs");
    expect(await guard.leave(RUN)).toEqual([]);
    expect(readFileSync(at("decisions.md"), "utf8")).toBe("theirs");
  });
});

describe("while no program runs", () => {
  it("a person may change what they like, and the next program finds it so", async () => {
    const { guard, files, at } = await session();
    await guard.enter(RUN, SCRATCH, true);
    await guard.leave(RUN);
    writeFileSync(at("notes.md"), "mine");
    rmSync(at("decisions.md"));
    expect(await files.readText("notes.md")).toBe("mine");
    await guard.enter("R2-reviewer-1", ".scratch/c", true);
    expect(await files.readText("notes.md")).toBe("mine");
    rmSync(at("notes.md"));
    expect(await guard.leave("R2-reviewer-1")).toEqual([
      { run: "R2-reviewer-1", path: "notes.md", what: "was deleted" },
    ]);
    expect(readFileSync(at("notes.md"), "utf8")).toBe("mine");
    expect(existsSync(at("decisions.md"))).toBe(false);
  });

  it("a write of ours that was under way when a program began is ours", async () => {
    const { guard, files, tree } = await session();
    const writes = Promise.all([
      files.writeAtomic("status.md", "x", { sync: true }),
      files.writeAtomic("round_001/e.md", "more\n", { sync: true }),
      files.append("journal.jsonl", "two\n"),
    ]);
    await guard.enter(RUN, SCRATCH, true);
    await writes;
    expect(await guard.leave(RUN)).toEqual([]);
    expect(tree()).toMatchObject({ "status.md": "x", "journal.jsonl": "one\ntwo\n" });
  });

  it("agents that are no programs are not suspected", async () => {
    const { guard, at } = await session();
    await guard.enter(RUN, SCRATCH, false);
    writeFileSync(at("decisions.md"), "mine");
    expect(await guard.leave(RUN)).toEqual([]);
    expect(readFileSync(at("decisions.md"), "utf8")).toBe("mine");
  });
});
