import { describe, expect, it } from "vitest";
import { fixedClock } from "../testing/fixed-clock.ts";
import { memoryFiles } from "../testing/memory-files.ts";
import { scriptedProcesses } from "../testing/scripted-agent.ts";
import { createStore } from "./session-store.ts";

describe("a session that cannot be opened", () => {
  it("does not keep the lock", async () => {
    const files = memoryFiles();
    const parts = { files, clock: fixedClock(), processes: scriptedProcesses().as(1) };
    await expect(createStore(parts, {}, [])).rejects.toThrow();
    await expect(createStore(parts, {}, [])).rejects.not.toMatchObject({ code: "SESSION_LOCKED" });
  });
});
