import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { folderSync } from "./place-file.ts";

const opened: string[] = [];
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const openSync: typeof fs.openSync = (path, ...rest) => {
    opened.push(String(path));
    return fs.openSync(path, ...rest);
  };
  return { ...fs, openSync };
});

beforeEach(() => {
  opened.length = 0;
});

describe("syncing the folder of a file", () => {
  it("syncs the folders above it that got a new one, once", async () => {
    const root = temporaryFolder();
    const folders = folderSync("linux");
    folders.make(join(root, "a", "b", "c"));
    await folders.sync(join(root, "a", "b", "c"));
    expect(opened.sort()).toEqual([root, join(root, "a"), join(root, "a", "b"), join(root, "a", "b", "c")]);
    opened.length = 0;
    folders.make(join(root, "a", "b", "c"));
    await folders.sync(join(root, "a", "b", "c"));
    expect(opened).toEqual([join(root, "a", "b", "c")]);
  });

  it("leaves alone those of other files", async () => {
    const root = temporaryFolder();
    const folders = folderSync("linux");
    folders.make(join(root, "a"));
    folders.make(join(root, "ab", "c"));
    await folders.sync(join(root, "a"));
    expect(opened.sort()).toEqual([root, join(root, "a")]);
  });

  it("does nothing on Windows, where folders cannot be synced", async () => {
    await folderSync("win32").sync("C:\\not\\there");
    expect(opened).toEqual([]);
  });
});
