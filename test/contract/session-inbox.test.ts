import { describe, expect, it } from "vitest";
import { folderInbox } from "../../src/engine/folder-inbox.ts";
import { nodeFiles } from "../../src/engine/node-files.ts";
import { MOST_REQUEST_BYTES, type SessionInbox } from "../../src/ports/session-inbox.ts";
import { memoryFiles } from "../../src/testing/memory-files.ts";
import { memoryInbox } from "../../src/testing/memory-inbox.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const KINDS: [name: string, make: () => SessionInbox][] = [
  ["in a folder", () => folderInbox(nodeFiles(temporaryFolder()))],
  ["in a folder in memory", () => folderInbox(memoryFiles())],
  ["in memory", memoryInbox],
];

describe.each(KINDS)("an inbox %s", (_name, make) => {
  it("holds nothing at first", async () => {
    const inbox = make();
    expect(await inbox.waiting()).toEqual([]);
    expect(await inbox.read("a")).toBeUndefined();
    expect(await inbox.takeReply("a")).toBeUndefined();
  });

  it("holds a request until it is replied to, and gives the reply out once", async () => {
    const inbox = make();
    await inbox.send("b", "two");
    await inbox.send("a", "one");
    expect(await inbox.waiting()).toEqual(["a", "b"]);
    expect(await inbox.read("a")).toBe("one");
    await inbox.reply("a", "done");
    expect(await inbox.waiting()).toEqual(["b"]);
    expect(await inbox.read("a")).toBeUndefined();
    expect(await inbox.takeReply("b")).toBeUndefined();
    expect(await inbox.takeReply("a")).toBe("done");
    expect(await inbox.takeReply("a")).toBeUndefined();
  });

  it("lets a sender withdraw a request, also one that is gone", async () => {
    const inbox = make();
    await inbox.send("a", "one");
    await inbox.withdraw("a");
    await inbox.withdraw("a");
    expect(await inbox.waiting()).toEqual([]);
  });

  it("does not read out what is larger than any request, which can be replied to all the same", async () => {
    const inbox = make();
    await inbox.send("a", "x".repeat(MOST_REQUEST_BYTES + 1));
    expect(await inbox.read("a")).toBeUndefined();
    expect(await inbox.waiting()).toEqual(["a"]);
    await inbox.reply("a", "too large");
    expect(await inbox.waiting()).toEqual([]);
  });
});
