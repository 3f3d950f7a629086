import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTempFolder, runCli, spawnCli } from "./run-cli.ts";

const COUNT = 9;
const SPEC = `# Limits\n\n${Array.from({ length: COUNT }, (_, index) => `- Limit ${index} is TBD.\n`).join("")}`;
const IDS = Array.from({ length: COUNT }, (_, index) => `Q-LIMITS-00${index + 1}`);

interface Waiting {
  readonly open: number;
  readonly openWeighted: number;
  readonly openBySeverity: Readonly<Record<string, number>>;
  readonly questions: readonly { readonly id: string }[];
}

interface Place {
  readonly cwd: string;
  run(...args: string[]): ReturnType<typeof runCli>;
  waiting(spec?: string): Promise<Waiting>;
}

/** Specs without a model and without a terminal: what is asked waits. */
function unattended(files: Readonly<Record<string, string>>, work: (place: Place) => Promise<void>): Promise<void> {
  return inTempFolder(files, (cwd) => {
    const run: Place["run"] = (...args) => runCli(args, { cwd, env: { PATH: "" } });
    const waiting = async (spec = ".") => JSON.parse((await run("status", spec, "--json")).stdout) as Waiting;
    return work({ cwd, run, waiting });
  });
}

describe("the questions of an interview that nobody attends", () => {
  it("wait all together, each with the command that answers it", () =>
    unattended({ "a.md": SPEC }, async ({ run, waiting }) => {
      const { code, stdout } = await run("refine", "a.md");
      expect(code).toBe(3);
      expect(stdout).toContain("To answer one by one, without a terminal: whetstone status sessions/a");
      expect((await waiting()).questions.map(({ id }) => id)).toEqual(IDS);
      const shown = (await run("status")).stdout;
      expect(shown.match(/Answer with: /g)).toHaveLength(1);
      expect(shown).toMatch(
        /\n {2}--field fill="…" +Replace "TBD"\n {2}--field edit="- Limit 0 is TBD\." +Edit the passage\n/,
      );
      expect(shown.split("\n").length).toBeLessThan(30);
      for (const [at, id] of IDS.entries()) {
        expect(shown).toContain(
          `${id} ${at === 0 ? 'a.md:3, section "Limits": what' : ` a.md:${at + 3}: - Limit ${at} is TBD.`}`,
        );
        const one = await run("answer", id);
        expect([one.code, one.stdout]).toEqual([
          3,
          expect.stringContaining(`Answer with: whetstone answer ${id} and one of\n`),
        ]);
      }
    }));

  it("come in the order of the text, also when they are asked again", () => {
    const spec =
      "# Room\n\n## Scope\n\n- Kept for TBD hours.\n\n## Needs\n\n- It closes after TBD.\n\n## Security\n\n## Open Questions\n\n- Who carries the key?\n";
    return unattended({ "a.md": spec }, async ({ run }) => {
      await run("refine", "a.md");
      const lines = (await run("status")).stdout.match(/Q-[A-Z]+-\d+ +a\.md:\d+/g) ?? [];
      expect(lines.map((line) => Number(line.split(":")[1]))).toEqual([5, 9, 11, 15]);
    });
  });

  it("keep their ids when the session goes on, also beside one that was answered", () =>
    unattended({ "a.md": SPEC }, async ({ run, waiting }) => {
      await run("refine", "a.md");
      await run("resume");
      expect((await waiting()).questions.map(({ id }) => id)).toEqual(IDS);
      await run("answer", "Q-LIMITS-004", "--field", "edit=Limit 3 is four.");
      await run("resume");
      expect((await run("export")).stdout).toContain("Limit 3 is four.");
      expect((await waiting()).questions.map(({ id }) => id)).toEqual(IDS.filter((id) => id !== "Q-LIMITS-004"));
    }));

  it("may be answered anew until the answer is written", () =>
    unattended({ "a.md": SPEC }, async ({ run, waiting }) => {
      await run("refine", "a.md");
      await run("answer", "Q-LIMITS-002", "--field", "edit=Limit 1 is four.");
      await run("answer", "Q-LIMITS-003", "--field", "edit=Limit 2 is four.");
      expect((await run("answer", "Q-LIMITS-002", "--field", "edit=Limit 1 is seven.")).code).toBe(0);
      expect((await run("answer", "Q-LIMITS-003", "--option", "later")).code).toBe(0);
      await run("resume");
      const { stdout } = await run("export");
      expect(stdout).toContain("- Limit 1 is seven.\n- Limit 2 is TBD.\n");
      expect(stdout).not.toContain("four");
      expect((await run("answer", "Q-LIMITS-002", "--option", "keep")).code).toBe(2);
      expect((await waiting()).questions).toHaveLength(COUNT - 2);
    }));

  it("are counted one each, by severity; what SPEC 3.5 counts has a name of its own", () =>
    unattended({ "a.md": SPEC }, async ({ run, waiting }) => {
      await run("refine", "a.md");
      const { open, openBySeverity, openWeighted } = await waiting();
      expect({ open, openBySeverity, openWeighted }).toEqual({
        open: COUNT,
        openBySeverity: { CRITICAL: 0, HIGH: 0, MEDIUM: COUNT, LOW: 0 },
        openWeighted: COUNT / 4,
      });
    }));

  it("are told without rounds, runs and states of a machinery that nobody started", () =>
    unattended({ "a.md": SPEC }, async ({ run }) => {
      await run("refine", "a.md");
      const { stdout } = await run("status");
      expect(stdout).toMatch(/^a {2}waiting for you\n {2}9 of 9 gaps open \(9 MEDIUM\)\n/);
      expect(stdout).not.toMatch(/round|BLOCKED|CONVERGING|runs|tokens|USD/);
    }));
});

describe("several sessions in one folder", () => {
  const FILES = {
    "a.md": SPEC,
    "b.md": "# B\n\nIt lasts TBD.\n",
    "b.yaml": "- { about: 'b.md:3', edit: It lasts a day. }\n",
  };

  it("are named in the command that answers a question", () =>
    unattended(FILES, async ({ run }) => {
      for (const spec of ["a.md", "b.md"]) await run("refine", spec);
      expect((await run("status", "b.md")).stdout).toContain(
        "whetstone answer Q-SPEC-001 --session sessions/b and one of",
      );
      // As each command takes it.
      expect((await run("resume")).stderr).toContain("add `sessions/a` to the command.");
      expect((await run("answer")).stderr).toContain("add `--session sessions/a` to the command.");
    }));

  it("need no name for what goes on, where only one of them does", () =>
    unattended(FILES, async ({ run }) => {
      await run("refine", "a.md");
      await run("refine", "b.md", "--answers", "b.yaml");
      const resumed = await run("resume");
      expect([resumed.code, resumed.stderr]).toEqual([3, "Using sessions/a: the other sessions here have ended.\n"]);
      expect((await run("answer", "Q-LIMITS-002", "--option", "keep")).code).toBe(0);
      for (const command of ["diff", "blame", "report"]) {
        const { code, stderr } = await run(command);
        expect([code, stderr]).toEqual([0, expect.stringContaining("Using sessions/a: the other sessions here have")]);
      }
    }));

  it("are not made of one that --new set aside", () =>
    unattended(FILES, async ({ run }) => {
      await run("refine", "b.md");
      await run("refine", "--new", "b.md");
      expect((await run("status")).stdout).toMatch(/^b {2}/);
      expect((await run("answer", "Q-SPEC-001", "--option", "keep")).code).toBe(0);
      expect((await run("status", "sessions/b-old-1")).stdout).toContain("waiting for you");
    }));

  it("are listed as JSON from their summaries", () =>
    unattended(FILES, async ({ cwd, run }) => {
      for (const spec of ["a.md", "b.md"]) await run("refine", spec);
      const file = join(cwd, "sessions/a/.summary.json");
      await writeFile(file, (await readFile(file, "utf8")).replace('"name":"a"', '"name":"as summed up"'));
      const { sessions } = JSON.parse((await run("status", "--json")).stdout);
      expect(sessions).toMatchObject([
        { name: "as summed up", folder: "sessions/a", standing: "waiting", gapCount: COUNT, open: COUNT },
        { name: "b", folder: "sessions/b", openBySeverity: { MEDIUM: 1 }, questions: [{ id: "Q-SPEC-001" }] },
      ]);
    }));
});

describe("status", () => {
  const FILES = { "b.md": "# B\n\nIt lasts TBD.\n", "b.yaml": "- { about: 'b.md:3', edit: It lasts a day. }\n" };

  it("of a session that has ended names its result and the next step", () =>
    unattended(FILES, async ({ run }) => {
      await run("refine", "b.md", "--answers", "b.yaml");
      const { stdout } = await run("status");
      expect(stdout).toContain("\n  spec: b_v1.0.md\n  See the changes: whetstone diff sessions/b\n");
      expect(stdout).toContain("\n  Refine it further: whetstone refine b_v1.0.md\n");
    }));

  it("has the question about an edit that a change touches", () =>
    unattended({ "a.md": SPEC }, async ({ cwd, run }) => {
      await run("refine", "a.md");
      await run("answer", "Q-LIMITS-001", "--field", "edit=- Limit 0 is one.");
      await run("resume");
      await writeFile(join(cwd, "a.md"), SPEC.replace("0 is TBD", "0 is seven"));
      await run("resume");
      expect((await run("status")).stdout).toContain("You edited words in a.md that GAP-LIMITS-001 also changed");
    }));

  it("and diff say that the source has changed since it was read", () =>
    unattended({ "a.md": SPEC }, async ({ cwd, run }) => {
      await run("refine", "a.md");
      await run("answer", "Q-LIMITS-001", "--field", "edit=- Limit 0 is one.");
      await run("resume");
      expect((await run("status")).stdout).not.toContain("changed");
      await writeFile(join(cwd, "a.md"), SPEC.replace("# Limits", "# All limits"));
      const changed = "a.md has changed since the session read it";
      expect((await run("status")).stdout).toContain(`  ${changed}. To merge: whetstone resume sessions/a\n`);
      expect((await run("diff")).stderr).toContain(changed);
      await run("resume");
      expect((await run("diff")).stderr).toBe("");
    }));
});

it("while a page works on the session, finish and resume say where to answer", () =>
  inTempFolder({ "a.md": SPEC }, async (cwd) => {
    const interview = ["--engineer", "interview", "--reviewer", "interview"];
    let stop = (_: NodeJS.Signals): void => undefined;
    const onStart = (signal: typeof stop) => {
      stop = signal;
    };
    const page = spawnCli(["refine", "a.md", "--ui", "--no-open", ...interview], { cwd, onStart });
    const asked = async () => JSON.parse((await runCli(["status", "--json"], { cwd })).stdout).questions?.length;
    try {
      await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThan(0);
      await expectWays(cwd);
    } finally {
      stop("SIGTERM");
      await page;
    }
  }));

async function expectWays(cwd: string): Promise<void> {
  const decided = await spawnCli(["finish", "--yes"], { cwd });
  expect([decided.code, decided.stderr]).toEqual([1, expect.stringContaining("Another process is working on this")]);
  const finish = await spawnCli(["finish"], { cwd });
  const resume = await spawnCli(["resume"], { cwd });
  expect(finish.stderr).toMatch(/Process \d+ is running the session .*run whetstone status sessions\/a to see how/);
  expect([resume.code, resume.stderr]).toEqual([1, expect.stringContaining("the page of `whetstone ui`")]);
}

it("a section that was renamed meanwhile has its new name in the list of what is open", () =>
  unattended({ "a.md": "# A\n\n## Users\n\nThe limit is TBD.\n" }, async ({ cwd, run }) => {
    await run("refine", "a.md");
    await writeFile(join(cwd, "a.md"), "# A\n\n## People\n\nThe limit is TBD.\n");
    expect((await run("refine", "a.md")).stdout).toContain('MEDIUM  a.md:5, section "People": The limit is TBD.');
  }));

it("check, its baseline and refine count the questions of a list alike", () =>
  unattended({ "q.md": "# Q\n\n## Open questions\n\n- Who pays?\n- Who is told?\n" }, async ({ run }) => {
    const { stdout, stderr } = await run("check", "q.md");
    expect(stderr).toContain("2 findings (2 MEDIUM) in 1 spec");
    expect(stdout.match(/fix:/g)).toHaveLength(1);
    const counted = JSON.parse((await run("check", "q.md", "--json")).stdout);
    expect([counted.counts.MEDIUM, counted.findings.length]).toEqual([2, 2]);
    expect((await run("check", "q.md", "--update-baseline")).stderr).toContain("accepts 2 findings.");
    expect((await run("init", "q.md")).stderr).toContain("q.md: 2 gaps (2 MEDIUM).");
  }));

describe("check after a session on the spec", () => {
  const files = { "k.md": "# K\n\nThe alarm rings TBD seconds.\n\n## Volume\n\nIt rings at TBD dB.\n" };

  async function keepFirst(run: Place["run"]): Promise<void> {
    await run("refine", "k.md");
    await run("answer", "--option", "keep");
  }

  it("does not list what was kept there, and says so", () =>
    unattended(files, async ({ run }) => {
      await keepFirst(run);
      const { stdout, stderr } = await run("check", "k.md");
      expect(stdout).not.toContain("k.md:3:");
      expect(stdout).toContain("k.md:7:");
      expect(stderr).toContain("1 finding (1 MEDIUM) in 1 spec");
      expect(stderr).toContain("1 is kept or answered in a session.");
      expect(JSON.parse((await run("check", "k.md", "--json")).stdout)).toMatchObject({
        settled: 1,
        counts: { MEDIUM: 1 },
      });
      const { results } = JSON.parse((await run("check", "k.md", "--sarif")).stdout).runs[0];
      expect(results.map((one: { suppressions: unknown[] }) => one.suppressions.length)).toEqual([0, 1]);
    }));

  it("lists it again once the passage is rewritten, or without the session", () =>
    unattended(files, async ({ cwd, run }) => {
      await keepFirst(run);
      await writeFile(join(cwd, "k.md"), files["k.md"].replace("alarm rings", "siren howls"));
      expect((await run("check", "k.md")).stdout).toContain("k.md:3:");
      await writeFile(join(cwd, "k.md"), files["k.md"]);
      await rm(join(cwd, "sessions"), { recursive: true });
      expect((await run("check", "k.md")).stdout).toContain("k.md:3:");
    }));

  it("keeps it in a baseline, which holds also where the session is not", () =>
    unattended(files, async ({ run }) => {
      await keepFirst(run);
      expect((await run("check", "k.md", "--update-baseline")).stderr).toContain("accepts 2 findings.");
    }));
});

it("hints are commands that work for whoever runs it by npx, also in a file or a pipe", () =>
  inTempFolder({ "a.md": SPEC }, async (cwd) => {
    const run = (...args: string[]) => runCli(args, { cwd, env: { PATH: "", npm_lifecycle_event: "npx" } });
    for (const words of [["refine", "a.md"], ["status"], ["help", "refine"]]) {
      const { stdout, stderr } = await run(...words);
      expect(stdout + stderr).toContain("npx whetstone ");
      expect(stdout + stderr).not.toMatch(/(?<!npx )whetstone (?:refine|resume|answer|status) /);
    }
  }));

it("a folder that is not there is named as such by ui", () =>
  unattended({}, async ({ run }) => {
    const { code, stderr } = await run("ui", "./nope", "--no-open");
    expect([code, stderr]).toEqual([2, expect.stringContaining("no such file or folder")]);
  }));

it("a baseline file that is named and not there is an error, with how to write it", () =>
  unattended({ "a.md": SPEC }, async ({ run }) => {
    const { code, stderr } = await run("check", "a.md", "--baseline", "old.json");
    expect(code).toBe(2);
    expect(stderr).toContain("no such baseline file");
    expect(stderr).toContain("--update-baseline --baseline old.json");
  }));

it("what cannot be refined is refused first, and a mistake names its command and its file as typed", () =>
  unattended({ "zero.md": "", "a.md": SPEC, "bin.md": "a\0b", "bad.yaml": "a: [\n" }, async ({ cwd, run }) => {
    expect((await run("refine", "zero.md")).stderr).toBe(
      "error: zero.md is empty\n  fix: Describe what it should do.\n",
    );
    const answers = (await run("refine", "a.md", "--answers", "bad.yaml")).stderr;
    expect(answers).toMatch(
      /^error: the answers file is not valid YAML: .*\n {3}at: bad\.yaml:2:1\n {2}fix: Write each answer like /,
    );
    for (const command of ["check", "refine"]) expect((await run(command, "bin.md")).stderr).toContain("at: bin.md\n");
    expect((await run("gap", "add")).stderr).toContain("See `whetstone help gap add`.");
    expect((await readdir(cwd)).toSorted()).toEqual(["a.md", "bad.yaml", "bin.md", "zero.md"]);
  }));
