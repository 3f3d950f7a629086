import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

const REQUIREMENTS = "# Requirements\n\nA session lasts TBD.\n\nThe app locks after TBD tries.\n";
const DESIGN = "# Design\n\nThe store is TBD.\n";
const FOLDER = ".kiro/specs/log in";
const SESSION = ".whetstone/sessions/kiro.specs.log in";
const STORE = "edit: The store is Postgres.";
const FILES = {
  [`${FOLDER}/requirements.md`]: REQUIREMENTS,
  [`${FOLDER}/design.md`]: DESIGN,
  "all.yaml": answers("edit: The app locks after five tries.", STORE),
  "some.yaml": answers("later: true", STORE),
};

function answers(tries: string, store: string): string {
  const entries = [
    ["requirements.md:3", "edit: A session lasts 30 days."],
    ["requirements.md:5", tries],
    ["design.md:3", store],
  ];
  return entries.map(([about, said]) => `- about: ${about}\n  ${said}\n`).join("");
}

/** The spec of a framework, refined by an interview; everything runs where the person is. */
function withResult(file: string, work: (desk: Desk) => Promise<void>): Promise<void> {
  return inTempFolder(FILES, async (cwd) => {
    const run: Desk["run"] = (...args) => runCli(args, { cwd, env: { PATH: process.env.PATH ?? "" } });
    const read = (path: string) => readFileSync(join(cwd, path), "utf8");
    const refined = await run(
      "refine",
      FOLDER,
      "--engineer",
      "interview",
      "--reviewer",
      "interview",
      "--answers",
      file,
    );
    await work({ cwd, run, read, closing: refined.stdout });
  });
}

interface Desk {
  readonly cwd: string;
  readonly closing: string;
  run(...args: string[]): ReturnType<typeof runCli>;
  read(path: string): string;
}

describe("the result of a framework's spec, which lies in the session folder (SPEC 12)", () => {
  it("is named as a folder, with the command that writes it into the person's own files", async () => {
    await withResult("all.yaml", async ({ closing, run, read }) => {
      expect(closing).toContain(`Spec: ${SESSION}/log in_v1.0\n`);
      expect(closing).toContain(`Write it into your own files: whetstone export "${SESSION}" --in-place\n`);
      expect((await run("status")).stdout).toContain(`To change an answer, edit ${SESSION}/log in_v1.0.`);
      expect((await run("export", SESSION, "--in-place")).code).toBe(0);
      expect((await run("status")).stdout).toContain(`To change an answer, edit ${FOLDER}.`);
      expect(read(`${FOLDER}/design.md`)).toBe(DESIGN.replace("TBD", "Postgres"));
      const again = await run("export", SESSION, "--in-place");
      expect(again.code).toBe(0);
    });
  });

  it("is exported as a folder, or as one file where the name is one's, and never over what is there", async () => {
    await withResult("all.yaml", async ({ cwd, run, read }) => {
      await run("export", SESSION, "-o", "all.md");
      expect(read("all.md")).toBe((await run("export", SESSION)).stdout);
      await run("export", SESSION, "-o", "out/all");
      expect(readdirSync(join(cwd, "out/all"))).toEqual(["design.md", "requirements.md"]);
      const again = await run("export", SESSION, "-o", "out/all");
      expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("error: the file already exists")]);
    });
  });

  it("alarms nobody once it was written there: what is left is answered from the person's own files", async () => {
    await withResult("some.yaml", async ({ closing, run }) => {
      expect(closing).toContain(`Answer the rest: whetstone refine --new "${FOLDER}"`);
      await run("export", "--in-place");
      const again = await run("refine", FOLDER);
      expect(again.code).toBe(0);
      expect(again.stderr).not.toContain("changed");
      expect(again.stdout).not.toContain("export");
      expect(again.stdout).toContain(`Answer the rest: whetstone refine --new "${FOLDER}"`);
      const fresh = await run("refine", "--new", FOLDER, "--yes");
      expect(fresh.stderr).toContain("1 gap (1 MEDIUM)");
    });
  });

  it("is not refined where it lies: the way on is named, and no session begins within the session", async () => {
    await withResult("some.yaml", async ({ cwd, run }) => {
      for (const word of [`${SESSION}/log in_v1.0`, `${SESSION}/spec/design.md`]) {
        const { stdout } = await run("refine", word);
        expect(stdout).toContain(`whetstone export "${SESSION}" --in-place`);
        expect(stdout).toContain(`whetstone refine --new "${FOLDER}"`);
      }
      expect(readdirSync(join(cwd, SESSION))).not.toContain("sessions");
      expect(readdirSync(join(cwd, SESSION, "log in_v1.0"))).toEqual(["design.md", "requirements.md"]);
    });
  });

  it("goes on with its session where that has not ended", async () => {
    await inTempFolder({ "a.md": "# A\n\nIt lasts TBD.\n" }, async (cwd) => {
      await runCli(["refine", "a.md"], { cwd, env: { PATH: "" } });
      const { stderr, code } = await runCli(["refine", "sessions/a/spec.md"], { cwd, env: { PATH: "" } });
      expect([stderr, code]).toEqual(["Resuming the session in sessions/a.\n", 3]);
    });
  });
});

describe("a spec that was exported into the person's own files while its session goes on", () => {
  it("is no edit of theirs: it can be exported again, and what changed is still known", async () => {
    const files = {
      "a.md": "# A\n\nIt lasts TBD.\n\nIt weighs TBD.\n",
      "a.yaml": "- about: a.md:3\n  edit: It lasts a day.\n",
    };
    await inTempFolder(files, async (cwd) => {
      const run = (...args: string[]) => runCli(args, { cwd, env: { PATH: "" } });
      await run("refine", "a.md", "--answers", "a.yaml");
      await run("export", "--in-place");
      const resumed = await run("resume");
      expect(resumed.stderr).not.toContain("edited");
      const id = /whetstone answer (\S+)/.exec((await run("status")).stdout)?.[1] ?? "";
      await run("answer", id, "--field", "edit=It weighs a pound.");
      expect((await run("resume")).code).toBe(0);
      expect((await run("export", "--in-place")).code).toBe(0);
      expect(readFileSync(join(cwd, "a.md"), "utf8")).toBe("# A\n\nIt lasts a day.\n\nIt weighs a pound.\n");
      expect((await run("diff")).stdout).toContain("+It lasts a day.");
    });
  });
});

describe("whetstone diff in a repository", () => {
  it.each([".", FOLDER])("is applied by git in %s", async (below) => {
    await withResult("all.yaml", async ({ cwd, run, read }) => {
      execFileSync("git", ["init", "-q"], { cwd });
      const { stdout } = await run("diff");
      execFileSync("git", ["apply"], { cwd: join(cwd, below), input: stdout });
      expect(read(`${FOLDER}/design.md`)).toBe(DESIGN.replace("TBD", "Postgres"));
      expect(read(`${FOLDER}/requirements.md`)).toContain("five tries");
    });
  });

  it("has the line ends of the spec", async () => {
    const files = {
      "a.md": "# A\r\n\r\nIt lasts TBD.\r\n",
      "a.yaml": "- about: a.md:3\n  edit: It lasts a day.\n",
    };
    await inTempFolder(files, async (cwd) => {
      const run = (...args: string[]) => runCli(args, { cwd, env: { PATH: "" } });
      await run("refine", "a.md", "--answers", "a.yaml");
      execFileSync("git", ["init", "-q"], { cwd });
      execFileSync("git", ["apply"], { cwd, input: (await run("diff")).stdout });
      expect(readFileSync(join(cwd, "a.md"), "utf8")).toBe("# A\r\n\r\nIt lasts a day.\r\n");
    });
  });
});

describe("diff and blame of a finished spec", () => {
  it("find the session that wrote it", async () => {
    const files = { "a.md": "# A\n\nIt lasts TBD.\n", "a.yaml": "- about: a.md:3\n  edit: It lasts a day.\n" };
    await inTempFolder(files, async (cwd) => {
      const run = (...args: string[]) => runCli(args, { cwd, env: { PATH: "" } });
      await run("refine", "a.md", "--answers", "a.yaml");
      expect((await run("diff", "a_v1.0.md")).stdout).toBe((await run("diff", "a.md")).stdout);
      expect((await run("blame", "a_v1.0.md")).stdout).toContain("GAP-SPEC-001");
      expect((await run("diff", "a_v1.1.md")).code).toBe(2);
    });
  });
});
