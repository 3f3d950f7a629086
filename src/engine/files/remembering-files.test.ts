import { describe, expect, it } from "vitest";
import { memoryFiles } from "../../testing/memory-files.ts";
import { rememberingFiles } from "./remembering-files.ts";

const PATH = "round_001/engineer.md";

function counted() {
  const disk = memoryFiles();
  const reads: string[] = [];
  const readText = (path: string) => {
    reads.push(path);
    return disk.readText(path);
  };
  return { files: rememberingFiles({ ...disk, readText }), reads };
}

describe("files that remember the documents of the rounds", () => {
  it("read a document once, and one that was just written not at all", async () => {
    const { files, reads } = counted();
    await files.writeAtomic(PATH, "one");
    expect([await files.readText(PATH), await files.readText(PATH)]).toEqual(["one", "one"]);
    expect(reads).toEqual([]);
  });

  it("read everything else as often as they are asked", async () => {
    const { files, reads } = counted();
    await files.writeAtomic("status.md", "one");
    await files.readText("status.md");
    await files.readText("status.md");
    expect(reads).toEqual(["status.md", "status.md"]);
  });

  it.each<[string, (files: ReturnType<typeof rememberingFiles>) => Promise<unknown>, string | undefined]>([
    ["written anew", (files) => files.writeAtomic(PATH, new TextEncoder().encode("two")), "two"],
    ["removed", (files) => files.remove(PATH), undefined],
    ["removed with its folder", (files) => files.removeTree("round_001"), undefined],
    ["renamed", (files) => files.rename(PATH, "kept.md"), undefined],
    ["cut", (files) => files.truncate(PATH, 1), "o"],
    ["replaced by another", (files) => files.writeAtomic("x", "two").then(() => files.rename("x", PATH)), "two"],
  ])("forget one that is %s", async (_how, change, then) => {
    const { files } = counted();
    await files.writeAtomic(PATH, "one");
    await change(files);
    expect(await files.readText(PATH)).toBe(then);
  });
});
