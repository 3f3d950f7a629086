import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { CLI, inTempFolder, writeFiles } from "./run-cli.ts";

// What docs/checks.md tells people to put into their repositories, run in one as far as it goes without GitHub.
const DOCS = readFileSync("docs/checks.md", "utf8");
const blocks = (language: string): string[] =>
  [...DOCS.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, of, text = ""]) => (of === language ? [text] : []));

const hasTools =
  process.platform !== "win32" && ["git", "xargs"].every((tool) => spawnSync(tool, ["--version"]).status === 0);

const CLEAN = "# X\n\n## 1. A\n\nText.\n";
const BAD = "# X\n\n- **FR-1**: Files are kept.\n- **FR-1**: Mails are sent.\n\nText.\n";
const SURVEY =
  '### Gaps\n\n- **GAP-A-001** (HIGH): Whose text it is\n  - **Location:** "Text."\n  - **Why:** Two ways.\n';

interface Step {
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Repository {
  readonly folder: string;
  sh(
    command: string,
    env?: Readonly<Record<string, string>>,
  ): { status: number | null; stdout: string; stderr: string };
}

/** A git repository with Whetstone as a dependency, as `npm ci` leaves it. */
async function inRepository(work: (repository: Repository) => Promise<void> | void): Promise<void> {
  await inTempFolder({}, async (folder) => {
    await writeFiles(folder, { "specs/a spec.md": CLEAN, "package.json": '{ "private": true }\n' });
    mkdirSync(join(folder, "node_modules", ".bin"), { recursive: true });
    const program = join(folder, "node_modules", ".bin", "whetstone");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
    chmodSync(program, 0o755);
    const env = {
      PATH: [join(process.execPath, ".."), process.env.PATH].join(delimiter),
      HOME: folder,
      XDG_STATE_HOME: join(folder, ".state"),
      GIT_CONFIG_NOSYSTEM: "1",
    };
    const sh: Repository["sh"] = (command, more = {}) =>
      spawnSync("sh", ["-c", command], { cwd: folder, env: { ...env, ...more }, encoding: "utf8" });
    sh("git init -q . && git config user.email a@example.com && git config user.name A");
    writeFileSync(join(folder, ".gitignore"), "node_modules\n.state\n.npm\n");
    await work({ folder, sh });
  });
}

describe.skipIf(!hasTools)("what docs/checks.md says of CI (needs git and xargs)", () => {
  const [workflow = "", withAgent = "", preCommit = ""] = blocks("yaml");
  const steps = (parse(workflow) as { jobs: { check: { steps: Step[] } } }).jobs.check.steps;
  const command = (of: readonly Step[]): string => of.find(({ run }) => run?.includes("whetstone check"))?.run ?? "";

  test("the workflow's check passes, fails on something new, leaves its SARIF either way, and heeds the baseline", () =>
    inRepository(({ folder, sh }) => {
      expect(steps.map(({ run }) => run).filter((run) => run !== undefined)).toEqual(["npm ci", command(steps)]);
      expect(sh(command(steps)).status).toBe(0);
      writeFileSync(join(folder, "specs", "b.md"), BAD);
      expect(sh(command(steps)).status).toBe(1);
      const results = () => JSON.parse(readFileSync(join(folder, "whetstone.sarif"), "utf8")).runs[0].results;
      expect(results()).toEqual([
        expect.objectContaining({ ruleId: "duplicate-id", baselineState: "new", suppressions: [] }),
      ]);
      expect(sh("npx whetstone check specs/ --update-baseline").status).toBe(0);
      expect(sh(command(steps)).status).toBe(0);
      const accepted = { baselineState: "unchanged", suppressions: [expect.objectContaining({ kind: "external" })] };
      expect(results()).toEqual([expect.objectContaining({ ruleId: "duplicate-id", ...accepted })]);
    }));

  test("the workflow with an agent finds nothing to pay for again in the folder that it keeps", () =>
    inRepository(async ({ folder, sh }) => {
      const agentSteps = parse(withAgent) as (Step & { with?: { path?: string } })[];
      const kept = agentSteps.flatMap((step) => step.with?.path ?? []);
      expect(new Set(kept)).toEqual(new Set([".whetstone-surveys"]));
      expect(agentSteps.at(-1)?.if).toBe("always()");
      expect(Object.keys(agentSteps.find(({ run }) => run)?.env ?? {})).toEqual(["ANTHROPIC_API_KEY"]);
      // A program in place of the model.
      writeFileSync(join(folder, "agent.sh"), `cat >> '${folder}/asked.txt'; cat '${folder}/answer.md'\n`);
      writeFileSync(join(folder, "answer.md"), SURVEY);
      const asAgent = command(agentSteps).replace("--agent anthropic", "--agent 'command:sh agent.sh'");
      expect(sh(asAgent).status).toBe(1);
      const asked = readFileSync(join(folder, "asked.txt"), "utf8");
      expect(sh(asAgent).status).toBe(1);
      expect(readFileSync(join(folder, "asked.txt"), "utf8")).toBe(asked);
      expect(existsSync(join(folder, ".whetstone-surveys"))).toBe(true);
      expect(sh(command(agentSteps)).status).toBe(5);
    }));

  function installHook(folder: string): void {
    const [hook = ""] = blocks("sh");
    const path = join(folder, ".git", "hooks", "pre-commit");
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, hook);
    chmodSync(path, 0o755);
  }

  test("the hook lets a commit of good specs through, stops one that is not, and checks staged specs alone", () =>
    inRepository(({ folder, sh }) => {
      installHook(folder);
      expect(sh("git add .gitignore package.json && git commit -qm none").status).toBe(0);
      expect(sh("git add -A && git commit -qm good").status).toBe(0);
      writeFileSync(join(folder, "specs", "bad spec.md"), BAD);
      const refused = sh("git add -A && git commit -qm bad");
      expect([refused.status, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining("bad spec.md:4")]);
      expect(sh("git reset -q && git commit -q --allow-empty -m other").status).toBe(0);
    }));

  test("the hook reads the staged text, follows renames, and leaves out sessions in the root", () =>
    inRepository(async ({ folder, sh }) => {
      installHook(folder);
      const spec = join(folder, "specs", "a spec.md");
      await writeFiles(folder, { "sessions/a/source.md": BAD });
      expect(sh("git add -A && git commit -qm sessions").status).toBe(0);
      writeFileSync(spec, `${CLEAN}Limit: TBD\n`);
      sh("git add -A");
      writeFileSync(spec, CLEAN);
      expect(sh("git commit -qm staged").status).toBe(1);
      expect(sh("git commit -qam clean --allow-empty").status).toBe(0);
      sh("git mv 'specs/a spec.md' specs/b.md && echo 'Owner: TBD' >> specs/b.md && git add -A");
      const renamed = sh("git commit -qm renamed");
      expect([renamed.status, renamed.stdout + renamed.stderr]).toEqual([1, expect.stringContaining("specs/b.md:6")]);
      expect(sh("npx whetstone check specs --update-baseline && git add -A && git commit -qm accepted").status).toBe(0);
    }));

  test("the entry of pre-commit is a command that takes the files behind it", () =>
    inRepository(({ sh }) => {
      const { entry, files } = (parse(preCommit) as { repos: { hooks: { entry: string; files: string }[] }[] }).repos[0]
        ?.hooks[0] ?? { entry: "", files: "" };
      expect("specs/a spec.md").toMatch(new RegExp(files));
      expect(sh(`${entry} 'specs/a spec.md'`).status).toBe(0);
    }));
});
