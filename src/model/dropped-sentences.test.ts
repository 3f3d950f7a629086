import { expect, test } from "vitest";
import { droppedSentences } from "./dropped-sentences.ts";
import type { Question } from "./question.ts";

const dropped = (body: string, edit: string) =>
  droppedSentences(
    { evidence: [{ title: "", body }], options: [], fields: [{ id: "edit", marker: "TBD" }] } as unknown as Question,
    {
      options: ["edit"],
      fields: { edit },
    },
  );

const TWO = "The system shall export rows. The system shall log exports.";

test.each([
  ["words of a sentence that stays do not stand for another", TWO, "The system shall export rows to CSV.", 1],
  ["a reworded sentence is kept, the other named", TWO, "The system shall log all exports.", 0],
  [
    "a sentence may move",
    "Fees are due at once. Late fees are waived.",
    "Late fees are waived. Fees are due at once.",
    -1,
  ],
  [
    "the sentence of the marker is replaced",
    "It ends after TBD. Late fees are waived.",
    "Nobody pays. Late fees are waived.",
    -1,
  ],
  ["an abbreviation ends no sentence", "Use a format, e.g. plain CSV with tabs.", "Only JSON.", -1],
])("%s", (_, body, edit, at) => {
  const sentences = body.split(/(?<=\.) /);
  expect(dropped(body, edit)).toEqual(at === -1 ? [] : [sentences[at]]);
});
