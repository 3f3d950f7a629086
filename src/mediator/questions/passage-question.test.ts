import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import type { SessionEvent } from "../../model/events.ts";
import { gapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { applyEvents } from "../evolve/evolve.ts";
import { passageQuestion, readAsked, renderAsked } from "./passage-question.ts";

describe("the interview's question in its document", () => {
  it("is read back as it was asked, whatever the passages hold", () => {
    const line = fc.stringMatching(/^[^\r\n]{0,40}$/);
    const text = fc.oneof(
      fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")),
      fc.constantFrom("```passage\na\n```", "````", "a\n```asked"),
    );
    const asked = fc.record({
      question: fc.constantFrom("which of the two holds?", "What belongs there?"),
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

it("shows a severity that the User sets afterwards, and comes before the less severe ones", () => {
  const [first, second, third] = [gapId("FLOW", 1), gapId("FLOW", 2), gapId("FLOW", 3)];
  const { state } = paperSession({ gaps: [first, second, third].map((id) => makeGap({ id })) });
  const asking = { question: "Who?", passages: [{ text: "Owner: TBD", marks: ["TBD"] }] };
  const ask = (id: typeof first): SessionEvent => {
    return { type: "question_asked", question: passageQuestion(state, id, asking) };
  };
  const set = (gap: typeof first, severity: Severity): SessionEvent => {
    return { type: "gap_severity_set", gap, severity, by: "user", why: "safety" };
  };
  const asked = applyEvents(state, [ask(first), ask(second), ask(third)]);
  const shown = (...events: SessionEvent[]) =>
    applyEvents(asked, events).questions.map(({ header, about }) => `${about[0]} ${header}`);
  expect(shown(set(second, "CRITICAL"), set(third, "CRITICAL"))).toEqual([
    `${second} CRITICAL`,
    `${third} CRITICAL`,
    `${first} MEDIUM`,
  ]);
  expect(shown(set(first, "LOW"))).toEqual([`${second} MEDIUM`, `${third} MEDIUM`, `${first} LOW`]);
});

it("says where words go that have no place", () => {
  const id = gapId("FLOW", 1);
  const { state } = paperSession({ gaps: [makeGap({ id })] });
  const [add] = passageQuestion(state, id, { question: "Who pays?", passages: [] }).options;
  expect(add).toMatchObject({ id: "add", description: "Your words, at the end of its last section." });
});
