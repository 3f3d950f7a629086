import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import { type PaperSession, paperSession } from "../../../test/support/paper-session.ts";
import {
  engineerDigest,
  joined,
  plainRound,
  reviewerDigest,
  roundRecord,
  runEvents,
} from "../../../test/support/session-events.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { renderRoundLog } from "./render-round-log.ts";
import { renderSummary } from "./render-summary.ts";

const FLOW = "GAP-FLOW-001";

function changed(to: Gap["state"], actor: "mediator" | "engineer" | "reviewer"): SessionEvent {
  return { type: "gap_changed", gap: FLOW, to, actor, why: `now ${to}` };
}

/** A round that ends with a HIGH issue, a new gap, a flag, a conflict and a note. */
function troubledRound(): PaperSession {
  const story = paperSession({ gaps: [makeGap(), makeGap({ id: "GAP-DB-001", severity: "HIGH", title: "Index" })] });
  story.record(
    { type: "round_opened", round: 1, assigned: [FLOW], carriedOver: [] },
    changed("IN_PROGRESS", "mediator"),
  );
  story.record(...runEvents({ run: "R1-e-1", gaps: [FLOW], failure: "EMPTY_OUTPUT", message: "nothing came" }));
  story.record(...runEvents({ run: "R1-e-2", gaps: [FLOW], attempt: 2 }));
  story.record(joined(1, engineerDigest([FLOW])), changed("PROPOSED", "engineer"));
  story.record({ type: "violation_found", run: "R1-e-2", path: "status.md", what: "changed" });
  story.record({
    type: "disagreement_measured",
    round: 1,
    rate: { round: 1, blocking: 4, disagreed: 1, action: "WARN_USER" },
    flags: [
      {
        id: "FLAG-R1-001",
        issue: "ISSUE-R1-001",
        gap: FLOW,
        severity: "HIGH",
        round: 1,
        confidence: "HIGH",
        heuristics: ["H1"],
        evidence: [{ what: "not named", where: "round_001/engineer.md", line: 4 }],
        outcome: "raised",
      },
    ],
  });
  story.record(
    joined(1, reviewerDigest([FLOW], { verdicts: [{ gap: FLOW, value: "NEEDS_REVISION" }] })),
    { type: "issue_raised", issue: makeIssue({ late: true, anchored: false }) },
    changed("NEEDS_REVISION", "reviewer"),
    {
      type: "gap_added",
      gap: makeGap({ id: "GAP-NEW-001", round: 1, origin: "reviewer", title: "Fresh", severity: "LOW" }),
    },
    {
      type: "conflict_opened",
      conflict: {
        issue: "ISSUE-R1-001",
        gap: FLOW,
        severity: "HIGH",
        round: 1,
        kind: "explicit",
        heuristics: [],
        reviewerPosition: "Five.",
        engineerPosition: "One.",
        state: "open",
      },
    },
    {
      type: "noted",
      note: { id: "NOTE-R1-001", kind: "verdict-mismatch", message: "approved over an issue", gap: FLOW },
    },
  );
  return story;
}

function section(text: string, name: string): string {
  return text.split(`\n## ${name}\n`)[1]?.split("\n## ")[0]?.trim() ?? "";
}

describe("summary.md (SPEC 2, SPEC 4)", () => {
  it("says what was resolved, and that NO_ISSUES_FOUND is no endorsement (SPEC 7)", () => {
    const story = paperSession({ gaps: [makeGap(), makeGap({ id: "GAP-DB-001", severity: "HIGH", title: "Index" })] });
    plainRound(story, 1, FLOW);
    const [log] = story.state.recent;
    const text = log ? renderSummary(story.state, log) : "";
    expect(section(text, "Resolved")).toBe("- **GAP-FLOW-001** [MEDIUM] Retry limit (ACCEPTED)");
    expect(section(text, "Progress")).toContain("the absence of new findings, not an endorsement");
    expect(section(text, "Not settled")).toBe("None.");
    expect(section(text, "Next focus")).toBe("- **GAP-DB-001** [HIGH] Index (OPEN)");
    expect(section(text, "Decisions needed")).toBe("None.");
  });

  it("shows what a review begins with", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "round_opened", round: 1, assigned: [FLOW], carriedOver: [] });
    story.record(joined(1, reviewerDigest([FLOW], { preamble: "The lock\nstays open." })));
    const { round } = story.state;
    expect(round && renderSummary(story.state, round)).toContain("begins with:\n\n> The lock\n> stays open.");
  });

  it("can be made before the round is closed, when the User has to decide", () => {
    const story = troubledRound();
    const round = story.state.round;
    const text = round ? renderSummary(story.state, round) : "";
    expect(section(text, "Progress")).toContain("the round is still open");
    expect(section(text, "New")).toBe("- **GAP-NEW-001** [LOW] Fresh (OPEN) from the reviewer");
    expect(section(text, "Not settled")).toContain(
      "**GAP-FLOW-001** [MEDIUM] Retry limit (NEEDS_REVISION): held back by ISSUE-R1-001",
    );
    expect(section(text, "Issues")).toContain(
      "| ISSUE-R1-001 | GAP-FLOW-001 | HIGH | OPEN | late, unanchored | No limit |",
    );
    expect(section(text, "Conflicts")).toContain(
      "| ISSUE-R1-001 | GAP-FLOW-001 | HIGH | explicit | open |  | Five. | One. |",
    );
    expect(section(text, "Flags")).toContain("not named (round_001/engineer.md)");
    expect(section(text, "Notes")).toContain(
      "**Verdict mismatches**\n\n- NOTE-R1-001 (GAP-FLOW-001): approved over an issue",
    );
    expect(section(text, "Decisions needed")).toBe("- conflict on ISSUE-R1-001 (GAP-FLOW-001, HIGH)");
  });

  it("does not endorse where issues were found", () => {
    const story = troubledRound();
    const round = story.state.round;
    expect(round && renderSummary(story.state, round)).not.toContain("NO_ISSUES_FOUND");
  });

  it("says so where the two nets disagree (SPEC 11)", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "round_opened", round: 1, assigned: [FLOW], carriedOver: [] });
    story.record({ type: "round_closed", record: roundRecord(1, { net: 1, weightedNet: -14 }) });
    const [log] = story.state.recent;
    expect(log && renderSummary(story.state, log)).toContain(
      "+1, weighted -14 (they disagree: the weighted one decides)",
    );
  });

  it("says who was skipped and why (SPEC 7)", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "round_opened", round: 1, assigned: [FLOW], carriedOver: [] });
    story.record({ type: "role_skipped", role: "engineer", why: "three attempts failed" });
    const round = story.state.round;
    expect(round && renderSummary(story.state, round)).toContain("Engineer: SKIP (three attempts failed)");
  });
});

describe("log.md of a round (SPEC 17)", () => {
  it("has every attempt with prompt, document and failure, and every change with its reason", () => {
    const story = troubledRound();
    const round = story.state.round;
    const text = round ? renderRoundLog(story.state, round) : "";
    expect(text).toContain("### `R1-e-1`");
    expect(text).toContain("- prompt: `prompts/R1-e-1.md` (1 234 characters)");
    expect(text).toContain("- failed: nothing came");
    expect(section(text, "Gaps and issues")).toContain(
      "| GAP-FLOW-001 | PROPOSED | NEEDS_REVISION | reviewer | now NEEDS_REVISION |",
    );
    expect(section(text, "Disagreement")).toContain(
      "1 of 4 CRITICAL and HIGH issues disagreed with; action: WARN_USER.",
    );
    expect(section(text, "Disagreement")).toContain("not named (round_001/engineer.md)");
    expect(section(text, "Permission violations")).toBe("- `R1-e-2`: `status.md`: changed");
  });

  it("shows each repair of a document", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "round_opened", round: 1, assigned: [FLOW], carriedOver: [] });
    const event = joined(1, engineerDigest([]));
    const repairs = [{ kind: "heading level", line: 7, from: "# Gap | x", to: "## Gap" }];
    if (event.type === "document_joined") story.record({ ...event, repairs });
    const round = story.state.round;
    expect(round && renderRoundLog(story.state, round)).toContain("| 7 | heading level | `# Gap \\| x` | `## Gap` |");
  });
});
