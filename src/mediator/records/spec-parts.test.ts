import { describe, expect, it } from "vitest";
import { plainRound, sessionStory } from "../../../test/support/session-story.ts";
import { readDocument } from "../../documents/read-document.ts";
import { assembleSpec } from "../../documents/spec/assemble.ts";
import type { Decision } from "../../model/decision.ts";
import { makeGap, makeIssue } from "../../testing/make-gap.ts";
import { renderClosingSummary } from "./render-closing-summary.ts";
import { specAppendix, specParts } from "./spec-parts.ts";

function decision(facts: Partial<Decision>): Decision {
  return {
    id: "DECISION-R1-001",
    round: 1,
    type: "acknowledgement",
    title: "t",
    gaps: [],
    issues: [],
    decision: "I acknowledge",
    by: "user",
    at: "2026-01-01T10:00:00Z",
    ...facts,
  };
}

const DOCUMENT = `## Gap Resolution: GAP-FLOW-001

**Confidence:** HIGH

### Proposed Solution

Retry three times.

### Spec Text

**Target:** Retries
**Mode:** append

A failed run is repeated three times.

### Examples

- one

### Trade-offs

None worth it.
`;

describe("from the session to the spec (SPEC 12)", () => {
  it("takes the proposals of accepted and resolved gaps, and of no other", () => {
    const story = sessionStory([makeGap(), makeGap({ id: "GAP-FLOW-002" })]);
    plainRound(story, 1, "GAP-FLOW-001");
    const read = readDocument(DOCUMENT, "engineer");
    const resolution = read.role === "engineer" ? read.resolutions[0] : undefined;
    if (!resolution) throw new Error("no resolution was read");
    const texts = new Map([
      ["GAP-FLOW-001", { resolution, text: DOCUMENT }],
      ["GAP-FLOW-002", { resolution: { ...resolution, gap: "GAP-FLOW-002" }, text: DOCUMENT }],
    ] as const);
    const parts = specParts(story.state, texts);
    expect(parts.map((part) => part.gap)).toEqual(["GAP-FLOW-001"]);
    expect(parts[0]?.sections.find((section) => section.heading === "Proposed Solution")?.text.trim()).toBe(
      "Retry three times.",
    );
    const { text } = assembleSpec("# S\n\n## Retries\n\nSome.\n", parts, specAppendix(story.state));
    expect(text).toContain("## Retries\n\nSome.\n\nA failed run is repeated three times.\n");
    expect(text).toContain("| GAP-FLOW-001 | Retry limit | Retries | ACCEPTED | 1 | – |");
    expect(text).toContain("| GAP-FLOW-002 | Retry limit | – | OPEN | – | – |");
  });

  it("names open, deferred and closed gaps with the User's words on each", () => {
    const story = sessionStory([
      makeGap({ id: "GAP-AA-001", severity: "HIGH" }),
      makeGap({ id: "GAP-AA-002", severity: "HIGH" }),
      makeGap({ id: "GAP-AA-003", state: "USER_DEFERRED" }),
      makeGap({ id: "GAP-AA-004", state: "WONT_FIX" }),
      makeGap({ id: "GAP-AA-005" }),
      makeGap({ id: "GAP-AA-006", state: "RESOLVED" }),
    ]);
    const rationale = "GAP-AA-001: we know\nand live with it\nGAP-AA-002: next year";
    story.step({ type: "decision_recorded", decision: decision({ gaps: ["GAP-AA-001", "GAP-AA-002"], rationale }) });
    story.step({
      type: "decision_recorded",
      decision: decision({ id: "DECISION-R1-002", type: "wont-fix", gaps: ["GAP-AA-004"], decision: "Not ours." }),
    });
    expect(
      specAppendix(story.state).limitations.map(({ gap, kind, words, decision: id }) => [gap, kind, words, id]),
    ).toEqual([
      ["GAP-AA-001", "accepted risk", "we know\nand live with it", "DECISION-R1-001"],
      ["GAP-AA-002", "accepted risk", "next year", "DECISION-R1-001"],
      ["GAP-AA-003", "deferred", undefined, undefined],
      ["GAP-AA-004", "closed without change", "Not ours.", "DECISION-R1-002"],
      ["GAP-AA-005", "open", undefined, undefined],
    ]);
  });

  it("names waived CRITICAL and HIGH issues, and conflicts that nobody decided (SPEC 10.6)", () => {
    const story = sessionStory([makeGap({ state: "RESOLVED" })]);
    story.step({ type: "issue_raised", issue: makeIssue({ state: "WAIVED" }) });
    story.step({ type: "issue_raised", issue: makeIssue({ id: "ISSUE-R1-002", severity: "LOW", state: "WAIVED" }) });
    story.step({
      type: "decision_recorded",
      decision: decision({ type: "waiver", issues: ["ISSUE-R1-001"], decision: "Fine so." }),
    });
    expect(specAppendix(story.state).limitations).toEqual([
      {
        gap: "GAP-FLOW-001",
        title: "ISSUE-R1-001: No limit",
        severity: "HIGH",
        kind: "accepted risk",
        words: "Fine so.",
        decision: "DECISION-R1-001",
      },
    ]);
  });
});

describe("the closing summary (SPEC 12)", () => {
  it("has type, trigger, rounds, duration, gaps, limitations, history, cost and the spec", () => {
    const story = sessionStory([makeGap(), makeGap({ id: "GAP-FLOW-002", severity: "LOW", title: "Small one" })]);
    plainRound(story, 1, "GAP-FLOW-001");
    story.step({
      type: "session_ended",
      termination: "GOOD_ENOUGH",
      trigger: "the person asked",
      specPath: "../../sample_v1.0.md",
    });
    const text = renderClosingSummary(story.state);
    expect(text).toContain(
      "| Ending | GOOD_ENOUGH |\n| Trigger | the person asked |\n| Spec | `../../sample_v1.0.md` |\n| Rounds | 1 of at most 10 |",
    );
    expect(text).toContain("| Duration | 7 min 00 s in all, 7 min 00 s active, 0 s waiting for the User |");
    expect(text).toContain("| Tokens | 2 000 input (1 000 cached), 400 output |\n| Cost | $0.0200 |");
    expect(text).toContain("| ACCEPTED | 0 | 0 | 1 | 0 | 1 |");
    expect(text).toContain("- **GAP-FLOW-002** [LOW, open] Small one");
    expect(text).toContain("## Convergence");
  });
});
