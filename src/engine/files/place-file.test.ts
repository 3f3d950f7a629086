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
    expect(retryBusy("win32", busy(4, "EPERM").call, wait)).toBe("done");
    expect(waits.splice(0)).toEqual([10, 20, 40, 80]);
    expect(() => retryBusy("win32", busy(1000).call, wait)).toThrow("EBUSY");
    expect(waits.reduce((sum, each) => sum + each)).toBeLessThan(1500);
  });

  it("is not waited for elsewhere, nor when the error is another", () => {
    const first = busy(1);
    expect(() => retryBusy("linux", first.call)).toThrow("EBUSY");
    const second = busy(1, "ENOSPC");
    expect(() => retryBusy("win32", second.call)).toThrow("ENOSPC");
    expect([first.calls(), second.calls()]).toEqual([1, 1]);
  });

  it("is waited for in earnest", () => {
    expect(retryBusy("win32", busy(1).call)).toBe("done");
  });
});
