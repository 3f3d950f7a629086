import { readdirSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { nodeFiles } from "../node-files.ts";

vi.mock("node:fs", async (original) => {
  const linkSync = () => {
    throw Object.assign(new Error("no hard links here"), { code: "EPERM" });
  };
  return { ...(await original<typeof import("node:fs")>()), linkSync };
});

describe("on a disk without hard links", () => {
  it("one of many makes a file all the same", async () => {
    const root = temporaryFolder();
    const racers = Array.from({ length: 10 }, (_, index) => nodeFiles(root).createExclusive("x/lock.json", `${index}`));
    expect((await Promise.all(racers)).filter((won) => won)).toHaveLength(1);
    expect(readdirSync(root, { recursive: true })).toEqual(["x", "x/lock.json"]);
    expect(await nodeFiles(root).readText("x/lock.json")).toMatch(/^\d$/);
  });
});
