import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inTempFolder, runCli, spawnCli } from "./run-cli.ts";

const OPEN = "# X\n\n## A\n\nThe limit is TBD.\n";
const HIGH = "# X\n\n- **FR-1**: Files are kept.\n- **FR-1**: Mails are sent.\n";
const VAGUE = "# X\n\n- The page MUST load quickly.\n";

describe("whetstone check", () => {
  test("shows each finding with its source, its other places and its fix; results and prose go apart", async () => {
    await inTempFolder(
      { "open.md": OPEN, "high.md": HIGH, "deep.md": "# X\n\n- a\n  - It is  TBD.\n" },
      async (cwd) => {
        const run = await runCli(["check", "open.md"], { cwd });
        expect(run.code).toBe(0);
        expect(run.stdout).toMatch(/^open\.md:5:14 {2}MEDIUM {2}"The limit is TBD\." is still unresolved/);
        expect(run.stdout).toContain("5 | The limit is TBD.");
        const { stdout } = await runCli(["check", "deep.md"], { cwd });
        expect(stdout).toMatch(/^deep\.md:4:12 .*\n {2}4 \| {3}- It is {2}TBD\.$/m);
        expect(run.stdout).toContain("fix: ");
        expect(run.stderr).toBe("1 finding (1 MEDIUM) in 1 spec, none at or above HIGH (--fail-on).\n");
        expect((await runCli(["check", "high.md"], { cwd })).stdout).toContain(
          "also high.md:3:5 | - **FR-1**: Files are kept.",
        );
      },
    );
  });

  test("exits with 1 from --fail-on on, and HIGH is the default", async () => {
    await inTempFolder({ "open.md": OPEN, "high.md": HIGH }, async (cwd) => {
      const code = async (...args: string[]): Promise<number> => (await runCli(["check", ...args], { cwd })).code;
      expect(await code("high.md")).toBe(1);
      expect(await code("open.md", "--fail-on", "medium")).toBe(1);
      expect(await code("high.md", "--fail-on", "none")).toBe(0);
      expect(await code("open.md", "--rule", "explicit-marker=HIGH")).toBe(1);
      expect(await code("high.md", "--no-rule", "duplicate-id")).toBe(0);
      expect(await code("high.md", "--no-rule", "duplicate-id", "--rule", "duplicate-id")).toBe(1);
    });
  });

  test("--json gives one document, a folder all its specs, and the configuration switches rules", async () => {
    const config = '{ "checks": { "explicit-marker": false } }';
    await inTempFolder({ "a/one.md": OPEN, "a/two.md": HIGH, "whetstone.config.json": config }, async (cwd) => {
      const run = await runCli(["check", "a", "--json"], { cwd });
      const result = JSON.parse(run.stdout);
      expect(result.files).toEqual(["a/one.md", "a/two.md"]);
      expect(result.findings).toEqual([
        expect.objectContaining({
          file: "a/two.md",
          rule: "duplicate-id",
          type: "duplicate-definition",
          severity: "HIGH",
          line: 4,
          column: 5,
          subject: "FR-1",
          related: [{ line: 3, column: 5, endLine: 3, endColumn: 9 }],
        }),
      ]);
      expect(result.failed).toBe(true);
      expect(run.stderr).toBe("1 finding (1 HIGH) in 2 specs, 1 at or above HIGH.\n");
    });
  });

  test("a file that is empty or no markdown is no spec without findings", async () => {
    await inTempFolder({ "empty.md": "\n", "data.json": "{}", "a.md": "# A\n\nAll is said.\n" }, async (cwd) => {
      for (const [name, problem] of [
        ["empty.md", "empty.md is empty"],
        ["data.json", "data.json is not markdown"],
        ["missing.md", "no such file or folder\n   at: missing.md"],
      ] as const) {
        const { code, stderr } = await runCli(["check", name], { cwd });
        expect([code, stderr]).toEqual([2, expect.stringContaining(`error: ${problem}\n`)]);
      }
      const folder = await runCli(["check", "."], { cwd });
      expect([folder.code, folder.stderr]).toEqual([0, "empty.md is empty.\nNo findings in 2 specs.\n"]);
    });
  });

  test("wording is judged only with --style, and never fails by itself", async () => {
    await inTempFolder({ "vague.md": VAGUE }, async (cwd) => {
      expect((await runCli(["check", "vague.md"], { cwd })).stderr).toBe("No findings in 1 spec.\n");
      const run = await runCli(["check", "vague.md", "--style"], { cwd });
      expect([run.code, run.stderr]).toEqual([0, "1 finding (1 LOW) in 1 spec, none at or above HIGH (--fail-on).\n"]);
    });
  });

  test("what the baseline accepts neither shows nor fails, wherever it moves; anything new does", async () => {
    await inTempFolder({ "high.md": HIGH, "open.md": OPEN }, async (cwd) => {
      const update = await runCli(["check", "high.md", "open.md", "--update-baseline"], { cwd });
      expect([update.code, update.stderr]).toEqual([0, "whetstone-baseline.json accepts 2 findings.\n"]);
      expect(JSON.parse(await readFile(join(cwd, "whetstone-baseline.json"), "utf8")).findings).toHaveLength(2);
      const again = await runCli(["check", "open.md", "--update-baseline"], { cwd });
      expect(again.stderr).toBe("whetstone-baseline.json accepts 2 findings.\n");
      await writeFile(join(cwd, "high.md"), HIGH.replace("# X\n", "# X\n\nA new paragraph.\n"));
      const known = await runCli(["check", "high.md"], { cwd });
      expect([known.code, known.stderr]).toEqual([0, "No new findings in 1 spec. 1 is accepted in the baseline.\n"]);
      await writeFile(join(cwd, "high.md"), `${HIGH}- **FR-2**: Doors are shut.\n- **FR-2**: Walls are painted.\n`);
      expect((await runCli(["check", "high.md"], { cwd })).code).toBe(1);
      const sarif = JSON.parse((await runCli(["check", "high.md", "--sarif"], { cwd })).stdout);
      const states = sarif.runs[0].results.map((one: { baselineState: string }) => one.baselineState);
      expect(states.toSorted()).toEqual(["new", "unchanged"]);
    });
  });

  test("what was accepted in a spec is accepted in its finished version", async () => {
    await inTempFolder({ "specs/open.md": OPEN }, async (cwd) => {
      await runCli(["check", "specs", "--update-baseline"], { cwd });
      await writeFile(join(cwd, "specs", "open_v1.0.md"), OPEN);
      const run = await runCli(["check", "specs", "--fail-on", "LOW"], { cwd });
      expect([run.code, run.stderr]).toEqual([0, expect.stringContaining("1 is accepted in the baseline.")]);
    });
  });

  test("the same marker in another passage is new", async () => {
    const spec = "# X\n\n## A\n\nFiles are kept for TBD days.\n\n## B\n\nKeys are kept.\n";
    await inTempFolder({ "a.md": spec }, async (cwd) => {
      await runCli(["check", "a.md", "--update-baseline"], { cwd });
      await writeFile(join(cwd, "a.md"), spec.replace("for TBD days", "\nfor TBD  days"));
      const moved = await runCli(["check", "a.md", "--fail-on", "MEDIUM"], { cwd });
      expect([moved.code, moved.stderr]).toEqual([0, "No new findings in 1 spec. 1 is accepted in the baseline.\n"]);
      await writeFile(
        join(cwd, "a.md"),
        spec.replace("TBD", "30").replace("Keys are kept", "Keys are kept for TBD days"),
      );
      const run = await runCli(["check", "a.md", "--fail-on", "MEDIUM"], { cwd });
      expect([run.code, run.stdout]).toEqual([1, expect.stringContaining("a.md:9:")]);
      const off = await runCli(["check", "a.md", "--no-rule", "explicit-marker"], { cwd });
      expect(off.stderr).toBe("No findings in 1 spec.\n");
    });
  });

  test("a list of edge cases is one finding in text, JSON, SARIF and baseline, with every question shown", async () => {
    await inTempFolder({}, async (cwd) => {
      const questions = Array.from({ length: 14 }, (_, index) => `- What if part ${index + 10} is lost?\n`);
      const write = (more = "") => writeFile(join(cwd, "e.md"), `# X\n\n## Edge Cases\n\n${questions.join("")}${more}`);
      await write();
      const shown = await runCli(["check", "e.md"], { cwd });
      expect(shown.stdout).toContain('The 14 questions in "Edge Cases" have no answer beside them.');
      expect(shown.stdout).toContain("also e.md:16:3 | - What if part 21 is lost?");
      expect(shown.stdout).toContain("= and in 2 more places\n");
      expect(shown.stderr).toContain("1 finding with 14 open points (1 MEDIUM) in 1 spec");
      const json = JSON.parse((await runCli(["check", "e.md", "--json"], { cwd })).stdout);
      expect(json.findings).toMatchObject([{ line: 3, questions: 14 }]);
      const sarif = JSON.parse((await runCli(["check", "e.md", "--sarif"], { cwd })).stdout);
      expect(sarif.runs[0].results).toHaveLength(1);
      expect(sarif.runs[0].results[0].relatedLocations).toHaveLength(14);
      await runCli(["check", "e.md", "--update-baseline"], { cwd });
      expect((await runCli(["check", "e.md"], { cwd })).stderr).toContain("1 is accepted in the baseline.");
      await write("- What if all is lost?\n");
      expect((await runCli(["check", "e.md"], { cwd })).stdout).toContain("The 15 questions");
    });
  });

  test("a baseline holds in the folders below it, and is updated from there; paths are its own", async () => {
    const files = { "specs/a/one.md": OPEN, "specs/two.md": HIGH, ".git/HEAD": "" };
    await inTempFolder(files, async (cwd) => {
      const below = join(cwd, "specs", "a");
      await runCli(["check", "specs", "--update-baseline"], { cwd });
      const known = await runCli(["check", "one.md", "../two.md"], { cwd: below });
      expect([known.code, known.stderr]).toEqual([0, "No new findings in 2 specs. 2 are accepted in the baseline.\n"]);
      await writeFile(join(below, "three.md"), OPEN);
      const update = await runCli(["check", ".", "--update-baseline"], { cwd: below });
      expect(update.stderr).toBe("../../whetstone-baseline.json accepts 3 findings.\n");
      expect((await runCli(["check", "specs"], { cwd })).stderr).toContain("No new findings in 3 specs.");
      const { findings } = JSON.parse(await readFile(join(cwd, "whetstone-baseline.json"), "utf8"));
      expect(findings.map(({ file }: { file: string }) => file)).toEqual([
        "specs/a/one.md",
        "specs/a/three.md",
        "specs/two.md",
      ]);
    });
  });

  test("a folder's sessions are no specs, and what is no text is said", async () => {
    const files = { "a/one.md": OPEN, "a/sessions/one/journal.jsonl": "", "a/sessions/one/source.md": HIGH };
    await inTempFolder(files, async (cwd) => {
      const run = await runCli(["check", "a", "--json"], { cwd });
      expect(JSON.parse(run.stdout).files).toEqual(["a/one.md"]);
      await writeFile(join(cwd, "wide.md"), Buffer.from("# A spec", "utf16le"));
      const wide = await runCli(["check", "wide.md"], { cwd });
      expect(wide.code).toBe(2);
      expect(wide.stderr).toContain("saved as UTF-8.");
    });
  });

  test("of the versions of a spec in a folder the newest is checked, and the others are named", async () => {
    const DONE = "# One\n\nAll is said.\n";
    const files = {
      "a/one.md": OPEN,
      "a/one_v1.2.md": OPEN,
      "a/one_v1.10.md": DONE,
      "a/alone_v1.0.md": DONE,
      "a/many_v1.0/two.md": OPEN,
      "a/sessions/one_v1.10/journal.jsonl": "",
    };
    await inTempFolder(files, async (cwd) => {
      const checked = async (...paths: string[]) => {
        const { stdout } = await runCli(["check", ...paths, "--json"], { cwd });
        const { files, passedOver } = JSON.parse(stdout);
        return { files, passedOver };
      };
      expect(await checked("a")).toEqual({
        files: ["a/alone_v1.0.md", "a/one_v1.10.md"],
        passedOver: ["a/one.md", "a/one_v1.2.md", "a/many_v1.0"],
      });
      expect(await checked("a/one_v1.2.md")).toEqual({ files: ["a/one_v1.2.md"], passedOver: [] });
      expect((await checked("a", "a/one.md")).passedOver).toEqual(["a/one_v1.2.md", "a/many_v1.0"]);
      const { code, stderr } = await runCli(["check", "a"], { cwd });
      expect([code, stderr]).toEqual([
        0,
        "No findings in 2 specs.\nPassed over, as other versions of specs: a/one.md, a/one_v1.2.md, a/many_v1.0. To check one, name it.\n",
      ]);
    });
  });

  test("believes no answer of a session that --new replaced", async () => {
    const spec = "# Lamp\n\n## Security\n\n## Limits\n\n- It turns off after two hours.\n";
    const answers = (said: string) => `- about: lamp.md:3\n  ${said}\n`;
    const files = { "lamp.md": spec, "a.yaml": answers("add: Nobody opens it."), "b.yaml": answers("later: true") };
    await inTempFolder(files, async (cwd) => {
      const env = { PATH: "" };
      await runCli(["refine", "lamp.md", "--answers", "a.yaml"], { cwd, env });
      expect((await runCli(["check", "lamp.md"], { cwd })).stdout).not.toContain('Section "Security" is empty');
      await runCli(["refine", "--new", "lamp.md", "--answers", "b.yaml"], { cwd, env });
      expect((await runCli(["check", "lamp.md"], { cwd })).stdout).toContain('Section "Security" is empty');
    });
  });

  test("of a source that was edited after its session what is new is checked, and the way on is named", async () => {
    const before = `${OPEN}\nThe size is TBD.\n`;
    const session = { "sessions/x/journal.jsonl": "", "sessions/x/source.md": before, "sessions/x/spec.md": "# One\n" };
    await inTempFolder({ "x_v1.0.md": "# One\n", "x.md": `${before}\nThe age is TBD.\n`, ...session }, async (cwd) => {
      const { stdout, stderr } = await runCli(["check", "."], { cwd });
      expect(stdout).toContain("The age is TBD.");
      expect(stdout).not.toContain("The size is TBD.");
      expect(stderr).toContain(
        "x.md was edited after its session: what is new is checked. whetstone refine --new x.md begins again with your text.\n",
      );
      expect(stderr).not.toContain("Passed over");
    });
  });

  test("what the appendix lists as left open is open, at its passage and once, until the baseline accepts it", async () => {
    const listed = [
      "GAP-A-001 (LOW, deferred): What if it rains? (the User: later)",
      "GAP-A-002 (MEDIUM, open): The limit is TBD",
    ];
    const rest = [
      "ISSUE-R1-001 (MEDIUM, on GAP-A-001, for you to decide): The limit is TBD (asked: Which?)",
      "HIGH, final review: It is too long.",
      "GAP-A-003 (HIGH, parked): Set aside",
      "GAP-A-004 (assumed, D-1): Yes",
    ];
    const appendix = [...listed, ...rest].map((each) => `- ${each}\n`).join("");
    const spec = `${OPEN}\nWhat if it rains?\n\n<!-- whetstone: appendix -->\n\n${appendix}\n<!-- whetstone: end of appendix -->\n`;
    await inTempFolder({ "x_v1.0.md": spec }, async (cwd) => {
      const json = await runCli(["check", "x_v1.0.md", "--json", "--fail-on", "LOW"], { cwd });
      const found = JSON.parse(json.stdout).findings as { rule: string; severity: string; line: number }[];
      expect([json.code, found.map(({ rule, severity, line }) => [rule, severity, line])]).toEqual([
        1,
        [
          ["explicit-marker", "MEDIUM", 5],
          ["open-question", "LOW", 7],
          ["open-question", "HIGH", 14],
        ],
      ]);
      expect((await runCli(["check", "x_v1.0.md", "--json", "--no-rule", "open-question"], { cwd })).code).toBe(0);
      await runCli(["check", ".", "--update-baseline"], { cwd });
      expect((await runCli(["check", ".", "--fail-on", "LOW"], { cwd })).code).toBe(0);
    });
  });

  test("the files of one spec of a framework are read together, as refine reads them", async () => {
    const requirement = "### Requirement 1\n\nA file is stored.\n\n### Requirement 2\n\nIt can be removed.\n";
    const files = {
      ".kiro/specs/x/requirements.md": `# Requirements\n\n## Requirements\n\n${requirement}`,
      ".kiro/specs/x/design.md": "---\na: b\n---\n# Design\n\nIt covers Requirement 1 and Requirement 7.\n",
      ".kiro/specs/x/tasks.md": OPEN,
    };
    await inTempFolder(files, async (cwd) => {
      for (const path of [".kiro/specs/x", "."]) {
        const { stdout, stderr } = await runCli(["check", path], { cwd });
        expect(stderr).toMatch(/^2 findings .* in 1 spec,/);
        expect(stdout).toContain(".kiro/specs/x/design.md:6:29  MEDIUM  This document has no requirement 7.");
        expect(stdout).toContain(".kiro/specs/x/tasks.md:5:14");
      }
      const { stdout } = await runCli(["refine", ".kiro/specs/x"], { cwd, env: { PATH: "" } });
      expect(stdout).toContain("design.md:6");
      // Named as `check` names it.
      const keep = '- { about: ".kiro/specs/x/design.md:6", keep: true }\n';
      await writeFile(join(cwd, "keep.yaml"), keep);
      await runCli(["resume", "--answers", "keep.yaml"], { cwd, env: { PATH: "" } });
      expect((await runCli(["check", ".kiro/specs/x"], { cwd })).stdout).not.toContain("requirement 7");
    });
  });

  test("of hidden folders it looks into that of Kiro's specs", async () => {
    const files = { ".kiro/steering/a.md": OPEN, ".kiro/specs/x/requirements.md": OPEN, ".other/specs/b.md": OPEN };
    await inTempFolder(files, async (cwd) => {
      const run = await runCli(["check", ".", "--json"], { cwd });
      expect(JSON.parse(run.stdout).files).toEqual([".kiro/specs/x/requirements.md"]);
    });
  });

  test("reads standard input", async () => {
    const run = await spawnCli(["check", "-"], { stdin: OPEN });
    expect(run.stdout).toMatch(/^-:5:14 /);
  });

  test.each([
    [["check"], "no spec to check"],
    [["check", "nowhere.md"], "nowhere.md"],
    [["check", "-", "--fail-on", "bad"], "--fail-on"],
    [["check", "-", "--rule", "nix"], "nix"],
    [["check", "-", "--rule", "contradiction=SOME"], "contradiction"],
    [["check", "-", "--json", "--sarif"], "cannot be combined"],
    [["check", "-", "--baseline", "nowhere.json"], "no such baseline file"],
  ])("%j is wrong usage", async (args, words) => {
    const run = await spawnCli(args, { stdin: OPEN });
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).toContain(words);
  });

  test("counts as a session does: each open edge case, each sentence with markers", async () => {
    const list = "## Edge Cases\n\n- What happens at night?\n- What happens on Sundays?\n";
    const spec = `# Shop\n\nIt opens at TBD and rests at TBD.\nIt closes at TBD.\n\n${list}`;
    await inTempFolder({ "shop.md": spec }, async (cwd) => {
      const { stderr } = await runCli(["check", "shop.md"], { cwd });
      expect(stderr).toMatch(/^3 findings with 4 open points \(3 MEDIUM\) in 1 spec/);
      const told = JSON.parse((await runCli(["check", "shop.md", "--json"], { cwd })).stdout);
      expect([told.findings.length, told.openPoints]).toEqual([3, 4]);
      const refined = await runCli(["refine", "shop.md", "--yes"], { cwd, env: { PATH: "" } });
      expect(refined.stderr).toContain("shop.md: 4 gaps (4 MEDIUM).");
    });
  });
});
