import { describe, expect, it } from "vitest";
import {
  engineerOrder,
  failed,
  LONG_SOURCE,
  material,
  reviewerOrder,
  reviewState,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { buildPrompt } from "./build-prompt.ts";

// The words of the prompts are the product's craft: a change of them is seen whole, and meant.
describe("prompts as sent", () => {
  const long = material({ kit: sampleKit(LONG_SOURCE) });

  it.each([
    ["engineer-revision", sampleState(), engineerOrder(), material()],
    ["engineer-first", sampleState(), engineerOrder({ gaps: ["GAP-SEARCH-001"], round: 1 }), long],
    [
      "engineer-retry",
      sampleState(),
      engineerOrder({ attempt: 2, failure: failed("WRONG_FORMAT", { offending: ["**Confidence:**"] }) }),
      long,
    ],
    ["engineer-uncertain", sampleState(), engineerOrder({ attempt: 2, uncertainty: true }), long],
    ["reviewer", reviewState(), reviewerOrder(), material()],
    ["reviewer-retry", reviewState(), reviewerOrder({ attempt: 3, failure: failed("EMPTY_OUTPUT") }), long],
    ["final-review", sampleState(), reviewerOrder({ gaps: [] }), material({ draft: "# Notes service, finished\n" })],
    ["survey", sampleState(), reviewerOrder({ gaps: [], round: 0 }), long],
  ] as const)("%s", async (name, state, order, given) => {
    const role = name === "final-review" || name === "survey" ? name : order.role;
    const prompt = buildPrompt(state, { ...order, role }, given);
    await expect(`${prompt.preface}\n\n${prompt.prompt}\n`).toMatchFileSnapshot(`golden/${name}.md`);
  });
});
