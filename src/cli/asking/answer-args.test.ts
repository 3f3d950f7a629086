import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { givenAnswer, parseAnswerArgs } from "./answer-args.ts";

describe("parseAnswerArgs", () => {
  test("without an answer in the words the person is asked", () => {
    expect(parseAnswerArgs(undefined, {})).toEqual({ type: "ask", question: undefined });
  });

  test("reads options and fields; a text may hold an equals sign", () => {
    expect(parseAnswerArgs("Q-R3-001", { option: ["B"], field: ["why=a=b"] })).toEqual({
      type: "given",
      question: "Q-R3-001",
      options: ["B"],
      fields: { why: "a=b" },
    });
  });

  test("a file goes alone", () => {
    expect(parseAnswerArgs(undefined, { file: "a.yaml" })).toEqual({
      type: "file",
      question: undefined,
      file: "a.yaml",
    });
    expect(() => parseAnswerArgs(undefined, { file: "a.yaml", option: ["B"] })).toThrow("does not go with");
  });

  test.each([["why"], ["=x"]])("the field %j is refused", (field) => {
    expect(() => parseAnswerArgs(undefined, { field: [field] })).toThrow("ID=TEXT");
  });

  test("a field given twice is refused", () => {
    expect(() => parseAnswerArgs(undefined, { field: ["a=1", "a=2"] })).toThrow("twice");
  });
});

describe("givenAnswer", () => {
  const given = (options: string[], fields = {}) => ({ type: "given", question: undefined, options, fields }) as const;

  test("is the answer when it fits", () => {
    expect(givenAnswer(given(["B"], { why: "x" }), sampleQuestion())).toMatchObject({ options: ["B"], via: "command" });
  });

  test("SPEC 14: an answer that does not fit is refused with the reason", () => {
    expect(() => givenAnswer(given(["C"]), sampleQuestion())).toThrow('there is no option "C"; choose from: A, B');
  });
});
