import { describe, expect, it } from "vitest";
import { memoryFiles } from "../testing/memory-files.ts";
import { hashOf } from "./files/exact-text.ts";
import { findAnswer, partFile } from "./run-outcome.ts";

const PATH = "round_001/attempts/reviewer-1.md";
const bytes = new TextEncoder().encode("## Review: GAP-NET-001\n");

describe("an answer that a process which died had whole", () => {
  it("is found under its name, and outlives a power cut then", async () => {
    const files = memoryFiles();
    await files.writeAtomic(PATH, bytes);
    expect(await findAnswer(files, PATH, hashOf(bytes))).toEqual(bytes);
    expect(await files.afterPowerLoss().read(PATH)).toEqual(bytes);
  });

  it("is not what a power cut left of it under its name", async () => {
    const files = memoryFiles();
    await files.writeAtomic(PATH, bytes.subarray(0, 5));
    expect(await findAnswer(files, PATH, hashOf(bytes))).toBeUndefined();
    expect(await findAnswer(files, PATH, undefined)).toBeUndefined();
  });
});

describe("an answer that is not whole yet", () => {
  it("can be seen while it comes, begins anew where it was not the document, and goes when the answer stands", async () => {
    const files = memoryFiles();
    const part = partFile(files, PATH);
    await part.write("Let me think.");
    await part.restart();
    await part.write("## Review");
    await part.write(": GAP");
    expect(await files.readText(`${PATH}.part`)).toBe("## Review: GAP");
    await part.remove();
    expect(await files.exists(`${PATH}.part`)).toBe(false);
  });
});
