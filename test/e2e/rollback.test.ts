import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Header } from "tar";
import { describe, expect, test } from "vitest";
import { storeParts } from "../../src/cli/session/session-parts.ts";
import { openStore } from "../../src/engine/session-store.ts";
import { proposalDocument, reviewDocument } from "../support/canonical-documents.ts";
import { inTempFolder, runCli } from "./run-cli.ts";

const GAPS = ["GAP-DEPOT-001", "GAP-DEPOT-002", "GAP-DEPOT-003"] as const;
const SPEC = `# Depot\n\n## Open questions\n\n${GAPS.map((gap, index) => `- ${gap}: Rule ${index + 1} is not said.`).join("\n\n")}\n`;
const FILES: Record<string, string> = {
  "depot.md": SPEC,
  "recordings/final-review.md":
    "## Final Review\n\n### Compared\n\nNo other passage: 1-99\n\n### Verdict\n\nREADY_FOR_TERMINATION\n",
  ...Object.fromEntries(
    GAPS.flatMap((gap) => [
      [`recordings/engineer-${gap}.md`, proposalDocument({ gap })],
      [`recordings/reviewer-${gap}.md`, reviewDocument({ reviews: [{ gap }] })],
    ]),
  ),
};
const REPLAY = ["--engineer", "replay:recordings", "--reviewer", "replay:recordings"];
const SESSION = "sessions/depot";

/** A session that waits at the end of round 2, and a way to talk to it. */
async function waiting(work: (cli: (...args: string[]) => ReturnType<typeof runCli>, cwd: string) => Promise<void>) {
  await inTempFolder(FILES, async (cwd) => {
    const env = { XDG_DATA_HOME: join(cwd, "data"), LOCALAPPDATA: join(cwd, "data") };
    const cli = (...args: string[]) => runCli(args, { cwd, env });
    const run = await cli("refine", "depot.md", ...REPLAY, "--parallel-gaps", "1", "--max-rounds", "2");
    expect(run.code, run.stderr).toBe(3);
    await work(cli, cwd);
  });
}

describe("whetstone rollback", () => {
  test("shows how far back one can go, asks before it undoes, and takes an answer later", async () => {
    await waiting(async (cli, cwd) => {
      const list = await cli("rollback", "--list");
      expect(list.stdout).toMatch(/^Round 1 +2 open +0 +1$/m);
      const asked = await cli("rollback", "--reason", "too abstract");
      expect(asked.code).toBe(3);
      expect(asked.stderr).toMatch(/Nothing has been undone yet\. Q-R2-\d+ This undoes round 2 /);
      expect(await readdir(join(cwd, SESSION))).toContain("round_002");
      const id = /Q-R2-\d+/.exec(asked.stderr)?.[0] ?? "";
      const answered = await cli("answer", id, "--option", "context", "--field", "context=Rule 2 is about pallets.");
      expect(answered.code, answered.stderr).toBe(0);
      const names = await readdir(join(cwd, SESSION));
      expect(names).toContain("round_002_rolled_back_1.tar.gz");
      expect(names).not.toContain("round_002");
      expect(await readFile(join(cwd, SESSION, "decisions.md"), "utf8")).toContain(
        "**Rolled back** to the end of round 1",
      );
      const resumed = await cli("resume");
      expect(resumed.code, resumed.stderr).toBe(3);
      const prompt = join(cwd, SESSION, "round_002/prompts/engineer-GAP-DEPOT-002-1.md");
      expect(await readFile(prompt, "utf8")).toContain("Rule 2 is about pallets.");
      expect((await cli("doctor")).code).toBe(0);
    });
  });

  test.each(["same", "ask"] as const)("that was interrupted is told, completed or dropped (%s)", async (way) => {
    await waiting(async (cli, cwd) => {
      const interrupt = async () => {
        const store = await openStore(storeParts(join(cwd, SESSION)));
        const retry = { way, adjustments: [] };
        await store.record([{ type: "rollback_requested", to: 1, reason: "bad", by: "user", retry }], { sync: true });
        await store.close();
      };
      await interrupt();
      const { stdout } = await cli("status");
      expect(stdout).toMatch(/^depot +interrupted/);
      expect(stdout).toContain(
        "Undoing the rounds after round 1 was interrupted. Drop it: whetstone rollback --cancel",
      );
      expect(stdout).toContain("Complete it: whetstone resume");
      expect(stdout).toContain("Until then, Q-R2-001 cannot be answered");
      const again = await cli("rollback", "--reason", "worse");
      expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("`whetstone resume` completes it") });
      expect((await cli("rollback", "--cancel")).stderr).toContain("nothing was undone");
      expect((await cli("status")).stdout).toMatch(/waiting for you[\s\S]*Q-R2-001/);
      await interrupt();
      const { stderr } = await cli("resume");
      expect(stderr).toContain(way === "same" ? "Round 2 run again" : "This undoes round 2 (bad)");
    });
  });

  test("undoes at once where the way is named or --yes is given, and refuses what it cannot do", async () => {
    await waiting(async (cli) => {
      const far = await cli("rollback", "3", "--reason", "bad");
      expect(far).toMatchObject({ code: 2, stderr: expect.stringContaining("at most 2 can be undone now") });
      expect((await cli("rollback")).stderr).toContain("a rollback needs a reason");
      expect((await cli("rollback", "--same", "--narrow", "--reason", "x")).stderr).toContain(
        "--same and --narrow cannot be combined",
      );
      const same = await cli("rollback", "2", "--reason", "bad", "--same", "--json");
      expect(JSON.parse(same.stdout)).toMatchObject({ ok: true, to: 0, undone: [{ round: 1 }, { round: 2 }] });
      await cli("resume");
      const yes = await cli("rollback", "--reason", "bad again", "--yes");
      expect(yes.stderr).toContain("Round 2 undone: the session is at the end of round 1.");
      expect((await cli("rollback", "--mode", "auto-retry")).stderr).toContain("The rollback mode is now AUTO_RETRY");
      expect((await cli("rollback", "--cancel")).stderr).toContain("no rollback is in progress");
    });
  });
});

describe("whetstone decisions", () => {
  test("lists what a rollback took away and applies it again, also in other words", async () => {
    await waiting(async (cli) => {
      await cli("gap", "defer", "GAP-DEPOT-003", "--reason", "not this year");
      await cli("rollback", "--reason", "bad", "--same");
      const archived = await cli("decisions", "--archived");
      expect(archived.stdout).toContain("DECISION-R2-001: GAP-DEPOT-003 is deferred");
      expect(archived.stdout).toContain("round_002_rolled_back_1.tar.gz; can be reapplied");
      const again = await cli("decisions", "reapply", "DECISION-R2-001", "--text", "It waits for the new hall");
      expect(again.stderr).toContain("Reapplied DECISION-R2-001 as DECISION-R1-001");
      const decisions = await cli("decisions", ".");
      expect(decisions.stdout).toContain("- reapplied from: DECISION-R2-001");
      expect(decisions.stdout).toContain("> It waits for the new hall");
      const twice = await cli("decisions", "reapply", "DECISION-R2-001");
      expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("already reapplied as") });
    });
  });
});

describe("whetstone archive", () => {
  test("shows, restores and keeps what undone rounds held; unattended they end in cold storage", async () => {
    await waiting(async (cli, cwd) => {
      await cli("rollback", "2", "--reason", "a bad start", "--same");
      const name = "round_001_rolled_back_1.tar.gz";
      expect((await cli("archive", "list")).stdout).toContain(`${name}  (`);
      const shown = await cli("archive", "show", name);
      expect(shown.stdout).toContain('"reason": "a bad start"');
      expect(shown.stdout).toContain("round_001/engineer.md");
      await cli("archive", "restore", name, "--to", "back");
      expect(await readFile(join(cwd, "back/round_001/engineer.md"), "utf8")).toContain("GAP-DEPOT-001");
      expect((await cli("archive", "restore", name, "--to", "back")).stderr).toContain("not empty");
      expect((await cli("archive", "keep", name)).stderr).toContain(`${name} is kept.`);
      await cli("resume");
      const waits = JSON.parse((await cli("status", "--json")).stdout).questions[0].id;
      await cli("answer", waits, "--option", "extend");
      const ended = await cli("resume");
      expect(ended.code, ended.stderr).toBe(0);
      expect(ended.stderr).toMatch(new RegExp(`${name} \\(\\d+\\.\\d KB\\): kept`));
      expect(ended.stderr).toMatch(/round_002_rolled_back_1\.tar\.gz \(\d+\.\d KB\): moved to/);
      const [folder = ""] = await readdir(join(cwd, "data/whetstone/archive/depot"));
      expect(folder).toMatch(/^\d{4}-\d\d-\d\d_session_/);
      const cold = `depot/${folder}/round_002_rolled_back_1.tar.gz`;
      expect((await cli("archive", "list")).stdout).toContain(`${cold}  (`);
      expect((await cli("archive", "keep", "round_002_rolled_back_1.tar.gz")).code).toBe(0);
      expect((await cli("archive", "prune", "--days", "0")).stderr).toContain("0 archives older than 0 days removed");
      expect(await readdir(join(cwd, "data/whetstone/archive/depot", folder))).toContain("manifest.json");
    });
  });

  test("refuses a hostile file and writes nothing", async () => {
    await inTempFolder({ "evil/placeholder": "" }, async (cwd) => {
      const block = Buffer.alloc(512);
      new Header({ path: "../escaped.md", size: 1, mode: 0o644, type: "File", mtime: new Date(0) }).encode(block);
      const body = Buffer.alloc(512);
      body.write("x");
      await writeFile(join(cwd, "evil/a.tar.gz"), gzipSync(Buffer.concat([block, body, Buffer.alloc(1024)])));
      const run = await runCli(["archive", "restore", "evil/a.tar.gz", "--to", "out"], { cwd });
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("leads outside the folder") });
      expect(await readdir(cwd)).toEqual(["evil"]);
    });
  });
});
