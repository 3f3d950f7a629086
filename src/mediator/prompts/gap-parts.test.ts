import { expect, it } from "vitest";
import { makeGap } from "../../../test/support/make-gap.ts";
import { sampleState } from "../../../test/support/sample-session.ts";
import { findGaps } from "../inventory/find-gaps.ts";
import { gapPart } from "./gap-parts.ts";

const SOURCE = `# Sections

## Requirement 7

### Acceptance Criteria

1. THE system SHALL support progress states of "Not Started", "In Progress", "In Review", and "Completed" for each
   section
2. WHEN a user edits a section, THE system SHALL set its status to "In Progress"
3. WHEN all is done, THE system SHALL set its status to "Completed"

## Requirement 8

### Acceptance Criteria

1. THE system SHALL keep drafts as FR-009 says.
`;

it("shows of a finding the passage as data, and below it what would close it", () => {
  const [unused] = findGaps(SOURCE, {});
  if (unused === undefined) throw new Error("nothing is found");
  expect(gapPart(sampleState({}, SOURCE), [unused], "engineer")).toBe(
    `**${unused.id}** (MEDIUM): ${unused.title}
Place: under "Requirement 7 > Acceptance Criteria"
\`\`\`
1. THE system SHALL support progress states of "Not Started", "In Progress", "In Review", and "Completed" for each
section
\`\`\`
Say when it applies, or remove it from the list.`,
  );
});

it("shows a gap's sentence once, also where only its text has markup", () => {
  const gap = makeGap({
    title: "What happens when nip19.decode() throws",
    text: "What happens when `nip19.decode()` throws",
  });
  expect(gapPart(sampleState(), [gap], "engineer")).not.toContain("`nip19.decode()`");
});
