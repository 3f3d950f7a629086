import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { State } from "../mediator/state.ts";
import { listSpecs } from "./list-specs.ts";

/** The list of a folder with these files, and a session of one of them. */
async function listed(files: readonly string[], session?: { readonly folder: string; readonly specPath: string }) {
  const root = temporaryFolder();
  for (const path of [...files, ...(session ? [`${session.folder}/journal.jsonl`] : [])]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), path.endsWith(".md") ? "# A" : "");
  }
  return listSpecs(root, () => ({
    state: async () => ({ session: { specPath: session?.specPath ?? "" } }) as State,
  }));
}

test("specs of frameworks are folders, without what is made from them", async () => {
  const rows = await listed([
    "specs/001-booking/spec.md",
    "specs/001-booking/plan.md",
    "openspec/specs/search/spec.md",
    "openspec/changes/add/specs/search/spec.md",
    "openspec/changes/add/tasks.md",
    ".kiro/specs/upload/requirements.md",
    ".kiro/specs/upload/design.md",
  ]);
  expect(rows).toEqual(
    expect.arrayContaining([
      { key: "specs/001-booking", layout: "Spec Kit", files: 1 },
      { key: "openspec/specs/search", layout: "OpenSpec", files: 1 },
      { key: "openspec/changes/add", layout: "OpenSpec", files: 1 },
      { key: ".kiro/specs/upload", layout: "Kiro", files: 2 },
    ]),
  );
  expect(rows.filter(({ key }) => /(?:plan|tasks|design)\.md$/.test(key))).toEqual([]);
});

test("a folder of several files is one spec besides its files, and finished versions are no part of it", async () => {
  const rows = await listed(["docs/a.md", "docs/b.md", "docs/b_v1.0.md", "notes/only.md"]);
  expect(rows.slice(0, 4).map(({ key }) => key)).toEqual(["docs/a.md", "docs/b.md", "docs/b_v1.0.md", "notes/only.md"]);
  expect(rows.slice(4)).toEqual([
    { key: ".", layout: "a folder of specs", files: 3 },
    { key: "docs", layout: "a folder of specs", files: 2 },
  ]);
});

test("a folder has the session of its only file", async () => {
  const session = { folder: ".whetstone/sessions/x", specPath: "../../../specs/001-booking/spec.md" };
  expect(await listed(["specs/001-booking/spec.md"], session)).toMatchObject([
    { key: "specs/001-booking", session: ".whetstone/sessions/x" },
  ]);
});
