import { expect, it } from "vitest";
import { paperSession } from "../../../test/support/paper-session.ts";
import { findGaps } from "./find-gaps.ts";
import { listedGaps } from "./inventory-question.ts";

it("quotes the line of a gap as it reads, without bullet or emphasis, and shows where a marker stands in a title", () => {
  const source =
    "# Lockers\n\n- **FR-001**: It fits TBD boxes.\n- It tries again every hour, TBD times, and gives up.\n";
  const session = paperSession({ source, gaps: [] });
  for (const gap of findGaps(source, {})) session.record({ type: "gap_added", gap });
  const listed = listedGaps(session.state).map(({ title, quote }) => [title, quote]);
  expect(listed).toContainEqual(["FR-001: It fits … boxes", '"FR-001: It fits TBD boxes."']);
  expect(listed.map(([title]) => title)).toContain("It tries again every hour, … times, and gives up");
});
