import { describe, expect, it } from "vitest";
import type { Files } from "../ports/files.ts";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedProcesses } from "../testing/scripted-agent.ts";
import { createStore } from "./session-store.ts";

/** Files that know which of their streams are open. */
function watchedFiles(): { readonly files: Files; readonly open: Set<string> } {
  const files = memoryFiles();
  const open = new Set<string>();
  const openStream: Files["openStream"] = async (path, mode) => {
    const stream = await files.openStream(path, mode);
    open.add(path);
    const close = async () => {
      open.delete(path);
      await stream.close();
    };
    return { ...stream, close };
  };
  return { files: { ...files, openStream }, open };
}

describe("a session that cannot be opened", () => {
  it("leaves neither the journal nor the lock in use", async () => {
    const { files, open } = watchedFiles();
    const parts = { files, clock: fixedClock(), processes: scriptedProcesses().as(1) };
    await expect(createStore(parts, {}, [])).rejects.toThrow();
    expect([...open]).toEqual([]);
    await expect(createStore(parts, {}, [])).rejects.not.toMatchObject({ code: "SESSION_LOCKED" });
  });
});
