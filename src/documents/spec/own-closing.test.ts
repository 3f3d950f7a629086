import { describe, expect, it } from "vitest";
import { readInventory } from "./inventory.ts";
import { ownClosing } from "./own-closing.ts";

const BODY = "# Search\n\n## Duties\n\nThe API MUST answer within 1 second.\n\nIt sends at most TBD mails.\n";
const LIMITATIONS = `
## Known Limitations

- **GAP-TBD-001** [MEDIUM, deferred] It sends at most (DECISION-R1-002)

  > put off when asked for input

- **GAP-VAGUE-001** [HIGH, assumption to confirm] "quickly" cannot be tested. (DECISION-R1-001)

  > within 1 second
`;
const TRACES = `
## Traceability

<!-- whetstone-disable -- what became of each gap -->

| Gap | What | Section | State | Round | Decisions |
| --- | --- | --- | --- | --- | --- |
| GAP-VAGUE-001 | "quickly" cannot be tested. | Duties | RESOLVED | 1 | DECISION-R1-001 |
`;

describe("what an earlier session wrote below a spec", () => {
  it("is read as the assumptions that it lists, each with the words that were taken and its lines", () => {
    expect(ownClosing(BODY + LIMITATIONS + TRACES)).toEqual({
      line: 9,
      assumptions: [
        {
          gap: "GAP-VAGUE-001",
          severity: "HIGH",
          title: '"quickly" cannot be tested.',
          words: "within 1 second",
          line: 15,
          endLine: 17,
        },
      ],
    });
  });

  it("states its assumptions as gaps, and no other of its ids; what is open in the body has an id of its own", () => {
    const seeds = readInventory(BODY + LIMITATIONS + TRACES);
    expect(seeds.map(({ id, severity, places }) => [id, severity, places[0]?.line])).toEqual([
      ["GAP-TBD-001", "MEDIUM", 7],
      ["GAP-VAGUE-001", "HIGH", 15],
    ]);
  });

  it("is told by its record: a section of that name without one is the person's", () => {
    expect(ownClosing(BODY + LIMITATIONS)).toEqual({ line: 19, assumptions: [] });
    expect(readInventory(BODY + LIMITATIONS).map(({ id }) => id)).toContain("GAP-VAGUE-001");
  });
});
