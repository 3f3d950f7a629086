import { describe, expect, it } from "vitest";
import { retryBusy } from "./place-file.ts";

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
  it("is tried again on Windows, with growing pauses, for a second", () => {
    const waits: number[] = [];
    const wait = (milliseconds: number) => void waits.push(milliseconds);
    expect(retryBusy(busy(4, "EPERM").call, "win32", wait)).toBe("done");
    expect(waits.splice(0)).toEqual([10, 20, 40, 80]);
    expect(() => retryBusy(busy(1000).call, "win32", wait)).toThrow("EBUSY");
    expect(waits.reduce((sum, each) => sum + each)).toBeLessThan(1500);
  });

  it("is not waited for elsewhere, nor when the error is another", () => {
    const first = busy(1);
    expect(() => retryBusy(first.call, "linux")).toThrow("EBUSY");
    const second = busy(1, "ENOSPC");
    expect(() => retryBusy(second.call, "win32")).toThrow("ENOSPC");
    expect([first.calls(), second.calls()]).toEqual([1, 1]);
  });

  it("is waited for in earnest", () => {
    expect(retryBusy(busy(1).call, "win32")).toBe("done");
  });
});
