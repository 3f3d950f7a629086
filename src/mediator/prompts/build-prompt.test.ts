import { describe, expect, it } from "vitest";
import {
  engineerOrder,
  FILES,
  failed,
  GAP,
  GAPS,
  ISSUES,
  LONG_SOURCE,
  makeDecision,
  material,
  reviewerOrder,
  reviewState,
  sampleKit,
  sampleState,
} from "../../../test/support/sample-session.ts";
import { Table } from "../../model/table.ts";
import { makeGap, makeIssue } from "../../testing/make-gap.ts";
import { buildPrompt } from "./build-prompt.ts";
import { promptNeeds } from "./prompt-needs.ts";
import type { PromptOrder } from "./prompt-order.ts";

const LONG = material({ kit: sampleKit(LONG_SOURCE) });

function engineer(facts: Partial<PromptOrder> = {}, state = sampleState(), given = material()): string {
  return buildPrompt(state, engineerOrder(facts), given).prompt;
}

function reviewer(facts: Partial<PromptOrder> = {}, state = reviewState(), given = material()): string {
  return buildPrompt(state, reviewerOrder(facts), given).prompt;
}

function expectInOrder(text: string, pieces: readonly string[]): void {
  const places = pieces.map((piece) => text.indexOf(piece));
  expect(pieces.filter((_, at) => (places[at] ?? -1) < 0)).toEqual([]);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
}

describe("the preface (SPEC 15.4)", () => {
  it("is the same bytes in every round, attempt and gap of a role", () => {
    const first = buildPrompt(sampleState(), engineerOrder(), material()).preface;
    const order = engineerOrder({ round: 9, attempt: 3, gaps: ["GAP-SEARCH-001"], failure: failed("WRONG_FORMAT") });
    expect(buildPrompt(sampleState({ decisions: [] }), order, material()).preface).toBe(first);
    expect(buildPrompt(reviewState(), reviewerOrder(), material()).preface).not.toBe(first);
  });

  it("has the source whole when it is small, else its outline", () => {
    expect(sampleKit().prefaces.engineer).toContain("A text has at most 64 KiB.");
    expect(LONG.kit.prefaces.engineer).not.toContain("A text has at most 64 KiB.");
    expect(LONG.kit.prefaces.engineer).toContain("3. Limits (25)");
  });
});

describe("the Engineer's task (SPEC 15.4)", () => {
  it("has its parts in the order of the contract", () => {
    expectInOrder(engineer({}, sampleState(), LONG), [
      "**GAP-SYNC-001** (CRITICAL)",
      "If two devices change one note, the server decides. TBD: how.",
      "### 2.1 Conflicts",
      "DECISION-R3-001",
      "DECISION-R1-001",
      "A version is a counter that the server raises by one",
      "> A person has at most five devices.",
      "> Give at least two examples.",
      "the phone came first and wins",
      "ISSUE-R3-001 (CRITICAL, NOT_FIXED)",
      "The User decided since: DECISION-R3-001",
      "- ISSUE-R3-001: the Reviewer says that your last answer did not fix it",
      "- ISSUE-R3-002: decided; do this: Append the name of the device to the title.",
    ]);
  });

  it("carries every decision on the gap, the last round's first, and says that they are settled (SPEC 10.5)", () => {
    const rounds = [3, 7, 1, 7];
    const decisions = rounds.map((round, at) =>
      makeDecision({ id: `DECISION-R${round}-00${at}`, round, decision: `Rule ${at}.`, issues: [] }),
    );
    const text = engineer({}, sampleState({ decisions }));
    expectInOrder(text, ["are not argued again", "Rule 1.", "Rule 3.", "Rule 0.", "Rule 2."]);
  });

  it("carries decisions on an issue of the gap, and none on other gaps", () => {
    const text = engineer({}, sampleState({ decisions: [makeDecision({ gaps: [], decision: "By issue." })] }));
    expect(text).toContain("By issue.");
    expect(engineer()).not.toContain("Within 200 ms.");
  });

  it("gives each open CRITICAL and HIGH issue in full, however long", () => {
    const long = `${"A long concern. ".repeat(400)}END`;
    const issue = makeIssue({ id: "ISSUE-R3-009", gap: GAP, text: long, title: "A long concern" });
    const state = sampleState({
      issues: Table.of([...ISSUES, issue]),
      liveIssues: [...ISSUES.map(({ id }) => id), issue.id],
    });
    expect(engineer({}, state)).toContain(long);
  });

  it("asks for no answer to what waits for the person, is lowered or is only noted", () => {
    const issues = [
      makeIssue({ id: "ISSUE-R3-001", gap: GAP, state: "DISPUTED" }),
      makeIssue({ id: "ISSUE-R3-002", gap: GAP, state: "LOWERED", severity: "LOW" }),
      makeIssue({ id: "ISSUE-R3-003", gap: GAP, noted: true }),
    ];
    const text = engineer({}, sampleState({ issues: Table.of(issues), liveIssues: issues.map(({ id }) => id) }));
    expect(text).toContain("ISSUE-R3-001 (HIGH, DISPUTED, waits for the User)");
    expect(text).not.toContain("answer each of these");
  });

  it("has no issue, decision or context of another gap", () => {
    const text = engineer();
    expect(text).not.toContain("ISSUE-R3-004");
    expect(text).not.toContain("DECISION-R2-001");
    expect(engineer({ gaps: ["GAP-SEARCH-001"] })).not.toContain("five devices");
  });

  it("has a context that is for every gap", () => {
    const state = sampleState({ contexts: [{ gaps: [], text: "Only for nurses." }] });
    expect(engineer({ gaps: ["GAP-SEARCH-001"] }, state)).toContain("> Only for nurses.");
  });

  it("says which dependencies are not settled yet", () => {
    const state = sampleState({
      gaps: Table.of(GAPS.map((gap) => (gap.id === "GAP-SYNC-002" ? { ...gap, state: "OPEN" as const } : gap))),
    });
    const text = engineer({}, state);
    expect(text).toContain("- GAP-SYNC-002 (HIGH, OPEN): What a version of a note is");
    expect(text).not.toContain("A version is a counter");
  });

  it("gives a part of a split gap what was proposed, decided and criticised for the whole", () => {
    const part = makeGap({ id: "GAP-SYNC-001a", partOf: GAP, title: "Equal versions" });
    const text = engineer({ gaps: [part.id] }, sampleState({ gaps: Table.of([...GAPS, part]) }));
    expectInOrder(text, ["a part of GAP-SYNC-001", "DECISION-R3-001", "Round 3, for GAP-SYNC-001:", "ISSUE-R3-001"]);
  });

  it("says so when the earlier proposal is gone from the folder", () => {
    expect(engineer({}, sampleState(), material({ files: new Map() }))).toContain(
      "round_003/engineer.md is no longer there",
    );
  });

  it("falls back on the structure of the source for an omission that has no words in it", () => {
    const gap = makeGap({ id: "GAP-OPS-001", title: "Backups", text: "Backups are not mentioned." });
    const text = engineer({ gaps: [gap.id] }, sampleState({ gaps: Table.of([...GAPS, gap]) }), LONG);
    expectInOrder(text, [
      "The source does not speak of it",
      "2. Sync: Devices send their changes when they are connected.",
    ]);
  });

  it("counts new gaps on from those of the category", () => {
    expect(engineer()).toContain("New gaps are numbered from GAP-SYNC-003.");
  });

  it("names what the person wants answered before the review (SPEC 9)", () => {
    const text = engineer({ attempt: 2, revision: { why: "one issue is passed over", issues: ["ISSUE-R3-003"] } });
    expectInOrder(text, [
      "One issue is passed over. Answer by id: ISSUE-R3-003.",
      "A typo in line 3.",
      "- ISSUE-R3-003: the User asks for your answer to it",
    ]);
  });

  it("welcomes a partial answer after UNCERTAINTY, with more of the source and similar gaps (SPEC 7)", () => {
    const text = engineer({ attempt: 2, uncertainty: true }, sampleState(), LONG);
    expectInOrder(text, [
      "**Confidence:** LOW` is welcome",
      "## More of the source",
      "## How similar gaps were settled",
      "A version is a counter",
    ]);
  });

  it("is shorter when condensed, and keeps decisions and CRITICAL and HIGH issues", () => {
    const condensed = engineer({ condensed: true }, sampleState(), LONG);
    expect(condensed.length).toBeLessThan(engineer({}, sampleState(), LONG).length);
    expectInOrder(condensed, ["DECISION-R3-001", "DECISION-R1-001", "ISSUE-R3-001 (CRITICAL", "ISSUE-R3-002 (HIGH)"]);
    expect(condensed).not.toContain("A version is a counter");
  });
});

describe("the Reviewer's task (SPEC 15.4)", () => {
  it("has the round's document whole, with the answers that stand outside the resolutions", () => {
    expect(reviewer()).toContain("## Response to ISSUE-R3-001\n\nFixed, see the example.");
  });

  it("has every open issue of the gaps in full, of any severity", () => {
    const text = reviewer();
    for (const words of ["Two devices that were offline", "The name of a copy is not said.", "A typo in line 3."]) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain("Another gap's issue.");
  });

  it("has a proposal that an earlier round left unreviewed, and no more of that round", () => {
    const text = reviewer({}, sampleState());
    expect(text).toContain("round_003/engineer.md:\n```markdown\n## Gap Resolution: GAP-SYNC-001");
    expect(text).not.toContain("Fixed, see the example.");
  });

  it("says which sections changed since the version before", () => {
    expect(reviewer()).toContain('changed "Examples"; unchanged "Proposed Solution", "Spec Text"');
  });

  it("has nothing of the Engineer's prompt: no adjustment, no notice, no proposal of before", () => {
    const text = reviewer();
    expect(text).not.toContain("Give at least two examples.");
    expect(text).not.toContain("the phone came first and wins.");
    expect(text).not.toContain("Mind this time");
  });

  it("numbers new issues by the round", () => {
    expect(reviewer()).toContain("New issues are numbered from ISSUE-R4-001");
    expect(reviewer({ round: 3 })).toContain("New issues are numbered from ISSUE-R3-005");
  });
});

describe("the final review's task (SPEC 12)", () => {
  it("has the draft, what is left open on purpose, and earlier blockers", () => {
    const gaps = [
      makeGap({ id: "GAP-AA-001", state: "USER_DEFERRED", title: "Put off" }),
      makeGap({ id: "GAP-AA-002", state: "RESOLVED", origin: "final-review", title: "Was a blocker" }),
    ];
    const order = { ...reviewerOrder({ gaps: [] }), role: "final-review" as const };
    const { prompt } = buildPrompt(
      sampleState({ gaps: Table.of(gaps) }),
      order,
      material({ draft: "# Whole\n```\nx\n```" }),
    );
    expectInOrder(prompt, ["Put off", "Was a blocker", "````markdown\n# Whole"]);
    expect(promptNeeds(sampleState(), order).draft).toBe(true);
  });
});

describe("promptNeeds", () => {
  it.each([
    ["engineer", engineerOrder(), sampleState()],
    ["engineer, uncertain", engineerOrder({ uncertainty: true }), sampleState()],
    ["engineer, retry", engineerOrder({ attempt: 2, failure: failed("NO_GAPS_ADDRESSED") }), sampleState()],
    ["reviewer", reviewerOrder(), reviewState()],
    ["reviewer of an earlier round's proposal", reviewerOrder(), sampleState()],
  ] as const)("names every file that the prompt reads: %s", (_, order, state) => {
    const needed = new Set(promptNeeds(state, order).files);
    const some = new Map([...FILES].filter(([path]) => needed.has(path)));
    expect(buildPrompt(state, order, material({ files: some }))).toEqual(buildPrompt(state, order, material()));
  });
});
