import { describe, expect, it } from "vitest";
import { wantedOf } from "./wanted.ts";

const issue = (text: string, more = {}) => ({ severity: "HIGH" as const, title: "A silent sensor", text, ...more });

describe("what an issue asks for", () => {
  it("is what was decided, else the suggestion with all that follows it", () => {
    const text = "A silent sensor\n- Suggestion: Raise an alarm.\n- after ten minutes";
    expect(wantedOf(issue(text, { suggestion: "Raise an alarm.", decided: "Ignore it." }))).toBe("Ignore it.");
    expect(wantedOf(issue(text, { suggestion: "Raise an alarm." }))).toBe("Raise an alarm.\n- after ten minutes");
  });

  it.each(["- Wanted: an alarm", "*Asked:* an alarm", "**What I'd expect:** an alarm", "Expected: an alarm"])(
    "is the field that says so: %s",
    (field) => {
      expect(wantedOf(issue(`A silent sensor\nA dead battery gives no reading.\n${field}`))).toMatch(/^\W*an alarm$/);
    },
  );

  it.each([
    "Raise an alarm after ten minutes.",
    "At least log it.",
    "Silence has to count as a failure.",
    "The silence of a sensor must be an alarm of its own.",
  ])("is the sentences that ask: %s", (sentence) => {
    expect(wantedOf(issue(`A silent sensor. A dead battery gives no reading. ${sentence}`))).toBe(sentence);
  });

  it("is nothing where the issue only tells what goes wrong", () => {
    expect(wantedOf(issue("A silent sensor. A dead battery gives no reading."))).toBe("");
  });
});
