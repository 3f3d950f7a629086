import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Table } from "../../model/table.ts";
import { admit } from "./judge.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

const DRIFTED = `Here is my review of the proposal:

# Review: [GAP-FLOW-001]

## High Priority

- [H1]: The wait ignores Retry-After.
  - Location: "asked again"

## Verdict
Needs revision.
`;

describe("SPEC 5, a run's bytes at the gate", () => {
  it("nothing at all is FILE_MISSING", () => {
    const admission = admit(undefined, { role: "engineer", round: 1, path: "round_001/engineer.md" });
    expect(admission).toMatchObject({ text: "", repairs: [], result: { failureType: "FILE_MISSING" } });
    expect(admission.document).toBeUndefined();
  });

  it.each([
    ["Latin-1", Uint8Array.from([0x23, 0x20, 0xe9])],
    ["NUL", Uint8Array.from([0x23, 0x00, 0x41])],
    ["half a character", Uint8Array.from([0x41, 0xe2, 0x82])],
  ])("%s is WRONG_FORMAT, and the message says why", (_, raw) => {
    const { result } = admit(raw, { role: "reviewer", round: 1 });
    expect(result).toMatchObject({ failureType: "WRONG_FORMAT", retriable: true });
    expect(result.message).toMatch(/UTF-8|NUL/);
  });

  it("a drifted review is put into the form, and passes", () => {
    const admission = admit(bytes(DRIFTED), { role: "reviewer", round: 4, gaps: ["GAP-FLOW-001"] });
    expect(admission.result).toMatchObject({ success: true, gapsAddressed: ["GAP-FLOW-001"] });
    expect(admission.repairs.length).toBeGreaterThan(0);
    expect(admission.document).toMatchObject({
      issues: [{ label: "H1", severity: "HIGH", quotations: ["asked again"] }],
      verdicts: [{ gap: "GAP-FLOW-001", value: "NEEDS_REVISION" }],
    });
  });

  it("the stored text is read as its own values, and needs no second repair", () => {
    const context = { role: "reviewer", round: 4, gaps: ["GAP-FLOW-001"] } as const;
    const first = admit(bytes(DRIFTED), context);
    const second = admit(bytes(first.text), context);
    expect(second.repairs).toEqual([]);
    expect(second.text).toBe(first.text);
    expect(second.document).toEqual(first.document);
  });

  it("never throws, whatever a model writes", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "## Gap Resolution: GAP-FLOW-001\n",
        "## Review: GAP-FLOW-001\n",
        "### High Priority\n",
        "- **ISSUE-R1-001**: words\n",
        "## DISAGREE: ISSUE-R1-001\n",
        "**Confidence:** HIGH\n",
        "**Rationale:** none\n",
        "| ISSUE-R1-001 | RESOLVED |\n| --- | --- |\n",
        "```\n",
        "> ",
        "<!-- ",
        "BLOCKED_NEEDS_INPUT: GAP-FLOW-001\n",
        "\n\n",
        "\u202e\u0000",
      ),
      fc.string({ unit: "binary" }),
    );
    const anyText = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(anyText, fc.constantFrom("engineer", "reviewer"), (text, role) => {
        const { result, repairs } = admit(bytes(text), {
          role,
          round: 1,
          inventory: new Set(),
          issues: Table.empty(),
          decided: [],
        });
        expect(result.success).toBe(result.failureType === undefined);
        expect(result.message.length).toBeLessThan(4000);
        expect(Array.isArray(repairs)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});
