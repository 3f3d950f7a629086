import { describe, expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { paperSession } from "../../../test/support/paper-session.ts";
import { plainRound, ROLLED_BACK } from "../../../test/support/session-events.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Decision } from "../../model/decision.ts";
import { renderDecisions } from "./render-decisions.ts";

function decision(facts: Partial<Decision> = {}): Decision {
  return {
    id: "DECISION-R1-001",
    round: 1,
    type: "conflict",
    title: "Retry limit",
    gaps: ["GAP-FLOW-001"],
    issues: ["ISSUE-R1-001"],
    decision: "Three times,\nthen give up.",
    by: "user",
    at: "2026-01-01T10:00:00Z",
    ...facts,
  };
}

describe("decisions.md (SPEC 2, SPEC 10.5)", () => {
  it("records everything of a decision, in the User's words", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({
      type: "decision_recorded",
      decision: decision({
        option: "A",
        alternatives: ["C: five", "D: <none>"],
        rationale: "It is enough.",
        positions: { reviewer: "Five.", engineer: "One." },
        constraints: ["no queue"],
        action: "Write it down.",
        outcome: "open again",
        origin: "DECISION-R4-001",
      }),
    });
    expect(renderDecisions(story.state)).toBe(
      [
        "<!-- whetstone: entry 2 of journal.jsonl, sum f82632c1. Edits to this file are not read; use whetstone gap|flag|answer. -->",
        "# paper: decisions",
        "1 decision.",
        "## Round 1",
        "### DECISION-R1-001: Retry limit",
        "> Three times,\n> then give up.",
        "- type: conflict\n- gaps: GAP-FLOW-001\n- issues: ISSUE-R1-001\n- option: A\n- not chosen: C: five; D: &lt;none>\n- reapplied from: DECISION-R4-001\n- by: user, 2026-01-01T10:00:00Z",
        "**Rationale:**\n\n> It is enough.",
        "**The Reviewer's position:**\n\n> Five.",
        "**The Engineer's position:**\n\n> One.",
        "**Constraints:**\n\n- no queue",
        "**What the Engineer must do:**\n\n> Write it down.",
        "**What becomes of the gap:**\n\n> open again\n",
      ].join("\n\n"),
    );
  });

  it("cuts nothing of a long option that was chosen", () => {
    const story = paperSession({ gaps: [makeGap()] });
    const option = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
    story.record({
      type: "decision_recorded",
      decision: decision({ decision: option, option, constraints: [option] }),
    });
    expect(renderDecisions(story.state).split(option)).toHaveLength(3);
  });

  it("says of an answer that was given anew what it said, and that the last one holds", () => {
    const story = paperSession({ gaps: [makeGap()] });
    const answer = (id: Decision["id"], text: string) =>
      decision({ id, decision: text, passages: [{ kind: "edit", passage: "TBD", text }] });
    story.record({ type: "decision_recorded", decision: answer("DECISION-R1-001", "14 days") });
    story.record({ type: "decision_recorded", decision: answer("DECISION-R1-002", "21 days") });
    const text = renderDecisions(story.state);
    expect(text).toContain("\n1 decision.\n");
    expect(text).toContain("### DECISION-R1-001: Retry limit\n\nReplaced by DECISION-R1-002. It said:\n\n> 14 days\n");
    expect(text).toContain("> 21 days");
  });

  it.each([
    ["put off after it was answered", ["input", "deferral"]],
    ["answered after it was put off", ["deferral", "input"]],
  ])("marks what holds no more of a passage that is %s", (_, types) => {
    const story = paperSession({ gaps: [makeGap()] });
    for (const [index, type] of types.entries()) {
      const passages = type === "input" ? { passages: [{ kind: "keep", passage: "TBD", text: "" }] as const } : {};
      const id = `DECISION-R1-00${index + 1}` as const;
      story.record({ type: "decision_recorded", decision: { ...decision({ id, type }), ...passages } as Decision });
    }
    expect(renderDecisions(story.state)).toContain("\n1 decision.\n");
    expect(renderDecisions(story.state)).toContain("Replaced by DECISION-R1-002. It said:\n");
  });

  it("goes by round, from setup on", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "decision_recorded", decision: decision({ id: "DECISION-R0-001", round: 0 }) });
    story.record({ type: "decision_recorded", decision: decision({ id: "DECISION-R2-001", round: 2 }) });
    const names = parseMarkdown(renderDecisions(story.state)).blocks.flatMap((block) =>
      block.type === "heading" ? [block.text] : [],
    );
    expect(names).toEqual([
      "paper: decisions",
      "Setup",
      "DECISION-R0-001: Retry limit",
      "Round 2",
      "DECISION-R2-001: Retry limit",
    ]);
  });

  it("changes only when decisions do", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({ type: "decision_recorded", decision: decision() });
    const text = renderDecisions(story.state);
    story.record({ type: "paused", reason: "lunch" });
    expect(renderDecisions(story.state)).toBe(text);
  });

  it("keeps words that look like markdown within their quote", () => {
    const story = paperSession({ gaps: [makeGap()] });
    story.record({
      type: "decision_recorded",
      decision: decision({ decision: "# Round 9\n```\n<!-- \n", rationale: "## x" }),
    });
    const names = parseMarkdown(renderDecisions(story.state)).blocks.flatMap((block) =>
      block.type === "heading" ? [block.text] : [],
    );
    expect(names).toEqual(["paper: decisions", "Round 1", "DECISION-R1-001: Retry limit"]);
  });

  it("has a notice where a rollback took decisions away (SPEC 13.3)", () => {
    const story = paperSession({ gaps: [makeGap(), makeGap({ id: "GAP-FLOW-002" })] });
    plainRound(story, 1, "GAP-FLOW-001");
    story.record({ type: "round_opened", round: 2, assigned: ["GAP-FLOW-002"], carriedOver: [] });
    story.record({ type: "decision_recorded", decision: decision({ id: "DECISION-R2-001", round: 2 }) });
    const archives = [{ round: 2, attempt: 1, path: "round_002_rolled_back_1.tar.gz", bytes: 2150 }];
    story.record({ type: "rounds_rolled_back", to: 1, archives, reason: "too vague", ...ROLLED_BACK });
    const text = renderDecisions(story.state);
    expect(text).not.toContain("DECISION-R2-001");
    expect(text).toContain("## Round 2\n\n> **Rolled back** to the end of round 1 at");
    expect(text).toContain("`round_002_rolled_back_1.tar.gz` (`decisions_from_round_2.md`)");
    expect(text).toContain(`entry ${story.entries.length} of`);
  });
});
