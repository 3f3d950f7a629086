import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { applyCommand } from "../commands/apply-command.ts";
import type { Command } from "../commands/command.ts";
import { unusedGapIds } from "../queries.ts";
import { renderDecisions } from "../records/render-decisions.ts";

const FLOW = "GAP-FLOW-001";
const change = {
  number: 1,
  kind: "replace",
  place: "Paper",
  old: "It waits.",
  new: "It waits ten days.",
  line: 1,
} as const;
const RETRY = { way: "same", adjustments: [] } as const;
const added = (title: string): Command => ({
  type: "gap-add",
  title,
  text: title,
  severity: "LOW",
  category: "PAY",
  dependsOn: [],
});

/** Round 1 settled a gap, and the User added a gap and commented on two lines before they undo it. */
function undone() {
  const session = paperSession({
    source: "# Paper\n\nIt waits.\n\nIt goes on.\n",
    gaps: [makeGap({ id: FLOW }), makeGap({ id: "GAP-FLOW-002", text: "the other" })],
    config: { parallelGaps: 1 },
    engineerDigest: (digest, round) =>
      round > 1
        ? digest
        : { ...digest, proposals: digest.proposals.map((proposal) => ({ ...proposal, changes: [change] })) },
    newGaps: (role, round) =>
      role === "engineer" && round === 1
        ? [{ id: "GAP-PAY-007", title: "a fee", text: "a fee", severity: "HIGH", dependsOn: [], line: 1 }]
        : [],
  });
  const does = (command: Command) => {
    const result = applyCommand(session.state, command, session.state.at);
    if (!result.ok) expect.unreachable(result.problem);
    session.record(...result.events);
  };
  session.runUntil(({ records }) => records.length === 1);
  does(added("a refund"));
  does({ type: "issue-add", text: "Ten is too long.", severity: "HIGH", at: { line: 3 } });
  does({ type: "rollback", rounds: 1, reason: "bad", retry: RETRY });
  session.runUntil(({ rollback }) => rollback === undefined);
  return { session, does };
}

it("keeps the gap that the User added in an undone round, under its id (SPEC 13.1)", () => {
  const { session } = undone();
  expect(session.state.gaps.get("GAP-PAY-008")).toMatchObject({ title: "a refund", state: "OPEN", origin: "user" });
  expect(session.state.gaps.has("GAP-PAY-007")).toBe(false);
});

it("names the User's comment on words that were undone", () => {
  const { session } = undone();
  expect(session.state.issues.size).toBe(0);
  expect(renderDecisions(session.state)).toContain("ISSUE-R1-001 (Ten is too long.)");
});

it("gives the id of an undone gap to no other gap (SPEC 3.1)", () => {
  const { session, does } = undone();
  expect(unusedGapIds(session.state).claim("GAP-PAY-007")).toBe(false);
  does(added("a discount"));
  expect(session.state.gaps.get("GAP-PAY-009")?.title).toBe("a discount");
});
