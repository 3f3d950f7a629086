import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeIssue } from "../../test/support/make-gap.ts";
import { issueState } from "./issue.ts";
import { holdsBack, issueTransitionProblem, isUnsettled } from "./issue-state.ts";
import { isBlocking, SEVERITIES } from "./severity.ts";

const anyIssue = fc
  .record({
    state: fc.constantFrom(...issueState.options),
    severity: fc.constantFrom(...SEVERITIES),
    noted: fc.boolean(),
  })
  .map(makeIssue);

describe("SPEC 3.6, the ledger of issues", () => {
  it.each([
    ["OPEN", "ANSWERED"],
    ["ANSWERED", "VERIFIED"],
    ["ANSWERED", "NOT_FIXED"],
    ["NOT_FIXED", "ANSWERED"],
    ["OPEN", "DISPUTED"],
    ["DISPUTED", "OPEN"],
    ["DISPUTED", "WAIVED"],
    ["OPEN", "WITHDRAWN"],
    ["OPEN", "LOWERED"],
  ] as const)("%s goes to %s", (state, to) => {
    expect(issueTransitionProblem(makeIssue({ state }), to)).toBeUndefined();
  });

  it.each([
    ["VERIFIED", "ANSWERED"],
    ["VERIFIED", "DISPUTED"],
    ["WAIVED", "VERIFIED"],
    ["WITHDRAWN", "ANSWERED"],
    ["DISPUTED", "ANSWERED"],
    ["OPEN", "OPEN"],
  ] as const)("%s does not go to %s", (state, to) => {
    expect(issueTransitionProblem(makeIssue({ state }), to)).toBe(`ISSUE-R1-001 cannot go from ${state} to ${to}`);
  });

  it("every state can be reached, and every settled issue can be opened again", () => {
    for (const state of issueState.options) {
      const before = issueState.options.filter(
        (from) => issueTransitionProblem(makeIssue({ state: from }), state) === undefined,
      );
      expect(before.length).toBeGreaterThan(0);
      const issue = makeIssue({ state });
      if (!isUnsettled(issue)) expect(issueTransitionProblem(issue, "OPEN")).toBeUndefined();
    }
  });

  it("a CRITICAL or HIGH issue holds its gap back while it is OPEN, ANSWERED, NOT_FIXED or DISPUTED, unless only noted", () => {
    fc.assert(
      fc.property(anyIssue, (issue) => {
        const pending = ["OPEN", "ANSWERED", "NOT_FIXED", "DISPUTED"].includes(issue.state);
        expect(holdsBack(issue)).toBe(pending && isBlocking(issue.severity) && !issue.noted);
      }),
    );
  });
});
