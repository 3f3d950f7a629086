import { describe, expect, test } from "vitest";
import { createPaint, wantsColour } from "./paint.ts";

describe("wantsColour", () => {
  test.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
    [false, { FORCE_COLOR: "1" }, true],
    [false, { FORCE_COLOR: "" }, true],
    [true, { FORCE_COLOR: "0" }, false],
    [true, { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("terminal %s with %j: %s", (terminal, env, wanted) => {
    expect(wantsColour(terminal, env)).toBe(wanted);
  });
});

test("paint without colour gives the text as it is", () => {
  expect(createPaint(false).red("x")).toBe("x");
  expect(createPaint(true).red("x")).toBe("\u001b[31mx\u001b[39m");
});
