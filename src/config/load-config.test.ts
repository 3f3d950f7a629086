import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "./resolve-config.ts";

test("loads the file of the folder, or the named one instead", async () => {
  const folder = await mkdtemp(join(tmpdir(), "whetstone-config-"));
  try {
    expect((await loadConfig({ folder })).config.maxRounds).toBe("auto");
    await writeFile(join(folder, "whetstone.config.json"), '{ "max_rounds": 3 }');
    await writeFile(join(folder, "other.json"), '{ "max_rounds": 4 }');
    expect((await loadConfig({ folder })).config.maxRounds).toBe(3);
    expect((await loadConfig({ folder, file: "other.json" })).config.maxRounds).toBe(4);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
