import { describe, expect, it } from "vitest";
import { change, engineerOrder, GAPS, openRound, sampleState, specOf } from "../../../test/support/sample-session.ts";
import { wordCount } from "../../documents/stated/word-count.ts";
import type { GapId } from "../../model/ids.ts";
import { Table } from "../../model/table.ts";
import type { Proposal } from "../state.ts";
import { engineerNumbers } from "./task-parts.ts";

/** The ids that each run of a round with so many runs is offered, in the words of its prompt. */
function offered(text: string, runs = 1, settled = ""): string[] {
  const slots = GAPS.slice(0, runs).map(({ id }) => ({ gap: id, allowed: 3, dropped: false, condensed: false }));
  const round = { ...openRound(4), slots };
  const state = sampleState({ round, proposals: Table.empty<GapId, Proposal>() });
  const changes = settled === "" ? [] : [change({ new: settled })];
  return slots.map(({ gap }) => engineerNumbers(state, engineerOrder({ gaps: [gap] }), specOf(text), changes));
}

function idsIn(numbers = ""): string[] {
  return /these are free: (.*?)\.(?: |$)/.exec(numbers)?.[1]?.split("; ") ?? [];
}

describe("the next free ids of a spec", () => {
  it.each([
    [
      "a list, as in Spec Kit",
      "- **FR-001**: A.\n- **FR-016**: B, see FR-099.\n- **SC-009**: C.",
      ["FR-017 and up", "SC-010 and up"],
    ],
    ["a table", "| ID | Requirement |\n| --- | --- |\n| FR-09 | A |\n| FR-10 | B |", ["FR-11 and up"]],
    ["headings", "### US-1: A\n\n### US-4: B (P0)", ["US-5 and up"]],
    ["Kiro's requirements", "### Requirement 1\n\n### Requirement 9: Routes", ["Requirement 10 and up"]],
    ["compound prefixes", "- **AUTH-FR-001**: A\n- **AUTH-FR-002**: B", ["AUTH-FR-003 and up"]],
    ["no width where numbers have none", "- REQ-9: A\n- REQ-10: B", ["REQ-11 and up"]],
  ])("come from %s", (_, text, expected) => {
    expect(idsIn(offered(text)[0])).toEqual(expected);
  });

  it("are none where ids are only named, stand in code, or belong to the session", () => {
    const text =
      "As RFC-2119 says, see FR-001.\n\n```\n- FR-001: x\n```\n\n- GAP-FLOW-001: x\n- OQ-001: y\n- OQ-002: z\n- KEP-1664: a\n- KEP-3705: b";
    expect(offered(text)[0]).not.toContain("these are free");
  });

  it("are the same for all runs of a round: the numbers that are used are joined without holes", () => {
    const [first, second] = offered("- **FR-001**: A.\n- **FR-016**: B.", 2).map(idsIn);
    expect(first).toEqual(["FR-017 and up"]);
    expect(second).toEqual(first);
  });
});

describe("ids of a gap of the same run that is settled", () => {
  const text = "- **FR-001**: A.\n- **FR-007**: B.";

  it("are no longer offered", () => {
    expect(idsIn(offered(text, 1, "- **FR-008**: C.\n- **FR-009**: D.")[0])).toEqual(["FR-010 and up"]);
  });
});

describe("the form of a requirement in a layout", () => {
  it("is said for OpenSpec and for Kiro, and for nothing else", () => {
    expect(offered("### Requirement: Login\n\nThe system SHALL …")[0]).toContain("#### Scenario:");
    expect(offered("#### Acceptance Criteria\n\n1. WHEN …")[0]).toContain("next number");
    expect(offered("# Plain\n")[0]).toMatch(/^New gaps are numbered \d{3} to \d{3}, whatever their category\.$/);
  });
});

describe("how far the spec has grown", () => {
  it("is told with the sections of the gap that have twice their words", () => {
    const { spec } = sampleState();
    const more = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen";
    const text = spec.text.map((file) => ({ ...file, text: file.text.replace("TBD: how.", `TBD: how.\n\n${more}`) }));
    const numbers = (gap: GapId) =>
      engineerNumbers(
        sampleState({ spec: { ...spec, source: spec.text, text } }),
        engineerOrder({ gaps: [gap] }),
        text,
      );
    const [had, has] = [spec.text, text].map((each) => wordCount(each));
    expect(numbers("GAP-SYNC-001")).toContain(
      `The spec had ${had} words at the beginning and has ${has} now, "2.1 Conflicts" 14 and 28: look first`,
    );
    expect(numbers("GAP-SEARCH-001")).not.toContain("at the beginning");
  });
});
