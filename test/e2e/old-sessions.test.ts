import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const SESSION = "sessions/relay";
const OLD = {
  "relay.md": "# Relay\n\nTODO: the order.\n",
  [`${SESSION}/journal.jsonl`]:
    '{"journal":"whetstone","version":1,"at":"2025-01-12T14:30:00Z","sum":"02fd9b1e"}\n{"seq":1,"at":"2025-01-12T14:30:01Z","type":"memo","words":"one","sum":"95ed0ab9"}\n',
  [`${SESSION}/source.md`]: "# Relay\n\nTODO: the order.\n",
  [`${SESSION}/draft.md`]: "# Relay\n\nIn the order of arrival.\n",
};

async function onDisk(cwd: string): Promise<Record<string, string>> {
  const names = (await readdir(join(cwd, SESSION))).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(cwd, SESSION, name), "utf8")])),
  );
}

describe("a session of the journal's first version", () => {
  it.each([
    ["status"],
    ["refine", "relay.md", "--yes"],
    ["resume", SESSION],
    ["diff", "relay.md"],
    ["blame"],
    ["pause"],
    ["gap", "defer", "GAP-FLOW-001", "--reason", "later"],
    ["report"],
  ])("is refused by %s with how to read it, and left as it is", async (...args) => {
    await inTempFolder(OLD, async (cwd) => {
      const before = await onDisk(cwd);
      const run = await runCli(args, { cwd, env: { PATH: "" } });
      expect(run.code).toBe(1);
      expect(run.stdout).toBe("");
      expect(run.stderr).toContain("uses version 1 of the journal format; this program reads version 2");
      expect(run.stderr).toContain("`whetstone export SESSION`");
      expect(await onDisk(cwd)).toEqual(before);
    });
  });

  it("says its code to programs", async () => {
    await inTempFolder(OLD, async (cwd) => {
      const run = await runCli(["status", "--json"], { cwd });
      expect(JSON.parse(run.stdout)).toMatchObject({
        error: { code: "JOURNAL_OLD", target: expect.stringContaining(`${SESSION}/journal.jsonl`) },
      });
    });
  });

  it("is exported as it lies on disk: its draft, else its source, and which is said", async () => {
    await inTempFolder(OLD, async (cwd) => {
      const draft = await runCli(["export", "relay.md"], { cwd });
      expect(draft).toMatchObject({ code: 0, stdout: OLD[`${SESSION}/draft.md`] });
      expect(draft.stderr).toContain("This is its draft.md, as it is on disk.");
      await rm(join(cwd, SESSION, "draft.md"));
      const source = await runCli(["export", SESSION], { cwd });
      expect(source).toMatchObject({ code: 0, stdout: OLD["relay.md"] });
      expect(source.stderr).toContain("This is its source.md");
    });
  });

  it("is not written over the person's own file", async () => {
    await inTempFolder(OLD, async (cwd) => {
      const run = await runCli(["export", "relay.md", "--in-place"], { cwd });
      expect(run.code).toBe(1);
      expect(await readFile(join(cwd, "relay.md"), "utf8")).toBe(OLD["relay.md"]);
    });
  });
});
