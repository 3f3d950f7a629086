import { describe, expect, test } from "vitest";
import { check } from "../../checks/check.ts";
import { findGaps } from "./find-gaps.ts";

const SOURCE = `# Import

## Intake

- **FR-001**: The importer MUST accept files as FR-009 says.
- **FR-002**: TODO: the largest file.
- **FR-003**: The importer MUST reject
  files that section 12 forbids.

## 4. Errors

TBD

## 5. Limits

The importer MUST keep every file for 30 days.

### Archive

The importer MUST keep every file for 60 days.

## Review Checklist

- [ ] No TODO is left, GAP-IN-001 is closed
`;

describe("findGaps (SPEC 16.1)", () => {
  test("without checks only what the source states is a gap, and a checklist states nothing", () => {
    expect(findGaps(SOURCE).map((gap) => gap.origin)).toEqual(["source", "source"]);
  });

  test("below Out of Scope a marker is no gap, as for the checks; what is named with an id is one", () => {
    const text = "# X\n\n## Out of Scope\n\n- Refunds are TBD.\n- FR-7: TODO ask legal.\n- GAP-PAY-001: who pays?\n";
    expect(findGaps(text, {}).map(({ id }) => id)).toEqual(["GAP-PAY-001"]);
  });

  test("questions in headings are the same gaps for the source and for the checks", () => {
    const text =
      "# X\n\n## Open Questions\n\n### Are guests allowed?\n\n- yes, maybe\n- no\n\n### Which region?\n\nDecision: EU.\n";
    const of = (gaps: ReturnType<typeof findGaps>) => gaps.map(({ title, places: [place] }) => [place?.line, title]);
    expect(of(findGaps(text))).toEqual([[5, "Are guests allowed?"]]);
    expect(of(findGaps(text, {}))).toEqual([[5, "Are guests allowed?"]]);
  });

  const gaps = findGaps(SOURCE, {});

  test("findings become gaps, numbered in a category of their heading, with the words that they are about", () => {
    const gap = gaps.find((one) => one.id === "GAP-INTAKE-002");
    expect(gap).toMatchObject({ origin: "check", state: "OPEN", round: 0, severityBy: "mediator" });
    expect(gap?.title).toContain("FR-009");
    expect(gap?.finding).toEqual({ rule: "dangling-id", type: "dangling-ref", subject: "FR-009", words: ["FR-009"] });
    expect(gap?.text).toContain("> - **FR-001**: The importer MUST accept files as FR-009 says.");
    expect(gap?.places).toEqual([{ heading: "Intake", line: 5, endLine: 5 }]);
  });

  test("a place is the whole item, also where it is written on two lines", () => {
    expect(gaps.find((one) => one.id === "GAP-INTAKE-003")?.places).toEqual([
      { heading: "Intake", line: 7, endLine: 8 },
    ]);
  });

  test("what an author has marked is not found a second time, neither as a marker nor as an empty section", () => {
    const lines = gaps.flatMap((gap) => gap.places.map((place) => place.line));
    expect(lines.filter((line) => line === 6)).toHaveLength(1);
    expect(gaps.filter(({ finding }) => finding?.type === "empty-section")).toEqual([]);
  });

  test("a contradiction stands at both of its places", () => {
    const gap = gaps.find((one) => one.id === "GAP-ARCHIVE-001");
    expect(gap?.places.map((place) => place.line)).toEqual([20, 16]);
  });

  test("two rules on the same two lines are one gap", () => {
    const twice =
      "- **FR-010**: The depot MUST refuse parcels over 20 kg.\n- **FR-010**: The depot MUST refuse parcels over 30 kg.\n";
    const text = `# X\n\n## Limits\n\n${twice}`;
    expect(check(text, {}).map(({ type }) => type)).toEqual(["duplicate-definition", "contradiction"]);
    expect(findGaps(text, {}).map(({ finding }) => finding?.type)).toEqual(["duplicate-definition"]);
  });

  test("rules that are switched off find nothing", () => {
    expect(findGaps(SOURCE, { rules: { all: false } })).toHaveLength(2);
  });
});
