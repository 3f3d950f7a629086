import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { isSameProof, requestProof } from "./request-proof.ts";

describe("the proof that a request is the person's", () => {
  it("is the same for the same text in every process, and another for another text or person", async () => {
    const folder = join(temporaryFolder(), "whetstone");
    const many = await Promise.all(Array.from({ length: 10 }, () => requestProof(folder).of("one")));
    expect(new Set(many).size).toBe(1);
    const [proof = ""] = many;
    expect(isSameProof(proof, (await requestProof(folder).of("one")) ?? "")).toBe(true);
    expect(await requestProof(folder).of("two")).not.toBe(proof);
    expect(await requestProof(temporaryFolder()).of("one")).not.toBe(proof);
    expect(isSameProof("", proof)).toBe(false);
  });

  it("has a key that only the person can read, and leaves nothing beside it", async () => {
    const folder = temporaryFolder();
    await requestProof(folder).of("one");
    expect(readdirSync(folder)).toEqual(["inbox.key"]);
    expect(readFileSync(join(folder, "inbox.key"), "utf8")).toMatch(/^[0-9a-f]{64}$/);
    if (process.platform !== "win32") expect(statSync(join(folder, "inbox.key")).mode & 0o077).toBe(0);
  });

  it("cannot be made where no key can be kept, or where it was spoiled", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    expect(await requestProof(join(folder, "file")).of("one")).toBeUndefined();
    writeFileSync(join(folder, "inbox.key"), "");
    expect(await requestProof(folder).of("one")).toBeUndefined();
  });
});
