import { cp, mkdir, readFile, readlink, rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { engineer, openDesk } from "../acceptance/support/desk.ts";
import { proposal } from "../acceptance/support/documents.ts";
import { runCli } from "./run-cli.ts";

const GAP = "GAP-FORMAT-001";
const WORDS = "in the format that the office uses";
const NOW = "in plain text";

const SPEC = `# search Specification

## Purpose

Find documents by their words.

## Requirements

### Requirement: Answer

The system SHALL answer a search ${WORDS}.

#### Scenario: One hit

- **WHEN** one document has the word
- **THEN** the answer names it

- ${GAP} (HIGH): Which format the office uses is not said.
`;
const REFINED = SPEC.replace(WORDS, NOW);

const TURNS = [
  engineer(1, GAP, proposal({ gap: GAP, changes: [{ kind: "replace", in: "Answer", old: WORDS, new: NOW }] })),
];

describe("SPEC 12: a spec in the tree of a framework", () => {
  it("has its session in the project, and its finished spec there too", async () => {
    const files = { "openspec/specs/search/spec.md": SPEC };
    const desk = await openDesk({ files, spec: "openspec/specs/search/spec.md", turns: TURNS });
    const { stderr } = await desk.refine(0);
    expect(stderr).toContain("spec.md (OpenSpec): ");
    expect(desk.files("openspec")).toEqual(["openspec/specs/search/spec.md"]);
    const session = ".whetstone/sessions/openspec.specs.search";
    expect(desk.read(`${session}/spec_v1.0.md`)).toBe(REFINED);
    expect(desk.read(`${session}/spec.md`)).toBe(REFINED);
    expect(desk.read("openspec/specs/search/spec.md")).toBe(SPEC);
  });

  it("is found by its path, by its folder, from the project and from within the tree", async () => {
    const desk = await openDesk({
      files: { "openspec/changes/add/specs/search/spec.md": SPEC, "openspec/changes/add/design.md": "# D\n\nx\n" },
      spec: "openspec/changes/add",
      turns: [],
    });
    await desk.expecting(0, "init", "openspec/changes/add");
    const folder = join(desk.cwd, ".whetstone/sessions/openspec.changes.add");
    // One that was set aside is meant by its name alone.
    await cp(folder, `${folder}-old-1`, { recursive: true });
    for (const word of [
      "openspec/changes/add",
      "openspec/changes/add/design.md",
      "openspec/changes",
      "openspec",
      ".",
    ]) {
      expect(JSON.parse((await desk.expecting(0, "status", word, "--json")).stdout).folder, word).toBe(folder);
    }
    for (const cwd of [".", "openspec/changes/add", "openspec/changes/add/specs/search"]) {
      const { stdout } = await runCli(["status", "--json"], { cwd: join(desk.cwd, cwd) });
      expect(JSON.parse(stdout).folder, cwd).toBe(folder);
    }
    expect((await desk.run("status", "openspec/changes/other")).code).toBe(2);
  });

  it("has its session where the configuration says, if it does", async () => {
    const files = {
      "specs/001-search/spec.md": SPEC,
      "specs/001-search/whetstone.config.json": '{ "session_folder": "work" }',
    };
    const desk = await openDesk({ files, spec: "specs/001-search", turns: [] });
    await desk.expecting(0, "init", "specs/001-search");
    expect(desk.has("specs/001-search/work/spec/journal.jsonl")).toBe(true);
    expect((await desk.expecting(0, "status", "specs/001-search")).stdout).toContain(GAP);
  });
});

describe("SPEC 12: a folder of specs", () => {
  const files = { "docs/a.md": SPEC, "docs/b.md": "# B\r\n\r\nAll is said.\r\n" };

  it("is one session, and a place is told by its file", async () => {
    const desk = await openDesk({ files, spec: "docs", turns: TURNS });
    const { stderr, stdout } = await desk.expecting(0, "init", "docs");
    expect(stderr).toContain("a.md, b.md (a folder of specs): ");
    expect(stdout).toMatch(/^1\. HIGH +GAP-FORMAT-001: .*\n +a\.md:18, /m);
    expect(desk.has("docs/sessions/docs/source/b.md")).toBe(true);
  });

  it("is given back as a folder under its version, byte for byte, which is no part of the spec", async () => {
    const desk = await openDesk({ files, spec: "docs", turns: TURNS });
    await desk.refine(0);
    expect(desk.read("docs/docs_v1.0/a.md")).toBe(REFINED);
    expect(desk.read("docs/docs_v1.0/b.md")).toBe(files["docs/b.md"]);
    const again = await runCli(["init", "docs", "--session-folder", "again"], { cwd: desk.cwd });
    expect(again.stderr).toContain("a.md, b.md (a folder of specs): ");
  });
});

describe("a folder of specs whose files changed while its session was open", () => {
  const files = { "docs/a.md": SPEC, "docs/b.md": "# B\n\nAll is said.\n" };

  it("stops at a file that was renamed, and does not write it back", async () => {
    const desk = await openDesk({ files, spec: "docs", turns: TURNS });
    await desk.expecting(0, "init", "docs");
    const [from, to] = [join(desk.cwd, "docs/a.md"), join(desk.cwd, "docs/z.md")];
    await rename(from, to);
    const { stderr } = await desk.refine(2);
    expect(stderr).toMatch(/renamed or deleted[\s\S]*a\.md[\s\S]*Put it back/);
    await rename(to, from);
    await desk.refine(0);
    await rename(from, to);
    await desk.expecting(2, "export", "docs", "--in-place");
    expect(desk.has("docs/a.md")).toBe(false);
  });
});

describe.skipIf(process.platform === "win32")("a spec that the person keeps in their own way", () => {
  it.each(["Payments: v2", 'What? "Final" <draft> | *'])("is written under the name %j", async (name) => {
    const desk = await openDesk({ files: { [`${name}.md`]: SPEC }, spec: `${name}.md`, turns: TURNS });
    await desk.refine(0);
    expect(desk.read(`${name}_v1.0.md`)).toBe(REFINED);
  });

  it("may be a link out of its folder, and stays one when it is written in place", async () => {
    const desk = await openDesk({ files: { "store/real.md": SPEC }, spec: "specs/spec.md", turns: TURNS });
    await mkdir(join(desk.cwd, "specs"));
    await symlink(join("..", "store", "real.md"), join(desk.cwd, "specs", "spec.md"));
    await desk.refine(0);
    expect(desk.read("specs/spec_v1.0.md")).toBe(REFINED);
    await desk.expecting(0, "export", "specs/spec.md", "--in-place");
    expect(desk.read("store/real.md")).toBe(REFINED);
    expect(await readlink(join(desk.cwd, "specs", "spec.md"))).toBe(join("..", "store", "real.md"));
  });

  it("keeps its byte order mark and its line ends", async () => {
    const theirs = `\uFEFF${SPEC.replaceAll("\n", "\r\n")}`;
    const desk = await openDesk({ files: { "spec.md": theirs }, spec: "spec.md", turns: TURNS });
    await desk.refine(0, "--in-place");
    expect(await readFile(join(desk.cwd, "spec.md"), "utf8")).toBe(theirs.replace(WORDS, NOW));
  });
});
