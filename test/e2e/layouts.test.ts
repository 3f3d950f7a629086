import { readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTempFolder, runCli } from "./run-cli.ts";

/** Neither a key nor an agent program. */
const BARE = { PATH: "" };
const LONG = { timeout: 60_000 };

const SPEC_KIT = `# Feature Specification: Export

## Requirements

### Functional Requirements

- **FR-001**: System MUST write one file per month.
- **FR-002**: System MUST accept the formats CSV, JSON, etc.

## Success Criteria

- **SC-001**: 95 % of the exports end within 1 minute.
`;

const KIRO = {
  ".kiro/specs/upload/requirements.md": `# Requirements

### Requirement 1

#### Acceptance Criteria

1. WHEN a member selects a photo THEN the system SHALL store it.
2. WHEN the upload has ended THEN the system SHALL show a preview quickly.
`,
  ".kiro/specs/upload/design.md": "# Design\n\n## Formats\n\nThe service accepts PNG, JPEG, etc.\n",
  ".kiro/specs/upload/tasks.md": "# Tasks\n\n- [ ] 1. TODO\n",
};

const OPENSPEC = `# search Specification

## Purpose

Find documents by their words.

## Requirements

### Requirement: Answer

The system SHALL answer a search quickly.

#### Scenario: One hit

- **WHEN** one document has the word
- **THEN** the answer names it
`;

async function refine(cwd: string, spec: string, ...flags: string[]) {
  const run = await runCli(["refine", spec, "--yes", ...flags], { cwd, env: BARE, milliseconds: 40_000 });
  expect(run.code, run.stderr).toBe(0);
  return { ...run, read: (path: string) => readFile(join(cwd, ...path.split("/")), "utf8") };
}

describe("SPEC 12: the layouts that people already have", () => {
  it("Spec Kit: the folder of a feature is refined in place, and the ids stay", LONG, async () => {
    await inTempFolder({ "specs/001-export/spec.md": SPEC_KIT, "specs/001-export/plan.md": "TBD\n" }, async (cwd) => {
      const { stderr, read } = await refine(cwd, "specs/001-export", "--in-place");
      expect(stderr).toContain("Read as Spec Kit: spec.md.");
      const spec = await read("specs/001-export/spec.md");
      expect(spec).toContain(SPEC_KIT.replace("CSV, JSON, etc.", "CSV and JSON."));
      expect(await read("specs/001-export/plan.md")).toBe("TBD\n");
    });
  });

  it("Kiro: requirements and design are one session, and each part goes back to its file", LONG, async () => {
    await inTempFolder(KIRO, async (cwd) => {
      const { stderr, read } = await refine(cwd, ".kiro/specs/upload");
      expect(stderr).toContain("Read as Kiro: requirements.md, design.md.");
      for (const [path, text] of Object.entries(KIRO)) expect(await read(path)).toBe(text);
      const requirements = await read(".kiro/specs/upload/requirements_v1.0.md");
      expect(requirements).toMatch(/^2\. WHEN the upload has ended THEN the system SHALL show a preview within \d/m);
      expect(requirements).not.toContain("Known Limitations");
      expect(await read(".kiro/specs/upload/design_v1.0.md")).toContain("accepts PNG and JPEG.");
      const record = await read(".kiro/specs/upload/upload_v1.0.md");
      expect(record).toContain("- `requirements.md`\n- `design.md`\n");
      expect(record).toContain("assumption to confirm");
    });
  });

  it("OpenSpec: requirements and scenarios keep their form", LONG, async () => {
    await inTempFolder({ "openspec/specs/search/spec.md": OPENSPEC }, async (cwd) => {
      const { stderr, read } = await refine(cwd, "openspec/specs/search/spec.md");
      expect(stderr).toContain("Read as OpenSpec: spec.md.");
      const spec = await read("openspec/specs/search/spec_v1.0.md");
      const [before = "", after = ""] = OPENSPEC.split("quickly");
      expect(spec.startsWith(before)).toBe(true);
      expect(spec).toContain(after);
    });
  });

  it("a folder of specs is one session, and a place is told by its file", LONG, async () => {
    const files = { "docs/a.md": "# A\n\nThe API MUST answer quickly.\n", "docs/b.md": "# B\n\nAll is said.\n" };
    await inTempFolder(files, async (cwd) => {
      const shown = await runCli(["init", "docs"], { cwd, env: BARE });
      expect(shown.stderr).toContain("Read as a folder of specs: a.md, b.md.");
      expect(shown.stdout).toMatch(/^- GAP-VAGUE-001 MEDIUM \(a\.md, line 3\): /m);
      const { stderr, read } = await refine(cwd, "docs");
      expect(stderr).toContain("Going on with the session in docs");
      expect(await read("docs/a_v1.0.md")).toContain("MUST answer within");
      await expect(read("docs/b_v1.0.md")).rejects.toThrow();
    });
  });
});

describe("SPEC 12: --in-place", () => {
  it(
    "a file that was changed by hand is never overwritten: the result goes beside it, and both are told",
    LONG,
    async () => {
      await inTempFolder({ "spec.md": SPEC_KIT }, async (cwd) => {
        await runCli(["init", "spec.md", "--in-place"], { cwd, env: BARE });
        const edited = SPEC_KIT.replace("one file per month", "one file per week");
        await writeFile(join(cwd, "spec.md"), edited);
        const { stderr, read } = await refine(cwd, "spec.md");
        expect(await read("spec.md")).toBe(edited);
        expect(await read("spec_v1.0.md")).toContain("CSV and JSON.");
        expect(stderr).toContain("spec.md was changed by hand since it was read: it stays as it is");
        expect(stderr).toMatch(/both changed: ".*Functional Requirements"/);
      });
    },
  );

  it("export takes a finished session in place", LONG, async () => {
    await inTempFolder({ "spec.md": SPEC_KIT }, async (cwd) => {
      const { read } = await refine(cwd, "spec.md");
      expect(await read("spec.md")).toBe(SPEC_KIT);
      const run = await runCli(["export", "spec.md", "--in-place"], { cwd, env: BARE });
      expect(run.code, run.stderr).toBe(0);
      expect(await read("spec.md")).toBe(await read("spec_v1.0.md"));
    });
  });
});

describe.skipIf(process.platform === "win32")("a spec that the person keeps in their own way", () => {
  it.each(["Payments: v2", 'What? "Final" <draft> | *'])("is written under the name %j", LONG, async (name) => {
    await inTempFolder({ [`${name}.md`]: OPENSPEC }, async (cwd) => {
      const { read } = await refine(cwd, `${name}.md`);
      expect(await read(`${name}_v1.0.md`)).toContain("# search Specification");
    });
  });

  it("may be a link out of its folder, and stays one when it is written in place", LONG, async () => {
    await inTempFolder({ "store/real.md": OPENSPEC, "specs/other.md": "" }, async (cwd) => {
      await symlink(join("..", "store", "real.md"), join(cwd, "specs", "spec.md"));
      const { read } = await refine(cwd, "specs/spec.md");
      expect(await read("specs/spec_v1.0.md")).toContain("# search Specification");
      const run = await runCli(["export", "specs/spec.md", "--in-place"], { cwd });
      expect(run.code, run.stderr).toBe(0);
      expect(await read("store/real.md")).toBe(await read("specs/spec_v1.0.md"));
      expect(await readlink(join(cwd, "specs", "spec.md"))).toBe(join("..", "store", "real.md"));
    });
  });

  it.each(["c: drive.md", `${"n".repeat(240)}.md`])("is refused before anything is begun: %s", async (name) => {
    await inTempFolder({ [name]: OPENSPEC }, async (cwd) => {
      const run = await runCli(["refine", name, "--yes"], { cwd, env: BARE });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain("the file's name");
      expect(await readdir(cwd)).toEqual([name]);
    });
  });
});
