import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { plainRound, ROLLED_BACK } from "../../../test/support/session-events.ts";
import type { GapId } from "../../model/ids.ts";
import { decide } from "../ledger-events.ts";
import { reapplyDecision } from "./reapply-decision.ts";

it("gives each gap the severity that the archived decision set for it (SPEC 13.3)", () => {
  const gaps: readonly GapId[] = ["GAP-FLOW-001", "GAP-FLOW-002", "GAP-FLOW-003"];
  const story = paperSession({ gaps: gaps.map((id) => makeGap({ id })) });
  plainRound(story, 1, "GAP-FLOW-003");
  const made = decide(story.state, {
    type: "severity",
    title: "Severities",
    gaps: gaps.slice(0, 2),
    decision: "the first matters less, the second more",
    severities: [
      { gap: "GAP-FLOW-001", severity: "LOW" },
      { gap: "GAP-FLOW-002", severity: "CRITICAL" },
    ],
  });
  story.record(made);
  story.record({ type: "rounds_rolled_back", to: 0, reason: "bad", archives: [], ...ROLLED_BACK });
  const reworded = reapplyDecision(story.state, { decision: made.decision.id, text: "both are HIGH" });
  expect(reworded).toEqual({ problem: expect.any(String), fix: expect.stringContaining("gap severity") });
  const result = reapplyDecision(story.state, { decision: made.decision.id });
  const set = "events" in result ? result.events.filter(({ type }) => type === "gap_severity_set") : [];
  expect(set).toMatchObject([
    { gap: "GAP-FLOW-001", severity: "LOW", by: "user" },
    { gap: "GAP-FLOW-002", severity: "CRITICAL", by: "user" },
  ]);
});
