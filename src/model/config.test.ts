import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizedLimits } from "./config.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";

describe("sizedLimits", () => {
  test.each([
    [0, 2, 8, 10],
    [9, 2, 8, 10],
    [10, 3, 12, 10],
    [17, 3, 12, 11],
    [30, 3, 12, 18],
    [31, 4, 16, 19],
    [1000, 4, 16, 50],
  ])("SPEC 11, 12: %i initial gaps give stall %i, divergence %i, %i rounds", (gaps, stall, divergence, rounds) => {
    expect(sizedLimits(DEFAULT_CONFIG, gaps)).toEqual({
      stallThreshold: stall,
      divergenceThreshold: divergence,
      maxRounds: rounds,
    });
  });

  test("what the person set wins over the preset", () => {
    const config = { ...DEFAULT_CONFIG, stallThreshold: 7, divergenceThreshold: 9, maxRounds: 3 };
    expect(sizedLimits(config, 100)).toEqual({ stallThreshold: 7, divergenceThreshold: 9, maxRounds: 3 });
  });

  test("the round limit never passes the hard limit", () => {
    const limit = fc.integer({ min: 1, max: 500 });
    fc.assert(
      fc.property(
        fc.nat(100_000),
        limit,
        fc.oneof(limit, fc.constant("auto" as const)),
        (gaps, hardLimit, maxRounds) => {
          expect(sizedLimits({ ...DEFAULT_CONFIG, hardLimit, maxRounds }, gaps).maxRounds).toBeLessThanOrEqual(
            hardLimit,
          );
        },
      ),
    );
  });
});
