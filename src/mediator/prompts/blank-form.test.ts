import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import {
  engineerOrder,
  GAP,
  reviewerOrder,
  reviewState,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { readForm } from "../../documents/form/read-form.ts";
import { blankForm } from "./blank-form.ts";

const order = engineerOrder({ gaps: [GAP, "GAP-SEARCH-001"] });

function changesOf(form: string) {
  const { document } = readForm(form, "engineer");
  const resolutions = document.role === "engineer" ? document.resolutions : [];
  return resolutions.flatMap(({ changes }) => changes.map(({ number, place, old }) => [number, place, old]));
}

it("has the last version of a gap, else its passage, as changes that are numbered through", () => {
  const conflicts = "If two devices change one note, the server decides. TBD: how.";
  const form = blankForm(sampleState(), sampleKit(), order);
  expect(form).toContain("keeps the change with the higher version");
  expect(changesOf(form)).toEqual([
    [1, "2.1 Conflicts", conflicts],
    [2, "1.1 Search", "Search looks in titles and texts. Results come quickly."],
  ]);
});

it("has the passage again after fresh prompts were asked for, and a blank change where there is none", () => {
  const gaps = [GAP, "GAP-SYNC-003"] as const;
  const state = sampleState({ freshAfter: 9, gaps: sampleState().gaps.set(makeGap({ id: "GAP-SYNC-003" })) });
  const form = blankForm(state, sampleKit(), engineerOrder({ gaps }));
  expect(form).not.toContain("keeps the change with the higher version");
  expect(form).toMatch(/TBD: how\.\n```\n\n```new\n\[[\s\S]*\*\*Change 2: replace\*\* in "\[heading\]"/);
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
