import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

/** Neither a key nor an agent program. */
const BARE = { PATH: "" };
const EDIT = "edit=- **FR-001**: The service MUST keep a backup for 30 days.";
const SOURCE = `# Backup

## Storage

- **FR-001**: The service MUST keep a backup for TBD.
- **FR-002**: The service MUST copy as FR-009 says.

## Edge Cases

- What happens when the disk is full?

## Errors
`;

async function refined(answers: string, ...args: string[]) {
  return inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
    const run = await runCli(["refine", "backup.md", "--answers", "answers.yaml", ...args], { cwd, env: BARE });
    const spec = await readFile(join(cwd, "sessions/backup/spec.md"), "utf8").catch(() => "");
    return { ...run, spec, kept: await readFile(join(cwd, "backup.md"), "utf8") };
  });
}

describe("an interview with an answers file (SPEC 16.4)", () => {
  it("writes each answer where it belongs, letter for letter, and nothing else", async () => {
    const { code, stdout, stderr, spec, kept } = await refined(`
- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }
- { about: "backup.md:6", edit: "- **FR-002**: The service MUST copy every file once a day." }
- { about: "backup.md:10", add: The oldest backup is deleted. }
- { about: "backup.md:12", add: A failed copy is reported. }
`);
    expect(code, stderr).toBe(0);
    expect(kept).toBe(SOURCE);
    expect(spec).toBe(
      SOURCE.replace("TBD", "30 days")
        .replace("copy as FR-009 says", "copy every file once a day")
        .replace("full?\n", "full?\n  - The oldest backup is deleted.\n")
        .replace("## Errors\n", "## Errors\n\nA failed copy is reported.\n"),
    );
    expect(stdout).toMatch(/^backup\.md:5 {2}Storage\n(?: {2}- .*\n){2} {2}\+ - \*\*FR-001\*\*: .* for 30 days\.$/m);
    expect(stdout).toContain("See the changes: whetstone diff sessions/backup");
    expect(`${stderr}${stdout}`).not.toMatch(/\bnet\b|weighted|attempt|round 1/i);
  });

  it("writes what was answered, and lists what is open with section, line and passage", async () => {
    const { code, stdout, spec } = await refined(
      '- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }\n',
    );
    expect(code).toBe(3);
    expect(spec).toBe(SOURCE.replace("TBD", "30 days"));
    expect(stdout).toContain('backup.md:10, section "Edge Cases": - What happens when the disk is full?');
    expect(stdout).not.toContain("backup.md:5,");
  });

  it("leaves open what an answer leaves open, in each line that it is written into", async () => {
    const source =
      "# Logs\n\n## Rules\n\n- **FR-001**: It MUST keep logs for TBD.\n- **FR-002**: It MUST export TBD.\n";
    const answers = `
- { about: "logs.md:5", edit: "- **FR-001**: It MUST keep logs for 90 days, backups for TBC." }
- { about: "logs.md:6", edit: "- **FR-002**: It MUST export CSV, and in version 2 TBC." }
`;
    await inTempFolder({ "logs.md": source, "answers.yaml": answers }, async (cwd) => {
      const { code, stdout } = await runCli(["refine", "logs.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(code).toBe(3);
      expect(stdout).toContain("2 of 4 settled, 2 open (2 came up in your answers):");
      expect(stdout).toMatch(/logs\.md:5, section "Rules": .*FR-001.*backups for TBC/);
      expect(stdout).toMatch(/logs\.md:6, section "Rules": .*FR-002.*version 2 TBC/);
      expect(existsSync(join(cwd, "logs_v1.0.md"))).toBe(false);
    });
  });

  it("lists what is open below the next version, and says so", async () => {
    const source = "# Backup\n\n- The service keeps a backup for TBD.\n- It copies once in TBD hours.\n";
    const answers = `
- { about: "backup.md:3", edit: "- The service keeps a backup for 30 days." }
- { kind: input, later: true, always: true }
`;
    await inTempFolder({ "backup.md": source, "answers.yaml": answers }, async (cwd) => {
      const run = (...words: string[]) => runCli(words, { cwd, env: BARE });
      const { stdout } = await run("refine", "backup.md", "--answers", "answers.yaml");
      const appendix = "ends with an appendix, which is not part of the spec: 1 open point.\n";
      expect(stdout).toContain(`Spec: backup_v1.0.md\n  It ${appendix}`);
      expect((await run("blame")).stderr).toBe(`backup_v1.0.md ${appendix}`);
      expect((await run("diff")).stderr).toBe(
        `These changes are in backup_v1.0.md; the diff names your own file, so that it can be applied there.\nbackup_v1.0.md ${appendix}`,
      );
      const spec = await readFile(join(cwd, "backup_v1.0.md"), "utf8");
      expect(spec.split("## Left open")[1]).toContain("deferred): It copies once in TBD hours");
    });
  });

  it("asks nothing again in the next version that was kept or answered", async () => {
    const source = SOURCE.replace("## Errors\n", "## Open Questions\n\n- Is it per tenant?\n- Who pays?\n");
    const answers = `
- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }
- { about: "backup.md:6", keep: true }
- { about: "backup.md:10", keep: true }
- { about: "backup.md:14", add: per tenant }
- { about: "backup.md:15", add: "It depends: the tenant, or we." }
`;
    await inTempFolder({ "backup.md": source, "answers.yaml": answers }, async (cwd) => {
      const first = await runCli(["refine", "backup.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      expect(first.code, first.stderr).toBe(0);
      const second = await runCli(["refine", "backup_v1.0.md", "--yes"], { cwd, env: BARE });
      expect(second.stderr).toContain("backup_v1.0.md: no gaps");
      expect(first.stdout).toContain("2 were kept as they are (see decisions.md in sessions/backup)");
      const named = await runCli(["check", "backup_v1.0.md", "--json"], { cwd, env: BARE });
      expect(JSON.parse(named.stdout)).toMatchObject({ findings: [], settled: expect.any(Number) });
      expect(second.stderr).toContain("the checks found nothing that is open");
    });
  });

  it("asks once about what an answer brought and was put off", async () => {
    const answers = `
- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup as FR-077 says." }
- { about: "backup.md:6", edit: "- **FR-002**: The service MUST copy every file." }
- { kind: input, later: true, always: true }
`;
    await inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      await runCli(["refine", "backup.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      const { stdout } = await runCli(["refine", "backup_v1.0.md", "--yes"], { cwd, env: BARE });
      expect(stdout.match(/backup_v1\.0\.md:5,/g)).toHaveLength(1);
    });
  });

  it("hints at an answer with the field that it needs", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      await runCli(["refine", "backup.md", "--yes"], { cwd, env: BARE });
      const { stdout } = await runCli(["answer", "Q-STORAGE-001"], { cwd, env: BARE });
      expect(stdout).toMatch(
        /Answer with: whetstone answer Q-STORAGE-001 and one of\n {2}--field fill=.*\n {2}--field edit="/,
      );
      const given = await runCli(["answer", "Q-STORAGE-001", "--field", EDIT], { cwd, env: BARE });
      expect(given.code, given.stderr).toBe(0);
    });
  });

  it("is answered by the name of a gap, says after init how to be asked, and of words alone what they lack", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      const run = (...words: string[]) => runCli(words, { cwd, env: BARE });
      const begun = await run("init", "backup.md");
      expect(begun.stderr).toContain("Continue with: whetstone resume sessions/backup (it asks about each of them)\n");
      expect((await run("answer", "GAP-STORAGE-001")).stderr).toContain("Run `whetstone resume` to continue.");
      await run("resume");
      expect((await run("answer", "gap-storage-001")).stdout).toContain("whetstone answer Q-STORAGE-001 ");
      const words = await run("answer", "Q-STORAGE-001", "30", "days");
      expect([words.code, words.stderr]).toEqual([2, expect.stringContaining('--field edit="…"')]);
    });
  });

  it("asks everything again on the source, also what was kept", async () => {
    const answers = `
- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }
- { about: "backup.md:6", keep: true }
- { about: "backup.md:10", add: The oldest backup is deleted. }
- { about: "backup.md:12", add: A failed copy is reported. }
`;
    await inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      await runCli(["refine", "backup.md", "--answers", "answers.yaml"], { cwd, env: BARE });
      const second = await runCli(["refine", "--new", "backup.md", "--yes"], { cwd, env: BARE });
      expect(second.stderr).toMatch(
        /backup_v1\.0\.md is a later version, .*: whetstone refine backup_v1\.0\.md\nThe earlier session is kept/,
      );
      expect(second.stdout).toContain("0 of 4 settled, 4 open:");
      for (const line of [5, 6, 10, 12]) expect(second.stdout).toContain(`backup.md:${line}`);
    });
  });

  it("says nothing of a later version where the spec is changed in place, nor of an earlier one", async () => {
    await inTempFolder({ "other.md": SOURCE }, async (cwd) => {
      const run = async (...words: string[]) => (await runCli(words, { cwd, env: BARE })).stderr;
      await writeFile(join(cwd, "other_v1.2.md"), "# Other\n\nAll is said.\n");
      expect(await run("init", "--in-place", "other.md")).not.toContain("later version");
      expect(await run("refine", "--new", "--dry-run", "other_v1.2.md")).not.toContain("later version");
    });
  });

  it("names a command that asks about what was put off also where the spec is changed in place", async () => {
    const answers = `
- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }
- { about: "backup.md:6", keep: true }
- { about: "backup.md:10", later: true }
- { about: "backup.md:12", later: true }
`;
    await inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const args = ["refine", "backup.md", "--in-place", "--answers", "answers.yaml"];
      const first = await runCli(args, { cwd, env: BARE });
      expect(first.stdout).toContain("Answer the rest: whetstone refine --new backup.md");
      const status = await runCli(["status"], { cwd, env: BARE });
      expect(status.stdout).toContain("Continue with what is open: whetstone refine --new backup.md");
      const second = await runCli(["refine", "--new", "backup.md", "--yes"], { cwd, env: BARE });
      expect(second.stderr).toContain("backup.md: 2 gaps (2 MEDIUM)");
      expect(second.stdout).toContain("0 of 2 settled, 2 open:");
    });
  });

  it("says with --dry-run how many questions it would ask, and nothing of rounds", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      const run = await runCli(["refine", "backup.md", "--dry-run"], { cwd, env: BARE });
      expect(run.code).toBe(0);
      expect(run.stderr).toContain("You would be asked 4 questions.\n");
      expect(run.stderr).toContain("Nothing was asked, and no session was started.");
      expect(await readdir(cwd)).toEqual(["backup.md"]);
      expect(run.stderr).not.toMatch(/round|runs|tokens/);
    });
  });

  it("leaves a paused session paused with --dry-run, and asks nothing of a spec that is complete", async () => {
    await inTempFolder({ "backup.md": SOURCE, "done.md": "# Done\n\nAll is said.\n" }, async (cwd) => {
      const run = (...words: string[]) => runCli(words, { cwd, env: BARE });
      await run("init", "backup.md");
      await run("pause", "backup.md");
      const journal = () => readFile(join(cwd, "sessions/backup/journal.jsonl"), "utf8");
      const before = await journal();
      for (const flags of [[], ["--max-rounds", "3"]]) {
        const dry = await run("refine", "backup.md", "--dry-run", ...flags);
        expect(dry.stderr).toContain("You would be asked 4 questions.");
        expect(await journal()).toBe(before);
      }
      const anew = await run("refine", "--new", "backup.md", "--dry-run");
      expect([anew.code, await journal()]).toEqual([2, before]);
      expect((await run("refine", "done.md", "--dry-run")).stderr).not.toContain("asked 0 questions");
    });
  });

  it("says of a session that has ended that it has, and nothing of resuming before an error", async () => {
    const keep = [5, 6, 10, 12].map((line) => `- { about: "backup.md:${line}", keep: true }\n`).join("");
    await inTempFolder({ "backup.md": SOURCE, "keep.yaml": keep }, async (cwd) => {
      const run = (...words: string[]) => runCli(words, { cwd, env: BARE });
      expect((await run("refine", "backup.md")).stdout).toContain("Answer them: whetstone resume sessions/backup\n");
      expect((await run("refine", "backup.md")).stderr).toBe("Resuming the session in sessions/backup.\n");
      await run("resume", "--answers", "keep.yaml");
      const again = await run("refine", "backup.md");
      expect(again.stderr).toBe("The session in sessions/backup has ended.\n");
    });
  });

  it.each([
    ["data.json", "{}", "data.json is not markdown"],
    ["empty.md", "", "empty.md is empty"],
    ["bare.md", "# Bare\n\n## Rules\n", "bare.md has no text below its headings"],
  ])("is not begun with %s", async (name, text, message) => {
    await inTempFolder({ [name]: text }, async (cwd) => {
      const run = await runCli(["refine", name], { cwd, env: BARE });
      expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
      expect(existsSync(join(cwd, "sessions"))).toBe(false);
    });
  });

  it("is not begun where the answers file cannot be read", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      const run = await runCli(["refine", "backup.md", "--answers", "nofile.yaml"], { cwd, env: BARE });
      expect(run).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("cannot read the answers file nofile.yaml"),
      });
      expect(existsSync(join(cwd, "sessions"))).toBe(false);
    });
  });

  it("says why an answer does not fit, and leaves the question open", async () => {
    const { code, stderr, spec } = await refined('- { about: "backup.md:6", edit: every day }\n');
    expect(code).toBe(3);
    expect(stderr).toContain("an edit replaces the whole passage");
    expect(spec).toBe(SOURCE);
  });

  it("takes a phrase for a marker inside a sentence", async () => {
    const phrase = await refined('- { about: "backup.md:5", fill: 30 days }\n');
    expect(phrase.spec).toBe(SOURCE.replace("TBD", "30 days"));
  });

  it("names an answer that was not used, and why", async () => {
    const { stderr } = await refined(
      '- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }\n- { about: "backup.md:7", keep: true }\n- { about: "docs/backup.md:6", keep: true }\n',
    );
    expect(stderr).toContain("answers.yaml:2: not used: there is no gap at backup.md:7\n");
    expect(stderr).toContain("there is no gap at docs/backup.md:6; did you mean backup.md:6?");
    expect(stderr).not.toContain("answers.yaml:1:");
  });

  it("keeps and strikes", async () => {
    const { spec } = await refined(`
- { about: "backup.md:5", keep: true }
- { about: "backup.md:10", strike: true }
`);
    expect(spec).toContain("for TBD.");
    expect(spec).not.toContain("disk is full");
  });
});

describe("--yes without a model", () => {
  it("changes nothing, lists what is open, and ends with exit code 3", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      const { code, stdout, stderr } = await runCli(["refine", "backup.md", "--yes"], { cwd, env: BARE });
      expect(code, stderr).toBe(3);
      expect(await readFile(join(cwd, "sessions/backup/spec.md"), "utf8")).toBe(SOURCE);
      for (const line of [5, 6, 10, 12]) expect(stdout).toContain(`backup.md:${line}`);
    });
  });
});

describe("a question that was passed over", () => {
  it("is answered later by command, by its field alone", async () => {
    await inTempFolder({ "backup.md": SOURCE }, async (cwd) => {
      await runCli(["refine", "backup.md", "--yes"], { cwd, env: BARE });
      const { stdout } = await runCli(["status"], { cwd, env: BARE });
      const [, question = ""] = /(Q-[A-Z]+-\d{3})[^\n]*\n?[^\n]*backup\.md:5\b/.exec(stdout) ?? [];
      const answered = await runCli(["answer", question, "--field", EDIT], { cwd, env: BARE });
      expect(answered.code, answered.stderr).toBe(0);
      await runCli(["resume", "--yes"], { cwd, env: BARE });
      expect(await readFile(join(cwd, "sessions/backup/spec.md"), "utf8")).toBe(SOURCE.replace("TBD", "30 days"));
    });
  });
});

describe("a gap of an interview that was answered", () => {
  it("is asked about again once it is reopened, which a rollback names as the way", async () => {
    const answers = '- { about: "backup.md:5", edit: "- **FR-001**: The service MUST keep a backup for 30 days." }\n';
    await inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const run = (...args: string[]) => runCli(args, { cwd, env: BARE });
      await run("refine", "backup.md", "--answers", "answers.yaml");
      const refused = await run("rollback");
      expect(refused.code).toBe(2);
      const ways = [refused.stderr, (await run("rollback", "--list")).stdout];
      for (const words of ways) expect(words).toContain("whetstone gap reopen GAP");
      for (const words of ways) expect(words).not.toMatch(/prompt|model|Round \d/);

      await run("gap", "reopen", "GAP-STORAGE-001", "--reason", "too long");
      expect((await run("resume", "--yes")).stdout).toContain("The service MUST keep a backup for 30 days.");
      expect((await run("status")).stdout).toMatch(
        /\? Q-STORAGE-001 backup\.md:5,.* You answered with this\. What should it say\?/,
      );
      await run("answer", "Q-STORAGE-001", "--field", "edit=- **FR-001**: The service MUST keep a backup for 9 days.");
      await run("resume", "--yes");
      expect(await readFile(join(cwd, "sessions/backup/spec.md"), "utf8")).toBe(SOURCE.replace("TBD", "9 days"));
    });
  });

  it("is left open for the next version once it is reopened, though nothing in the text shows it", async () => {
    const answers = `
- { about: "backup.md:10", add: The oldest backup is deleted. }
- { kind: finish, option: accept }
- { kind: warning-gate, option: accept, always: true }
`;
    await inTempFolder({ "backup.md": SOURCE, "answers.yaml": answers }, async (cwd) => {
      const run = (...args: string[]) => runCli(args, { cwd, env: BARE });
      await run("refine", "backup.md", "--answers", "answers.yaml");
      await run("gap", "reopen", "GAP-EDGE-001", "--reason", "not the oldest");
      await run("finish", "--answers", "answers.yaml");
      expect((await run("refine", "backup_v1.0.md", "--yes")).stdout).toContain("What happens when the disk is full?");
    });
  });
});

describe.each(["quick-split", "parcel-lockers"])("the example %s", (name) => {
  it("shows the gaps, the diff, what is open and where things are in about twenty lines", async () => {
    const [source, answers] = await Promise.all(
      [`examples/${name}.md`, `examples/${name}.answers.yaml`].map((file) => readFile(file, "utf8")),
    );
    const files = { [`${name}.md`]: source ?? "", "answers.yaml": answers ?? "" };
    await inTempFolder(files, async (cwd) => {
      const args = ["refine", `${name}.md`, "--answers", "answers.yaml"];
      const { stdout, stderr } = await runCli(args, { cwd, env: BARE });
      expect(stderr).not.toMatch(/not taken|not used/);
      expect(`${stderr}${stdout}`.trim().split("\n").length).toBeLessThan(27);
      expect(stdout).toMatch(/settled, \d open:/);
    });
  });
});
