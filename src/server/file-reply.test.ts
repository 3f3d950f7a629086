import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { nodeFiles } from "../engine/node-files.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { fileReply, isShown } from "./file-reply.ts";

describe("the documents that the page may read", () => {
  test.each([
    "source.md",
    "status.md",
    "decisions.md",
    "spec.md",
    "changes.md",
    "traceability.md",
    "source/design.md",
    "spec/specs/search/spec.md",
    "round_001/engineer.md",
    "round_200/reviewer.md",
    "round_012/summary.md",
    "round_012/log.md",
    "round_001/prompts/engineer-GAP-FLOW-007a-1.md",
    "round_001/attempts/reviewer-2.md",
    "round_001/attempts/reviewer-2.md.part",
    "rollback_analysis_round_005_1.md",
  ])("%s", (path) => {
    expect(isShown(path)).toBe(true);
  });

  test.each([
    "",
    ".",
    "..",
    "../spec.md",
    "draft.md",
    "spec/../journal.md",
    "spec/.hidden/x.md",
    "spec/x.jsonl",
    "spec//x.md",
    "source/a\\b.md",
    "../../secret.md",
    "round_001/../../spec.md",
    "round_001/prompts/../../../x.md",
    "round_001/prompts/..md",
    "/etc/passwd",
    "C:\\secret.md",
    "\\\\host\\share\\x.md",
    "round_001\\engineer.md",
    "journal.jsonl",
    "lock.json",
    ".gitignore",
    "inbox/x.json",
    ".scratch/R1/x.md",
    "other.md",
    "round_001/other.md",
    "round_001/prompts/a/b.md",
    "round_001/prompts/a.md\u0000.png",
    "round_001/engineer.md\n",
    "round_005_rolled_back_1.tar.gz",
    "file:///etc/passwd",
    "%2e%2e/spec.md",
  ])("not %j", (path) => {
    expect(isShown(path)).toBe(false);
  });
});

describe("a document", () => {
  test("is given as it is, as plain text", async () => {
    const files = memoryFiles();
    await files.writeAtomic("source.md", "<script>alert(1)</script> é");
    const reply = await fileReply(files, "source.md");
    expect(reply).toMatchObject({
      status: 200,
      type: "text/plain; charset=utf-8",
      data: "<script>alert(1)</script> é",
    });
  });

  test("that is not there is said not to be", async () => {
    expect(await fileReply(memoryFiles(), "source.md")).toMatchObject({ status: 404 });
  });

  test("that is none is refused before the disk is asked", async () => {
    const files = { ...memoryFiles(), read: () => Promise.reject(new Error("asked")) };
    expect(await fileReply(files, "../x.md")).toMatchObject({ status: 403 });
  });

  test("that is huge is cut", async () => {
    const files = memoryFiles();
    await files.writeAtomic("source.md", "x".repeat(9 * 1024 * 1024));
    const reply = await fileReply(files, "source.md");
    expect(String(reply?.data).length).toBeLessThan(8.1 * 1024 * 1024);
    expect(String(reply?.data)).toMatch(/cut here$/);
  });

  test.skipIf(process.platform === "win32")("is not read through a link that leads out of the session", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "session"));
    writeFileSync(join(folder, "secret.md"), "secret");
    symlinkSync(join(folder, "secret.md"), join(folder, "session", "source.md"));
    await expect(fileReply(nodeFiles(join(folder, "session")), "source.md")).rejects.toMatchObject({
      code: "PATH_REFUSED",
    });
  });
});
