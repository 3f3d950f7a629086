import { expect, test } from "vitest";
import { makeGap } from "../../test/support/make-gap.ts";
import { paperSession } from "../../test/support/paper-session.ts";
import { mergeEvents } from "../mediator/working-spec/author-edits.ts";
import { gapId } from "../model/ids.ts";
import { previewAnswer } from "./preview-answer.ts";

const SOURCE = "# Store\n\nIt keeps entries for a while.\n";
const CHANGE = { number: 1, kind: "replace", place: "Store", old: "for a while", new: "for 15 minutes" } as const;

/** Both the author and an accepted change touched the same words, and the person is asked. */
function overlapping() {
  const session = paperSession({
    gaps: [makeGap({ id: gapId("FLOW", 1) }), makeGap({ id: gapId("FLOW", 2), text: "Another matter." })],
    source: SOURCE,
    issues: (round) => (round === 1 ? [{ gap: gapId("FLOW", 2), severity: "HIGH" }] : []),
    engineerDigest: (digest) => ({
      ...digest,
      proposals: digest.proposals.map(({ noChange: _, ...proposal }) => ({
        ...proposal,
        changes: proposal.gap === gapId("FLOW", 1) ? [CHANGE] : [],
      })),
    }),
  });
  session.runUntil((state) => state.records.length === 1);
  const newest = [{ path: "paper.md", text: SOURCE.replace("for a while", "for an hour") }];
  session.record(...mergeEvents(session.state, newest));
  session.runUntil((state) => state.questions.length > 0);
  return session.state;
}

test.each([
  ["mine", {}, []],
  ["change", {}, ["-It keeps entries for an hour.", "+It keeps entries for 15 minutes."]],
  ["own", { text: "It keeps them." }, ["-It keeps entries for an hour.", "+It keeps them."]],
])("the answer %j to an overlap is shown as the diff that it makes", async (option, fields, expected) => {
  const state = overlapping();
  const [question] = state.questions;
  if (question?.kind !== "merge-overlap") throw new Error("another question is asked");
  const lines = await previewAnswer(state, question, { question: question.id, options: [option], fields, via: "page" });
  expect(lines?.filter(({ sign }) => sign !== " ").map(({ sign, text }) => `${sign}${text}`)).toEqual(expected);
});
