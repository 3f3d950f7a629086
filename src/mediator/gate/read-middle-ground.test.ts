import { describe, expect, it } from "vitest";
import { readMiddleGround } from "./read-single-run.ts";

describe("the answer of an agent that was asked for a middle ground (SPEC 10.2)", () => {
  it("is one sentence, with or without the heading", () => {
    const sentence = { type: "sentence", text: "It is retried three times, then with a delay." };
    expect(readMiddleGround("## Middle Ground\n\nIt is retried three times,\nthen with a delay.\n")).toEqual(sentence);
    expect(readMiddleGround("It is retried three times, then with a delay.")).toEqual(sentence);
  });

  it.each(["NONE", "## Middle Ground\n\n**None.**\n"])("is none: %j", (text) => {
    expect(readMiddleGround(text)).toEqual({ type: "none" });
  });

  it.each(["", "## Middle Ground\n", "One.\n\nTwo.", `${"word ".repeat(200)}.`])("is a problem otherwise", (text) => {
    expect(readMiddleGround(text).type).toBe("problem");
  });
});
