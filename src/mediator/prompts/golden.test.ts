import { describe, expect, it } from "vitest";
import {
  engineerOrder,
  failed,
  longState,
  material,
  POLISHED,
  polishState,
  reviewerOrder,
  reviewState,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { buildPrompt } from "../build-prompt.ts";

const NEAREST = `Change 1 looks for:
If two devices change a note, the server decides.
The nearest passage is, in "2.1 Conflicts":
If two devices change one note, the server decides. TBD: how.`;

// The words of the prompts are the product's craft: a change of them is seen whole, and meant.
describe("prompts as sent", () => {
  it.each([
    ["engineer-revision", sampleState(), engineerOrder(), material()],
    ["engineer-first", sampleState(), engineerOrder({ gaps: ["GAP-SEARCH-001"], round: 1 }), material()],
    ["engineer-long-spec", longState(), engineerOrder(), material()],
    [
      "engineer-retry",
      sampleState(),
      engineerOrder({ attempt: 2, failure: failed("CHANGE_DOES_NOT_APPLY", { details: [NEAREST] }) }),
      material(),
    ],
    ["engineer-uncertain", sampleState(), engineerOrder({ attempt: 2, uncertain: true }), material()],
    ["polish", polishState(), engineerOrder({ gaps: POLISHED }), material()],
    ["polish-review", polishState(true), reviewerOrder(), material()],
    ["reviewer", reviewState(), reviewerOrder(), material()],
    [
      "reviewer-retry",
      reviewState(),
      reviewerOrder({ attempt: 3, failure: failed("PARTIAL_REVIEW", { offending: ["ISSUE-R3-001"] }) }),
      material(),
    ],
    ["final-review", sampleState(), reviewerOrder({ gaps: [] }), material()],
    ["survey", sampleState(), reviewerOrder({ gaps: [], round: 0 }), material()],
  ] as const)("%s", async (name, state, order, given) => {
    const role = name === "final-review" || name === "survey" ? name : order.role;
    const prompt = buildPrompt(state, { ...order, role }, given);
    await expect(`${prompt.preface}\n\n${prompt.prompt}\n`).toMatchFileSnapshot(`golden/${name}.md`);
  });
});
