import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REPEATED_FROM, shingleSimilarity } from "./repeated-position.ts";

const POSITION =
  "Sessions expire after thirty minutes of inactivity, and the server deletes them at the next sweep; no refresh token is issued.";

describe("SPEC 10.5, shingle similarity", () => {
  it("of a text with itself is 1, whatever stands around it", () => {
    const anyWords = fc.array(fc.constantFrom("token", "server", "sweep", "deletes", "quota", "window"), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyWords, anyWords, (before, after) => {
        expect(shingleSimilarity(POSITION, `${before.join(" ")}. ${POSITION} ${after.join(" ")}`)).toBe(1);
      }),
    );
  });

  it("stays between 0 and 1, and is 0 of what has no word in common", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (position, text) => {
        const similarity = shingleSimilarity(position, text);
        expect(similarity >= 0 && similarity <= 1).toBe(true);
      }),
    );
    expect(shingleSimilarity(POSITION, "Colours follow the theme of the operating system.")).toBe(0);
    expect(shingleSimilarity("", POSITION)).toBe(0);
  });

  it.each([
    "A session expires after thirty minutes of inactivity; the server then deletes it at its next sweep. No refresh token is issued.",
    "Sessions will expire after thirty minutes of inactivity. The server deletes these sessions at the next sweep, and no refresh tokens are issued at all.",
  ])("reaches the threshold when reworded lightly: %s", (text) => {
    expect(shingleSimilarity(POSITION, text)).toBeGreaterThanOrEqual(REPEATED_FROM);
  });

  it.each([
    "Sessions do not expire by inactivity. A refresh token is issued at login, and the server revokes it when the person logs out.",
    "The server issues a refresh token with each session. After thirty minutes the client exchanges it; the sweep deletes tokens that were never exchanged.",
  ])("stays below it for another proposal on the same subject: %s", (text) => {
    expect(shingleSimilarity(POSITION, text)).toBeLessThan(REPEATED_FROM);
  });

  it("knows a position of one or two words", () => {
    expect(shingleSimilarity("Use SQLite.", "We use SQLite for the store.")).toBe(1);
    expect(shingleSimilarity("Use SQLite.", "We use files for the store.")).toBe(0);
  });
});
