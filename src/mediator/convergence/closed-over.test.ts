import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { gapId } from "../../model/ids.ts";
import { applyCommand } from "../commands/apply-command.ts";

const GAP = gapId("FLOW", 1);

describe("a gap that ends over an unanswered issue (SPEC 9)", () => {
  it.each(["gap-defer", "gap-wont-fix"] as const)("%s: is reported, with the serious issues only", (type) => {
    const severities = ["HIGH", "LOW"] as const;
    const session = paperSession({
      gaps: [makeGap({ id: GAP })],
      issues: (round) => (round === 1 ? severities.map((severity) => ({ gap: GAP, severity })) : []),
    });
    session.runUntil(({ round }) => round?.number === 2);
    const done = applyCommand(session.state, { type, gaps: GAP, reason: "later" }, "2026-01-12T14:30:00Z");
    session.record(...(done.ok ? done.events : []));
    session.runUntil(({ records }) => records.length === 2);
    const notes = session.state.recent[1]?.notes.filter(({ kind }) => kind === "closed-over-open-issue");
    expect(notes).toMatchObject([{ gap: GAP, issue: "ISSUE-R1-001" }]);
  });
});
