import { describe, expect, test } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { asAnswer, isFor, parseAnswersFile } from "./answers-file.ts";

function problem(content: string): WhetstoneError {
  try {
    parseAnswersFile(content, "answers.yaml");
  } catch (error) {
    if (error instanceof WhetstoneError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("parseAnswersFile", () => {
  test("reads YAML, with one option or several, for one id or several", () => {
    const content = [
      "answers:",
      "  - kind: conflict",
      "    about: [GAP-FLOW-001, ISSUE-R2-001]",
      "    option: A",
      "  - id: Q-R3-002",
      "    about: GAP-AUTH-001",
      "    options: [x, y]",
      "    fields:",
      "      why: |",
      "        because",
      "    always: true",
    ].join("\n");
    expect(parseAnswersFile(content, "a.yaml")).toEqual([
      {
        kind: "conflict",
        about: ["GAP-FLOW-001", "ISSUE-R2-001"],
        options: ["A"],
        fields: {},
        always: false,
        place: "a.yaml:2",
      },
      {
        id: "Q-R3-002",
        about: ["GAP-AUTH-001"],
        options: ["x", "y"],
        fields: { why: "because\n" },
        always: true,
        place: "a.yaml:5",
      },
    ]);
  });

  test("reads JSON and a bare list the same way", () => {
    const entry = { kind: "divergence", option: "pause" };
    const [fromObject] = parseAnswersFile(JSON.stringify({ answers: [entry] }, undefined, "\t"), "a.json");
    const [fromList] = parseAnswersFile(JSON.stringify([entry]), "a.json");
    expect(fromObject).toMatchObject({ kind: "divergence", options: ["pause"], place: "a.json:3" });
    expect(fromList).toMatchObject({ kind: "divergence", options: ["pause"], place: "a.json:1" });
  });

  test("a number is words, with every digit that was written", () => {
    const [{ fields } = { fields: {} }] = parseAnswersFile("- about: GAP-X-001\n  fill: 1.10\n", "a.yaml");
    expect(fields).toEqual({ fill: "1.10" });
  });

  test("an empty file has no answers; words that YAML 1.1 takes for booleans stay words", () => {
    expect(parseAnswersFile("", "a.yaml")).toEqual([]);
    expect(parseAnswersFile("- { kind: finish, option: no }", "a.yaml")[0]?.options).toEqual(["no"]);
  });

  test.each([
    [
      "answers:\n  - kind: conflikt\n    option: A",
      "answers.yaml:2:11",
      "kind is not valid; expected: one of confirm-agent",
    ],
    ["- kind: conflict\n  option: true", "answers.yaml:2:11", "option is not valid; expected: text"],
    ["- kind: conflict\n  fields:\n    why: true", "answers.yaml:3:10", "fields.why is not valid; expected: text"],
    ["- kind: conflict\n  opton: A", "answers.yaml:1:3", 'unknown key "opton"; allowed: id, kind, about'],
    ["# mine\nanwsers:\n  - kind: conflict", "answers.yaml:2:1", 'unknown key "anwsers"; allowed: answers'],
    ["- option: A", "answers.yaml:1:3", "which question it is for"],
    ["- kind: conflict", "answers.yaml:1:3", "to say what it is"],
    ["- kind: conflict\n  option: A\n  options: [B]", "answers.yaml:1:3", "not both"],
    ["- kind: a\n  kind: b", "answers.yaml:2:3", "keys must be unique"],
    ["- [", "answers.yaml:1:4", ""],
    ["just words", "answers.yaml:1:1", "the file is not valid; expected: a list of answers"],
    ["- about: a.md:2\n  edit: x\n  strike: true", "answers.yaml:1:3", "one option; this one has strike and edit"],
    ["- about: a.md:2\n  option: keep\n  fill: x", "answers.yaml:1:3", "one option; this one has keep and fill"],
  ])("%j is refused at %s", (content, target, message) => {
    const error = problem(content);
    expect(error.message).toContain(message);
    expect(error.target).toContain(target);
    expect(error.exitCode).toBe(2);
  });

  test("refuses a file that grows without bounds", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]`;
    expect(problem(bomb).message).toContain("cannot be read");
    expect(problem("#".repeat(1_000_001)).message).toContain("1 MB");
  });
});

describe("isFor", () => {
  const entry = (content: string) => parseAnswersFile(`- { option: A, ${content} }`, "a.yaml")[0];

  test.each([
    ["kind: conflict", true],
    ["kind: flag", false],
    ["id: Q-R3-001", true],
    ["id: Q-R3-002", false],
    ["about: ISSUE-R2-001", true],
    ["about: Q-R3-001", true],
    ["about: Q-R3-002", false],
    ["about: [ISSUE-R2-001, GAP-FLOW-001]", true],
    ["about: [ISSUE-R2-001, GAP-FLOW-002]", false],
    ["kind: conflict, about: GAP-FLOW-002", false],
  ])("{ %s } is for the question: %s", (content, expected) => {
    const prepared = entry(content);
    expect(prepared && isFor(prepared, sampleQuestion())).toBe(expected);
  });
});

describe("asAnswer", () => {
  const plain = { description: "", effect: "", label: "" };
  const question = sampleQuestion({
    kind: "input",
    evidence: [5, 9].map((line) => ({ title: "", body: `Line ${line}.`, where: `spec.md:${line}` })),
    options: ["edit", "edit-2", "strike", "strike-2"].map((id) => ({
      ...plain,
      id,
      requires: id.startsWith("edit") ? [id] : [],
    })),
    fields: [],
  });

  test.each([
    ["about: spec.md:9, strike: true", ["strike-2"], {}],
    ["about: spec.md:5, strike: true", ["strike"], {}],
    ["about: GAP-FLOW-001, edit: New.", ["edit"], { edit: "New." }],
    ["about: spec.md:9, edit: New.", ["edit-2"], { "edit-2": "New." }],
  ])("of two passages { %s } means the one that it names", (content, options, fields) => {
    const [prepared] = parseAnswersFile(`- { ${content} }`, "a.yaml");
    expect(prepared && asAnswer(prepared, question)).toMatchObject({ options, fields });
  });
});
