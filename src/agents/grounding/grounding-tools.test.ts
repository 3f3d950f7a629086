import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { Codebase } from "./codebase.ts";
import { groundingTools } from "./grounding-tools.ts";

let home: string;
let call: (name: string, input: unknown) => Promise<string>;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "grounding-"));
  const root = join(home, "code");
  await mkdir(join(root, "src", "deep"), { recursive: true });
  await mkdir(join(root, ".git"));
  await mkdir(join(root, "node_modules", "x"), { recursive: true });
  await writeFile(join(home, "outside.txt"), "needle outside\n");
  await writeFile(join(root, ".git", "config"), "needle\n");
  await writeFile(join(root, "node_modules", "x", "index.js"), "needle\n");
  await writeFile(join(root, ".env"), "API_KEY=needle\n");
  await writeFile(join(root, "server.pem"), "needle\n");
  await writeFile(join(root, "src", "a.ts"), "one\r\nthe Needle is here\r\nthree\r\n");
  await writeFile(join(root, "src", "deep", "b.ts"), "(.*)+$ needle\n");
  await writeFile(
    join(root, "src", "long.txt"),
    Array.from({ length: 1000 }, (_, index) => `line ${index + 1}`).join("\n"),
  );
  await writeFile(join(root, "picture.bin"), Buffer.from([1, 0, 2, 0]));
  if (process.platform !== "win32") {
    await symlink(join(home, "outside.txt"), join(root, "src", "link.txt"));
    await symlink(home, join(root, "up"));
    await symlink(join(root, "src", "a.ts"), join(root, "inner.ts"));
  }
  const tools = groundingTools(await Codebase.open(root));
  call = async (name, input) => {
    const { inputSchema, execute } = tools[name] ?? {};
    const parsed = (inputSchema as z.ZodType).parse(input);
    return (await execute?.(parsed, { toolCallId: "1", messages: [] })) ?? "no such tool";
  };
});
afterAll(() => rm(home, { recursive: true, force: true }));

it("lists the files without version control, dependencies and private files", async () => {
  const listed = (await call("list_files", {})).split("\n").map((line) => line.split(" ")[0]);
  expect(listed).toEqual(["picture.bin", "src/a.ts", "src/deep/b.ts", "src/long.txt"]);
});

it("finds text whatever its case, with file and line", async () => {
  expect(await call("search_files", { words: "NEEDLE" })).toBe(
    "src/a.ts:2: the Needle is here\nsrc/deep/b.ts:1: (.*)+$ needle",
  );
});

it("takes the words as text and not as a pattern", async () => {
  expect(await call("search_files", { words: "(.*)+$" })).toBe("src/deep/b.ts:1: (.*)+$ needle");
  expect(await call("search_files", { words: "n.edle" })).toBe("(nothing found)");
});

it("reads lines with their numbers", async () => {
  expect(await call("read_file", { file: "src/a.ts" })).toBe("1: one\n2: the Needle is here\n3: three");
  expect(await call("read_file", { file: "src/a.ts", from: 2, to: 2 })).toBe(
    "2: the Needle is here\n(lines 2 to 2 of 3)",
  );
});

it("bounds what it reads at once and says what is left", async () => {
  const lines = (await call("read_file", { file: "src/long.txt" })).split("\n");
  expect(lines).toHaveLength(401);
  expect(lines.at(-1)).toBe("(lines 1 to 400 of 1000)");
});

describe("refuses what is outside of the codebase:", () => {
  it.each(["../outside.txt", "/etc/passwd", "src/../../outside.txt", "..", "src/\0"])("%j", async (file) => {
    expect(await call("read_file", { file })).toMatch(/outside of the codebase/);
  });

  it.skipIf(process.platform === "win32").each(["src/link.txt", "up/outside.txt"])("a link out, %s", async (file) => {
    expect(await call("read_file", { file })).toBe(`${file} is a link out of the codebase.`);
    expect(await call("list_files", { folder: "up" })).toBe("up is a link out of the codebase.");
    expect(await call("search_files", { words: "outside" })).toBe("(nothing found)");
  });
});

it.skipIf(process.platform === "win32")("follows a link that stays inside", async () => {
  expect(await call("read_file", { file: "inner.ts", to: 1 })).toContain("1: one");
});

it.each([".env", "server.pem"])("refuses the private file %s", async (file) => {
  expect(await call("read_file", { file })).toBe(`${file} is private.`);
});

it.each([".git/config", "node_modules/x/index.js"])("refuses %s, which no listing shows", async (file) => {
  expect(await call("read_file", { file })).toBe(`${file} is not part of the code.`);
  expect(await call("list_files", { folder: file.split("/")[0] })).toMatch(/is not part of the code/);
});

it("takes folders that are called like a key or like one that is skipped above it for code", async () => {
  const root = join(home, "target", "id_service");
  await mkdir(join(root, "id_store"), { recursive: true });
  await writeFile(join(root, "id_store", "a.ts"), "one\n");
  await writeFile(join(root, "id_store", "id_ed25519"), "key\n");
  const files = await Codebase.open(root);
  expect(await files.lines("id_store/a.ts")).toEqual(["one"]);
  await expect(files.lines("id_store/id_ed25519")).rejects.toThrow("is private");
  const found: unknown[] = [];
  for await (const file of files.files(".")) found.push(file);
  expect(found).toEqual([{ path: "id_store/a.ts", bytes: 4 }]);
});

it("says what it cannot read without the system's words", async () => {
  expect(await call("read_file", { file: "nowhere.ts" })).toBe("nowhere.ts does not exist.");
  expect(await call("read_file", { file: "picture.bin" })).toBe("picture.bin is not text.");
  expect(await call("read_file", { file: "src" })).not.toContain(home);
  expect(await call("read_file", { file: "src/a.ts", from: 99 })).toBe("src/a.ts has 3 lines.");
});
