import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { nodeProcesses } from "./node-processes.ts";

describe("the processes of this computer", () => {
  const self = nodeProcesses.self();

  it("know the one that asks", () => {
    expect(self.pid).toBe(process.pid);
    expect(nodeProcesses.self()).toEqual(self);
    expect(nodeProcesses.liveness(self)).not.toBe("dead");
  });

  it("know one that has ended", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    expect(nodeProcesses.liveness({ ...self, pid: child.pid ?? 0, started: "1" })).toBe("dead");
  });

  it("cannot tell about another computer", () => {
    expect(nodeProcesses.liveness({ pid: self.pid, host: "elsewhere", started: "1", boot: "b", namespace: "n" })).toBe(
      "unknown",
    );
  });

  describe.runIf(process.platform === "linux")("where there is /proc", () => {
    it("tell a reused number from the process that had it", () => {
      expect(nodeProcesses.liveness(self)).toBe("alive");
      expect(nodeProcesses.liveness({ ...self, started: `${Number(self.started) - 1}` })).toBe("dead");
    });

    it("know that nothing outlives a reboot, even with the same number and start", () => {
      expect(nodeProcesses.liveness({ ...self, boot: "before" })).toBe("dead");
    });

    it("know the process though the computer's name was changed", () => {
      expect(nodeProcesses.liveness({ ...self, host: "renamed" })).toBe("alive");
    });

    it("cannot tell about another container of the same computer", () => {
      expect(nodeProcesses.liveness({ ...self, namespace: "pid:[1]" })).toBe("unknown");
    });
  });
});
