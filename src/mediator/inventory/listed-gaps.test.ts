import { expect, it } from "vitest";
import { paperSession } from "../../../test/support/paper-session.ts";
import { findGaps } from "./find-gaps.ts";
import { listedGaps } from "./inventory-question.ts";

it("quotes the passage of a gap as it reads, without bullet or emphasis, where its title does not say it", () => {
  const source =
    "# Lockers\n\n- **FR-001**: It fits TBD boxes.\n- It rings. It tries again every hour, TBD times, *and* gives up.\n";
  const session = paperSession({ source, gaps: [] });
  for (const gap of findGaps(source, {})) session.record({ type: "gap_added", gap });
  const listed = listedGaps(session.state).map(({ title, quote }) => [title, quote]);
  const [title, line] = [
    "It tries again every hour, TBD times, and gives up",
    "It rings. It tries again every hour, TBD times, *and* gives up.",
  ];
  expect(listed).toEqual([
    ["FR-001: It fits TBD boxes", undefined],
    [title, `"${line}"`],
  ]);
});
