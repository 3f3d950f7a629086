import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSession } from "../../src/engine/create-session.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { systemClock } from "../../src/engine/system-clock.ts";
import type { ChangeBatch, Spec } from "../../src/model/change.ts";
import { DEFAULT_CONFIG } from "../../src/model/default-config.ts";
import { scriptedProcesses } from "../../src/testing/scripted-agent.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const LOCKERS = "# Lockers\n\n## Codes\n\nA code is sent by SMS.\n\nIt is valid.\n";
const LOCKERS_NOW = LOCKERS.replace("It is valid.", "It is valid for 72 hours.\n\nAn old code opens nothing.");

/** What a round and a person changed in it. */
const BATCH: ChangeBatch = {
  round: 2,
  sets: [
    {
      gap: "GAP-CODE-001",
      decision: "DECISION-R2-001",
      changes: [{ number: 1, kind: "replace", place: "Codes", old: "It is valid.", new: "It is valid for 72 hours." }],
    },
    {
      changes: [{ number: 1, kind: "add-at-end", place: "Codes", old: "", new: "An old code opens nothing." }],
    },
  ],
};

/** A session on disk whose working spec differs from its source by two changes. */
async function lockersSession(folder: string, source: Spec = [{ path: "lockers.md", text: LOCKERS }]) {
  const parts = { files: nodeFiles(folder), clock: systemClock, processes: scriptedProcesses().as(1) };
  const store = await createSession(parts, {
    name: "lockers",
    specPath: source.length === 1 ? "../../lockers.md" : "../../",
    source,
    config: DEFAULT_CONFIG,
    engineer: "scripted",
    reviewer: "scripted",
  });
  await store.record([{ type: "changes_accepted", batch: BATCH }], { sync: true });
  await store.close();
}

/** The folder of a spec with a session, and the program in it. */
function inSession(work: (run: (...args: string[]) => ReturnType<typeof runCli>, cwd: string) => Promise<void>) {
  return inTempFolder({ "lockers.md": LOCKERS }, async (cwd) => {
    await lockersSession(join(cwd, "sessions", "lockers"));
    await work((...args) => runCli(args, { cwd }), cwd);
  });
}

describe("whetstone diff", () => {
  it("prints a unified diff from the source to the working spec, without colour off a terminal", async () => {
    await inSession(async (run) => {
      const { code, stdout, stderr } = await run("diff", "lockers.md");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toBe(
        [
          "--- a/lockers.md",
          "+++ b/lockers.md",
          "@@ -4,4 +4,6 @@ Codes",
          " ",
          " A code is sent by SMS.",
          " ",
          "-It is valid.",
          "+It is valid for 72 hours.",
          "+",
          "+An old code opens nothing.",
          "",
        ].join("\n"),
      );
    });
  });

  it("finds the only session by itself, counts with --stat, and gives one document with --json", async () => {
    await inSession(async (run) => {
      const counts = "2 changes, 3 lines in, 1 out";
      expect((await run("diff", "--stat")).stdout).toBe(`lockers.md: ${counts}\n1 file, ${counts}\n`);
      expect(JSON.parse((await run("diff", "sessions/lockers", "--json")).stdout)).toMatchObject({
        session: "lockers",
        files: [
          {
            path: "lockers.md",
            changes: [{ gap: "GAP-CODE-001", round: 2, decision: "DECISION-R2-001", number: 1 }, { gap: null }],
            hunks: [{ oldStart: 4, newLines: 6 }],
          },
        ],
      });
    });
  });
});

describe("whetstone blame", () => {
  it("tells who wrote each line: the author, a gap with its round and decision, or the person's hand", async () => {
    await inSession(async (run) => {
      const { stdout } = await run("blame");
      const lines = stdout.split("\n");
      expect(lines[4]).toMatch(/^author +5 {2}A code is sent by SMS\.$/);
      expect(lines[6]).toBe("GAP-CODE-001 R2 DECISION-R2-001  7  It is valid for 72 hours.");
      expect(lines[8]).toMatch(/^by hand R2 +9 {2}An old code opens nothing\.$/);
    });
  });

  it("gives one document with --json", async () => {
    await inSession(async (run) => {
      const { session, files } = JSON.parse((await run("blame", "--json")).stdout);
      expect(session).toBe("lockers");
      expect(files[0].lines[0]).toEqual({
        line: 1,
        text: "# Lockers",
        by: "author",
        gap: null,
        round: null,
        decision: null,
      });
      expect(files[0].lines[6]).toMatchObject({
        by: "gap",
        gap: "GAP-CODE-001",
        round: 2,
        decision: "DECISION-R2-001",
      });
      expect(files[0].lines[8]).toMatchObject({ by: "user", gap: null, round: 2 });
    });
  });
});

describe("whetstone export", () => {
  it("gives the working spec to the byte, on standard output or in a new file", async () => {
    await inSession(async (run, cwd) => {
      expect((await run("export")).stdout).toBe(LOCKERS_NOW);
      await run("export", "-o", "out.md");
      expect(await readFile(join(cwd, "out.md"), "utf8")).toBe(LOCKERS_NOW);
      expect((await run("export", "-o", "out.md")).code).toBe(2);
    });
  });

  it("gives it under its own name where a folder is named", async () => {
    await inSession(async (run, cwd) => {
      const { stderr } = await run("export", "-o", "out/");
      const [, written = ""] = /^Written: (out\/\S+\.md)$/m.exec(stderr) ?? [];
      expect(await readFile(join(cwd, written), "utf8")).toBe(LOCKERS_NOW);
      expect((await run("export", "-o", "out")).stderr).toContain("the file already exists");
    });
  });

  it("writes in place, with what somebody edited meanwhile", async () => {
    await inSession(async (run, cwd) => {
      const spec = join(cwd, "lockers.md");
      await writeFile(spec, LOCKERS.replace("by SMS", "by mail"));
      expect((await run("export", "--in-place")).code).toBe(0);
      expect(await readFile(spec, "utf8")).toBe(LOCKERS_NOW.replace("by SMS", "by mail"));
      await writeFile(spec, LOCKERS);
      expect((await run("export", "--in-place")).code).toBe(0);
      expect(await readFile(spec, "utf8")).toBe(LOCKERS_NOW);
    });
  });

  it("gives several files as a folder, under their own names", async () => {
    await inTempFolder({}, async (cwd) => {
      const files = [
        { path: "lockers.md", text: LOCKERS },
        { path: "more/notes.md", text: "# Notes\r\n" },
      ];
      await lockersSession(join(cwd, "sessions", "lockers"), files);
      expect((await runCli(["export", "-o", "out"], { cwd })).code).toBe(0);
      expect(await readFile(join(cwd, "out/lockers.md"), "utf8")).toBe(LOCKERS_NOW);
      expect(await readFile(join(cwd, "out/more/notes.md"), "utf8")).toBe("# Notes\r\n");
    });
  });
});
