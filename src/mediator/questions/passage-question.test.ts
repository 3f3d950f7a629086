import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import { passageQuestion, readAsked, renderAsked } from "./passage-question.ts";

describe("the interview's question in its document", () => {
  it("is read back as it was asked, whatever the passages hold", () => {
    const line = fc.stringMatching(/^[^\r\n]{0,40}$/);
    const text = fc.oneof(
      fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")),
      fc.constantFrom("```passage\na\n```", "````", "a\n```asked"),
    );
    const asked = fc.record({
      question: fc.constantFrom('section "Limits": which of the two holds?', "What belongs there?"),
      passages: fc.array(fc.record({ text, marks: fc.array(fc.string(), { maxLength: 2 }) }), { maxLength: 2 }),
      fill: fc.string({ minLength: 1 }),
    });
    fc.assert(
      fc.property(asked, (value) => {
        expect(readAsked(renderAsked(value))).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  it("is not seen in a question of another Engineer", () => {
    expect(readAsked("How long are logs kept?")).toBeUndefined();
    expect(readAsked("```asked\nnot json\n```")).toBeUndefined();
  });
});

it("says where words go that have no place", () => {
  const id = gapId("FLOW", 1);
  const { state } = paperSession({ gaps: [makeGap({ id })] });
  const [add] = passageQuestion(state, id, { question: "Who pays?", passages: [] }).options;
  expect(add).toMatchObject({ id: "add", description: "Your words, at the end of its last section." });
});
