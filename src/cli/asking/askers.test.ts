import { describe, expect, test, vi } from "vitest";
import { sampleQuestion } from "../../../test/support/sample-question.ts";
import type { Question } from "../../model/question.ts";
import { type AnswersFileOptions, createAnswersFileAsker, parseAnswersFile } from "./answers-file.ts";
import { recommendedAnswer, recommendedAsker } from "./create-asker.ts";

const never = new AbortController().signal;
const fromFile = (content: string, options: AnswersFileOptions = {}) =>
  createAnswersFileAsker(parseAnswersFile(content, "a.yaml"), options);

describe("the answers file", () => {
  test("gives the first entry that is meant for the question", async () => {
    const asker = fromFile("- { kind: flag, option: A }\n- { kind: conflict, option: A }");
    expect(await asker.ask(sampleQuestion(), never)).toEqual({
      question: "Q-R3-001",
      options: ["A"],
      fields: {},
      via: "answers-file",
    });
  });

  test("uses an entry once, and one with always again and again", async () => {
    const once = fromFile("- { kind: conflict, option: A }");
    expect(await once.ask(sampleQuestion(), never)).not.toBe("later");
    expect(await once.ask(sampleQuestion({ id: "Q-R3-002" }), never)).toBe("later");
    const always = fromFile("- { kind: conflict, option: A, always: true }");
    await always.ask(sampleQuestion(), never);
    expect(await always.ask(sampleQuestion({ id: "Q-R3-002" }), never)).not.toBe("later");
  });

  test("passes over an entry that does not fit, says so, and keeps it for another question", async () => {
    const onMisfit = vi.fn();
    const asker = fromFile("- { kind: conflict, option: B }\n- { kind: conflict, option: A }", { onMisfit });
    expect(await asker.ask(sampleQuestion(), never)).toMatchObject({ options: ["A"] });
    expect(onMisfit).toHaveBeenCalledWith(
      expect.objectContaining({ place: "a.yaml:1" }),
      expect.anything(),
      '"Why" is required',
    );
    const fitting = sampleQuestion({ id: "Q-R4-001", options: [{ id: "B", label: "", description: "", effect: "" }] });
    expect(await asker.ask(fitting, never)).toMatchObject({ options: ["B"] });
  });

  test("does not give a refused answer again", async () => {
    const asker = fromFile("- { kind: conflict, option: A, always: true }");
    await asker.ask(sampleQuestion(), never);
    expect(await asker.ask(sampleQuestion(), never, "not this one")).toBe("later");
  });

  test("SPEC 12: gives exact words only when the file has them in full", async () => {
    const gate = sampleQuestion({
      kind: "warning-gate",
      options: [],
      fields: [{ id: "words", label: "Words", required: true, exactText: "I acknowledge" }],
      personOnly: true,
    });
    expect(await fromFile("- { kind: warning-gate, fields: { words: i acknowledge } }").ask(gate, never)).toBe("later");
    expect(await fromFile("- { kind: warning-gate, fields: { words: I acknowledge } }").ask(gate, never)).toMatchObject(
      {
        fields: { words: "I acknowledge" },
      },
    );
  });

  test("an entry that answered before the process was started anew stays used up", async () => {
    const question = sampleQuestion();
    const answer = { question: question.id, options: ["A"], fields: {}, via: "answers-file" as const };
    const content = "- { kind: conflict, option: A }\n- { kind: conflict, option: B, fields: { why: second } }";
    const asker = fromFile(content, { given: [{ question, answer }] });
    expect(await asker.ask(sampleQuestion({ id: "Q-R4-001" }), never)).toMatchObject({ fields: { why: "second" } });
  });
});

describe("policies", () => {
  test("recommended takes the recommended option", () => {
    expect(recommendedAnswer(sampleQuestion({ kind: "divergence" }))).toEqual({
      question: "Q-R3-001",
      options: ["A"],
      fields: {},
      via: "policy",
      policy: "recommended",
    });
  });

  test("SPEC 10.2: no policy decides a conflict, whatever is recommended", () => {
    expect(recommendedAnswer(sampleQuestion())).toBe("later");
  });

  const recommended = (id: string) => ({ id, label: "", description: "", effect: "", recommended: true });
  test("recommended takes all recommended options where several may be chosen, and prefilled fields", () => {
    const question = sampleQuestion({
      kind: "inventory",
      options: [recommended("a"), recommended("b")],
      fields: [{ id: "n", label: "N", required: true, initial: "5" }],
      multiple: true,
    });
    expect(recommendedAnswer(question)).toMatchObject({ options: ["a", "b"], fields: { n: "5" } });
  });

  test.each<[string, Partial<Question>]>([
    ["is the person's alone", { personOnly: true }],
    ["recommends nothing", { options: [{ id: "A", label: "", description: "", effect: "" }] }],
    ["needs words that are not there", { fields: [{ id: "why", label: "Why", required: true }] }],
    ["needs exact words", { fields: [{ id: "w", label: "W", required: true, exactText: "yes", initial: "yes" }] }],
    ["has no options", { options: [], fields: [{ id: "w", label: "W", required: false }] }],
  ])("SPEC 14: recommended leaves to the person what %s", (_, changes) => {
    expect(recommendedAnswer(sampleQuestion(changes))).toBe("later");
  });

  const plain = (id: string) => ({ id, label: "", description: "", effect: "" });
  test.each<[Question["kind"], string[], string]>([
    ["input", ["give", "defer", "other"], "defer"],
    ["conflict", ["decide", "limitation"], "limitation"],
    ["nothing-to-do", ["resume-deferred", "accept", "pause"], "accept"],
    ["warning-gate", ["accept", "back"], "accept"],
  ])("SPEC 16.4: where %s recommends none of %j, recommended goes on by %s", (kind, ids, taken) => {
    const question = sampleQuestion({ kind, options: ids.map(plain), fields: [] });
    expect(recommendedAnswer(question)).toMatchObject({ options: [taken] });
  });

  test("an answer that was refused is not given again", async () => {
    expect(await recommendedAsker.ask(sampleQuestion(), never, "no")).toBe("later");
  });
});
