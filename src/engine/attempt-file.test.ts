import { describe, expect, it } from "vitest";
import { memoryFiles } from "../testing/memory-files.ts";
import { attemptFile, findAnswer, hashOf } from "./attempt-file.ts";

const PATH = "round_001/attempts/reviewer-1.md";
const bytes = new TextEncoder().encode("## Review: GAP-NET-001\n");

describe("an answer that a process which died had whole", () => {
  it("is found under its name, and before it has one", async () => {
    const files = memoryFiles();
    const attempt = attemptFile(files, PATH);
    const sha256 = await attempt.complete(bytes);
    expect(await findAnswer(files, PATH, sha256)).toEqual(bytes);
    expect(await files.exists(PATH)).toBe(true);
    expect(await findAnswer(files, PATH, sha256)).toEqual(bytes);
    expect(await files.afterPowerLoss().read(PATH)).toEqual(bytes);
  });

  it("outlives a power cut when it is kept", async () => {
    const files = memoryFiles();
    const attempt = attemptFile(files, PATH);
    await attempt.complete(bytes);
    await attempt.keep();
    expect(await files.afterPowerLoss().read(PATH)).toEqual(bytes);
  });

  it("is not what a power cut left of it under its name", async () => {
    const files = memoryFiles();
    await files.writeAtomic(PATH, bytes.subarray(0, 5));
    expect(await findAnswer(files, PATH, hashOf(bytes))).toBeUndefined();
    expect(await findAnswer(files, PATH, undefined)).toBeUndefined();
  });
});
