import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../testing/make-gap.ts";
import { closedOverOpenIssues } from "./closed-over.ts";

describe("SPEC 9: closed over an open issue", () => {
  const gap = makeGap({ state: "ACCEPTED" });

  it.each(["ACCEPTED", "RESOLVED", "USER_DEFERRED", "WONT_FIX"] as const)("reports a gap that ended as %s", (state) => {
    const issue = makeIssue();
    expect(closedOverOpenIssues([{ ...gap, state }], [issue])).toEqual([{ gap: gap.id, state, issues: [issue] }]);
  });

  it.each([
    ["a gap that is still open", { ...gap, state: "PROPOSED" as const }, makeIssue()],
    ["an answered issue", gap, makeIssue({ state: "ANSWERED" })],
    ["a waived one", gap, makeIssue({ state: "WAIVED" })],
    ["a MEDIUM one", gap, makeIssue({ severity: "MEDIUM" })],
    ["one that is only noted", gap, makeIssue({ noted: true })],
    ["one of another gap", gap, makeIssue({ gap: "GAP-FLOW-009" })],
  ])("does not report %s", (_, one, issue) => {
    expect(closedOverOpenIssues([one], [issue])).toEqual([]);
  });
});
