import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { findBelow, keyOf, pathOfKey } from "./find-sessions.ts";

test("sessions of frameworks' specs are found in their hidden folder, and no other hidden folder is looked into", async () => {
  const root = temporaryFolder();
  for (const folder of [".whetstone/sessions/openspec.changes.add", "specs/sessions/relay", ".cache/sessions/x"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "journal.jsonl"), "");
  }
  const keys = (await findBelow(root)).sessions.map((folder) => keyOf(root, folder));
  expect(keys.sort()).toEqual([".whetstone/sessions/openspec.changes.add", "specs/sessions/relay"]);
  for (const key of keys) expect(pathOfKey(root, key)).toBe(join(root, key));
  expect(pathOfKey(root, ".cache/sessions/x")).toBeUndefined();
});
