import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { SessionHome } from "../ports/session-home.ts";
import { homesBelow } from "../server/list-sessions.ts";
import { findSessions, keyOf, pathOfKey } from "./find-sessions.ts";

test("sessions of frameworks' specs are found in their hidden folder, and no other hidden folder is looked into", async () => {
  const root = temporaryFolder();
  for (const folder of [".whetstone/sessions/openspec.changes.add", "specs/sessions/relay", ".cache/sessions/x"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "journal.jsonl"), "");
  }
  const keys = (await findSessions(root)).sessions.map((folder) => keyOf(root, folder));
  expect(keys.sort()).toEqual([".whetstone/sessions/openspec.changes.add", "specs/sessions/relay"]);
  for (const key of keys) expect(pathOfKey(root, key)).toBe(join(root, key));
  expect(pathOfKey(root, ".cache/sessions/x")).toBeUndefined();
});

test("a session that was set aside is not listed beside the one that took its place", async () => {
  const root = temporaryFolder();
  for (const name of ["relay", "relay-old-1", "gone-old-1"]) {
    mkdirSync(join(root, "sessions", name), { recursive: true });
    writeFileSync(join(root, "sessions", name, "journal.jsonl"), "");
  }
  const keys = await homesBelow(root, () => ({}) as SessionHome).list();
  expect([...keys].sort()).toEqual(["sessions/gone-old-1", "sessions/relay"]);
});
