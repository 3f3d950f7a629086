import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { DEFAULT_CONFIG } from "../../model/default-config.ts";
import type { GapState } from "../../model/gap.ts";
import { Table } from "../../model/table.ts";
import { findingsSince } from "./new-passages.ts";

const BEFORE = "# A\n\n- **FR-001**: It keeps [NEEDS CLARIFICATION: which?] for a while.\n";
const NOW = BEFORE.replace("for a while", "for 30 days").concat("- **FR-002**: It ends after TBD.\n");

function found(state: GapState): string[] {
  const gap = makeGap({ title: "FR-001: It keeps [NEEDS CLARIFICATION: which?] for a while", state });
  const text = [{ path: "a.md", text: NOW }];
  const spec = { first: text, source: text, text, batches: [], overlaps: [], settled: [] };
  return [...findingsSince([{ path: "a.md", text: BEFORE }], { spec, config: DEFAULT_CONFIG, gaps: Table.of([gap]) })];
}

it("are what a change brought in, not the marker of an open gap in a line that it changed elsewhere", () => {
  expect(found("OPEN")).toEqual([expect.stringContaining("a.md:4: ")]);
});

it("are the marker of a gap, too, once the gap is said to be resolved", () => {
  expect(found("RESOLVED")).toEqual([expect.stringContaining("a.md:3: "), expect.stringContaining("a.md:4: ")]);
});
