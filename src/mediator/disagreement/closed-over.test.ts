import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../testing/make-gap.ts";
import { closedOverOpenIssues } from "./closed-over.ts";

describe("a gap that ends over an unanswered issue (SPEC 9)", () => {
  it("is reported when it is deferred or closed, with the serious issues that nobody answered", () => {
    const issues = [
      makeIssue(),
      makeIssue({ id: "ISSUE-R1-002", state: "ANSWERED" }),
      makeIssue({ id: "ISSUE-R1-003", severity: "LOW" }),
    ];
    const closed = (state: "USER_DEFERRED" | "WONT_FIX" | "ACCEPTED") =>
      closedOverOpenIssues([makeGap({ state })], issues);
    expect(closed("WONT_FIX")).toMatchObject([{ gap: "GAP-FLOW-001", id: "ISSUE-R1-001" }]);
    expect(closed("USER_DEFERRED")).toHaveLength(1);
    expect(closed("ACCEPTED")).toEqual([]);
  });
});
