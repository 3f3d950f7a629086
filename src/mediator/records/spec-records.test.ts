import { describe, expect, it } from "vitest";
import { makeGap, makeIssue } from "../../../test/support/make-gap.ts";
import { type PaperSession, paperSession } from "../../../test/support/paper-session.ts";
import type { Decision } from "../../model/decision.ts";
import type { SessionEvent } from "../../model/events.ts";
import type { Gap } from "../../model/gap.ts";
import { decisionId, type GapId } from "../../model/ids.ts";
import { renderChanges, renderTraceability } from "./spec-records.ts";

const [FLOW, MAIL, FEE] = ["GAP-FLOW-001", "GAP-MAIL-001", "GAP-FEE-001"] as const;

function decided(number: number, gap: GapId, decision: string, facts: Partial<Decision> = {}): SessionEvent {
  const about = { gaps: [gap], issues: [], type: "input", title: `Input on ${gap}`, by: "user" } as const;
  const id = decisionId(1, number);
  return { type: "decision_recorded", decision: { id, round: 1, at: "", decision, ...about, ...facts } };
}

function moved(gap: GapId, to: Gap["state"], why: string): SessionEvent {
  return { type: "gap_changed", gap, to, actor: to === "PARKED" ? "engineer" : "user", why };
}

/** Two decisions lead to the change of one gap, and one comes after it. */
function told(): PaperSession {
  const story = paperSession({
    source: "# Sample\n\nWords.\n",
    gaps: [makeGap({ title: "How often" }), makeGap({ id: MAIL }), makeGap({ id: FEE })],
  });
  const passages = [{ kind: "edit", passage: "Words.", text: "Three." } as const];
  story.record(
    decided(1, FLOW, "Twice.", { passages }),
    decided(2, FLOW, "Three times.", { passages, rationale: "It is enough." }),
    decided(3, MAIL, "By letter."),
    decided(4, FLOW, "Every minute."),
  );
  const change = { number: 1, kind: "replace", place: "Sample", old: "Words.", new: "Three." } as const;
  const set = { gap: FLOW, decision: decisionId(1, 4), changes: [change] };
  story.record({ type: "changes_accepted", batch: { round: 1, sets: [set] } }, decided(5, FLOW, "It holds."));
  return story;
}

function sectionOf(story: PaperSession, gap: GapId): string[] {
  const [, body = ""] = renderTraceability(story.state).split(`## ${gap}: `);
  return (body.split("\n\n")[1] ?? "").trimEnd().split("\n");
}

describe("changes.md (SPEC 2)", () => {
  it("names the decision that led to a change, and none made since", () => {
    const headings = renderChanges(told().state).match(/^## .*$/gm);
    expect(headings).toEqual([`## ${FLOW}, round 1, DECISION-R1-004`]);
  });
});

describe("traceability.md (SPEC 2)", () => {
  it("says why a gap was split, and not why it was reopened before", () => {
    const story = paperSession({ gaps: [makeGap()] });
    const parts = [makeGap({ id: "GAP-FLOW-001a" }), makeGap({ id: "GAP-FLOW-001b" })];
    story.record(moved(FLOW, "USER_DEFERRED", "not now"), moved(FLOW, "OPEN", "now after all"));
    story.record({ type: "gap_split", gap: FLOW, parts, why: "it is two" });
    expect(sectionOf(story, FLOW)[0]).toBe("- MEDIUM, SUPERSEDED by GAP-FLOW-001a, GAP-FLOW-001b: it is two");
  });

  it("leads from a gap to section, round and every decision on it that holds, with its words and issues", () => {
    const story = told();
    story.record({ type: "issue_raised", issue: makeIssue({ title: "No limit" }) });
    expect(renderTraceability(story.state)).toContain(
      `| ${FLOW} | MEDIUM | OPEN | How often | Sample | 1 | DECISION-R1-002, DECISION-R1-004, DECISION-R1-005 |`,
    );
    expect(sectionOf(story, FLOW)).toEqual([
      "- MEDIUM, OPEN",
      "- changed in round 1: Sample",
      "- DECISION-R1-002: Three times. (It is enough.)",
      "- DECISION-R1-004: Every minute.",
      "- DECISION-R1-005: It holds.",
      "- ISSUE-R1-001 (HIGH, OPEN): No limit",
    ]);
  });

  it("says why a gap was dropped, parked or merged, once", () => {
    const story = paperSession({ gaps: [makeGap(), makeGap({ id: MAIL }), makeGap({ id: FEE })] });
    story.record(
      decided(1, FLOW, "It is WONT_FIX", { type: "wont-fix", rationale: "too dear" }),
      moved(FLOW, "WONT_FIX", "too dear"),
      moved(MAIL, "PARKED", "out of scope: another spec"),
      { type: "gap_merged", gap: FEE, of: MAIL, why: "the same" },
    );
    expect(sectionOf(story, FLOW)).toEqual(["- MEDIUM, WONT_FIX: too dear", "- DECISION-R1-001: It is WONT_FIX"]);
    expect(sectionOf(story, MAIL)).toEqual(["- MEDIUM, PARKED: out of scope: another spec"]);
    expect(sectionOf(story, FEE)).toEqual([`- MEDIUM, SUPERSEDED, a duplicate of ${MAIL}: the same`]);
  });

  it("keeps why a gap was accepted when it is confirmed", () => {
    const story = paperSession({ gaps: [makeGap({ state: "PROPOSED" })] });
    const changed = (to: Gap["state"], actor: "reviewer" | "mediator", why: string): SessionEvent => {
      return { type: "gap_changed", gap: FLOW, to, actor, why };
    };
    story.record(changed("ACCEPTED", "reviewer", "nothing holds it back"), changed("RESOLVED", "mediator", "it stood"));
    expect(sectionOf(story, FLOW)).toEqual(["- MEDIUM, RESOLVED: nothing holds it back"]);
  });
});
