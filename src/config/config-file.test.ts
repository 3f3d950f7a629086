import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findConfigFile, readConfigFile } from "./config-file.ts";
import { confirmCode } from "./confirm-code.ts";

let folder: string;
const write = async (name: string, text: string): Promise<string> => {
  await mkdir(join(folder, name, ".."), { recursive: true });
  await writeFile(join(folder, name), text);
  return join(folder, name);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whetstone-config-"));
  for (const name of ["XDG_STATE_HOME", "LOCALAPPDATA"]) vi.stubEnv(name, join(folder, "state"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function confirmed(file: string): Promise<string> {
  await confirmCode(file);
  return file;
}

describe("findConfigFile", () => {
  test("finds the file of the folder, or of a folder above it in the same repository", async () => {
    await mkdir(join(folder, ".git"));
    const file = await write("whetstone.config.json", "{}");
    await mkdir(join(folder, "a/b"), { recursive: true });
    expect(findConfigFile(join(folder, "a/b"))).toBe(file);
    const nearer = await write("a/whetstone.config.mjs", "");
    expect(findConfigFile(join(folder, "a/b"))).toBe(nearer);
  });

  test("outside a repository looks in the folder alone", async () => {
    await write("whetstone.config.mjs", "");
    await mkdir(join(folder, "a"));
    expect(findConfigFile(join(folder, "a"))).toBeUndefined();
    expect(findConfigFile(folder)).toBe(join(folder, "whetstone.config.mjs"));
  });

  test("refuses two files in one folder", async () => {
    await write("whetstone.config.json", "{}");
    await write("whetstone.config.ts", "");
    expect(() => findConfigFile(folder)).toThrow("whetstone.config.json, whetstone.config.ts");
  });
});

describe("readConfigFile", () => {
  test.each([
    ["c.json", '\uFEFF{ "max_rounds": 3 }'],
    ["c.mjs", "export default { max_rounds: 3 };"],
    ["c.cjs", "module.exports = { max_rounds: 3 };"],
    ["c.ts", "const rounds: number = 3;\nexport default { max_rounds: rounds } satisfies object;"],
    ["c.mts", "interface A { max_rounds: number }\nexport default <A>{ max_rounds: 3 };"],
  ])("reads %s", async (name, text) => {
    expect((await readConfigFile(await confirmed(await write(name, text)))).values).toEqual({ max_rounds: 3 });
  });

  test("says where JSON is broken", async () => {
    const file = await write("c.json", '{\n  "max_rounds": 3,\n}');
    await expect(readConfigFile(file)).rejects.toMatchObject({ target: file, exitCode: 2 });
  });

  test.each([
    ["c.mjs", "throw new Error('no luck');", "no luck"],
    ["c.ts", "export default {;", "failed to run"],
    ["c.mjs", "export const maxRounds = 3;", "has no default export"],
    ["c.toml", "", "ends in .json"],
  ])("refuses %s with %j", async (name, text, message) => {
    await expect(readConfigFile(await confirmed(await write(name, text)))).rejects.toThrow(message);
  });

  test("says that a named file is not there", async () => {
    await expect(readConfigFile(join(folder, "none.json"))).rejects.toThrow("no such configuration file");
  });
});
