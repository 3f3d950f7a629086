import { expect, it } from "vitest";
import {
  engineerOrder,
  GAP,
  reviewerOrder,
  reviewState,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { blankForm } from "./blank-form.ts";

const order = engineerOrder({ gaps: [GAP, "GAP-SEARCH-001"] });

it("has a change for each gap, numbered through", () => {
  expect(blankForm(sampleState(), sampleKit(), order).match(/Change \d/g)).toEqual(["Change 1", "Change 2"]);
});

it("has an answer for each issue that must be answered", () => {
  const form = blankForm(sampleState(), sampleKit(), order);
  expect(form.match(/^## Response to .*$/gm)).toEqual([
    "## Response to ISSUE-R3-001",
    "## Response to ISSUE-R3-004",
    "## Response to ISSUE-R3-002",
  ]);
});

it("says once how to review, and has the form of a run that is about no gap", () => {
  const review = blankForm(reviewState(), sampleKit(), reviewerOrder({ gaps: [GAP, "GAP-SEARCH-001"] }));
  expect(review.match(/^## Review: .*|To approve/gm)).toEqual([
    `## Review: ${GAP}`,
    "To approve",
    "## Review: GAP-SEARCH-001",
  ]);
  const final = { ...reviewerOrder({ gaps: [] }), role: "final-review" as const };
  expect(blankForm(sampleState(), sampleKit(), final)).toContain("## Final Review");
});
