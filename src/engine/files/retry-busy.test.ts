import { describe, expect, it } from "vitest";
import { retryBusy, retryBusySync } from "./retry-busy.ts";

function busy(times: number, code = "EBUSY") {
  let calls = 0;
  const call = () => {
    calls += 1;
    if (calls <= times) throw Object.assign(new Error(code), { code });
    return "done";
  };
  return { call, calls: () => calls };
}

describe("a file that another program holds", () => {
  it("is tried again on Windows, with growing pauses", async () => {
    const waits: number[] = [];
    const { call } = busy(4, "EPERM");
    expect(await retryBusy("win32", call, async (milliseconds) => void waits.push(milliseconds))).toBe("done");
    expect(waits).toEqual([10, 20, 40, 80]);
  });

  it("is given up on after some two seconds", async () => {
    let waited = 0;
    const { call } = busy(1000);
    const result = retryBusy("win32", call, async (milliseconds) => {
      waited += milliseconds;
    });
    await expect(result).rejects.toMatchObject({ code: "EBUSY" });
    expect(waited).toBeLessThan(3000);
  });

  it("is not waited for elsewhere, nor when the error is another", async () => {
    const first = busy(1);
    await expect(retryBusy("linux", first.call)).rejects.toMatchObject({ code: "EBUSY" });
    const second = busy(1, "ENOSPC");
    await expect(retryBusy("win32", second.call)).rejects.toMatchObject({ code: "ENOSPC" });
    expect([first.calls(), second.calls()]).toEqual([1, 1]);
  });

  it("is tried again on Windows also where nothing may come between, for a third of a second", () => {
    const waits: number[] = [];
    const wait = (milliseconds: number) => void waits.push(milliseconds);
    expect(retryBusySync("win32", busy(2).call, wait)).toBe("done");
    expect(waits).toEqual([10, 20]);
    expect(() => retryBusySync("win32", busy(1000).call, wait)).toThrow("EBUSY");
    expect(waits.slice(2)).toEqual([10, 20, 40, 80, 160]);
    expect(() => retryBusySync("win32", busy(1, "ENOSPC").call, wait)).toThrow("ENOSPC");
    expect(() => retryBusySync("linux", busy(1).call, wait)).toThrow("EBUSY");
    expect(waits).toHaveLength(7);
  });

  it("is waited for in earnest", () => {
    expect(retryBusySync("win32", busy(1).call)).toBe("done");
  });
});
