import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { check } from "../../src/checks/check.ts";

/** Specs with known defects and traps. They are no part of the project: without them this suite says so and skips. */
const FOLDER = fileURLToPath(new URL("../../../shared/seeded/", import.meta.url));
const isThere = existsSync(`${FOLDER}score.mjs`);

describe.skipIf(!isThere)("the seeded specs (../shared/seeded; skipped where it is absent)", () => {
  test("precision, recall, traps and state machines hold", async () => {
    const { score } = await import(`${FOLDER}score.mjs`);
    const findings = readdirSync(`${FOLDER}dev`)
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        check(readFileSync(`${FOLDER}dev/${file}`, "utf8")).map(({ line, type }) => ({ file, line, rule: type })),
      );
    const { overall, traps, perType } = score(findings, { dir: "dev" });
    expect(overall.strict.precision).toBeGreaterThanOrEqual(0.85);
    expect(overall.strict.recall).toBeGreaterThanOrEqual(0.8);
    expect(traps.flagged).toBeLessThanOrEqual(5);
    for (const type of ["state-unreachable", "state-no-exit", "state-nondeterministic", "state-undefined"]) {
      expect([type, perType[type].strict.precision, perType[type].strict.recall]).toEqual([type, 1, 1]);
    }
  });
});
