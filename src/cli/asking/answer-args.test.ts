import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { parseAnswerArgs, toAnswer } from "../session/answer-question.ts";

describe("parseAnswerArgs", () => {
  test("are none without an option or a field", () => {
    expect(parseAnswerArgs({})).toBeUndefined();
  });

  test("are options and fields; a text may hold an equals sign", () => {
    expect(parseAnswerArgs({ option: ["B"], field: ["why=a=b"] })).toEqual({ options: ["B"], fields: { why: "a=b" } });
  });

  test.each([["why"], ["=x"]])("refuse the field %j", (field) => {
    expect(() => parseAnswerArgs({ field: [field] })).toThrow("ID=TEXT");
  });

  test("refuse a field that is given twice", () => {
    expect(() => parseAnswerArgs({ field: ["a=1", "a=2"] })).toThrow("twice");
  });
});

describe("toAnswer", () => {
  const given = (options: string[], fields = {}) => ({ options, fields });

  test("is the answer when it fits", () => {
    expect(toAnswer(given(["B"], { why: "x" }), sampleQuestion())).toMatchObject({ options: ["B"], via: "command" });
  });

  test("a text that is missing is named as it would be typed", () => {
    const options = [{ id: "add", label: "Add", description: "", effect: "", requires: ["why"] }];
    const question = { ...sampleQuestion(), options };
    expect(() => toAnswer(given(["add"]), question)).toThrow('add needs text: --field why="…"');
  });

  test("SPEC 14: an answer that does not fit is refused with the reason", () => {
    expect(() => toAnswer(given(["C"]), sampleQuestion())).toThrow('there is no option "C"; choose from: A, B');
  });
});
