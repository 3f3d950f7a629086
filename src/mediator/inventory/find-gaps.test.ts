import { describe, expect, test } from "vitest";
import { findGaps } from "./find-gaps.ts";

const SOURCE = `# Import

## Intake

- **FR-001**: The importer MUST accept files quickly.
- **FR-002**: TODO: the largest file.
- **FR-003**: The importer MUST reject
  files that are not valid in an appropriate way.

## Errors

TBD

## Limits

The importer MUST keep files for 30 days after the import.

The importer MUST keep files for 60 days after the import.
`;

describe("findGaps (SPEC 16.1)", () => {
  test("without checks only what the source states is a gap", () => {
    expect(findGaps(SOURCE).map((gap) => gap.origin)).toEqual(["source", "source"]);
  });

  const gaps = findGaps(SOURCE, {});

  test("findings become gaps, numbered in a category of their type, with the words that they are about", () => {
    const gap = gaps.find((one) => one.id === "GAP-VAGUE-001");
    expect(gap).toMatchObject({ origin: "check", state: "OPEN", round: 0, severityBy: "mediator" });
    expect(gap?.title).toContain('"quickly"');
    expect(gap?.text).toContain("> - **FR-001**: The importer MUST accept files quickly.");
    expect(gap?.places).toEqual([{ heading: "Intake", line: 5, endLine: 5 }]);
  });

  test("a place is the whole item, also where it is written on two lines", () => {
    const gap = gaps.find((one) => one.title.includes('"appropriate"') || one.title.includes("appropriate way"));
    expect(gap?.places).toEqual([{ heading: "Intake", line: 7, endLine: 8 }]);
  });

  test("what an author has marked is not found a second time, neither as a marker nor as an empty section", () => {
    const lines = gaps.flatMap((gap) => gap.places.map((place) => place.line));
    expect(lines.filter((line) => line === 6)).toHaveLength(1);
    expect(gaps.filter((gap) => gap.id.startsWith("GAP-EMPTY"))).toEqual([]);
  });

  test("a contradiction stands at both of its places", () => {
    const gap = gaps.find((one) => one.id === "GAP-CONTRA-001");
    expect(gap?.places.map((place) => place.line)).toEqual([18, 16]);
  });

  test("rules that are switched off find nothing", () => {
    expect(findGaps(SOURCE, { rules: { all: false } })).toHaveLength(2);
  });
});
