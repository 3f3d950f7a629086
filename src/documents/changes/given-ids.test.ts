import { describe, expect, it } from "vitest";
import type { Spec } from "../../model/change.ts";
import { takenByBoth } from "./given-ids.ts";

const specOf = (text: string): Spec => [{ path: "a.md", text }];

/** What two sets of lines, each added below the text, both give. */
function taken(text: string, first: string, second: string): string | undefined {
  return takenByBoth({
    before: specOf(text),
    first: specOf(`${text}\n${first}`),
    second: specOf(`${text}\n${second}`),
    both: specOf(`${text}\n${first}\n${second}`),
  });
}

const KIRO =
  "# R\n\n## Requirement 1\n\n### Acceptance Criteria\n\n1. A.\n\n## Requirement 2\n\n### Acceptance Criteria\n\n1. B.\n2. C.";

describe("a number that two sets of changes give", () => {
  it("is that of an item of one list", () => {
    expect(taken(KIRO, "3. D.", "3. E.")).toBe('3. in "Requirement 2 > Acceptance Criteria"');
    expect(taken("1. A.", "   1. B.", "   1. C.")).toBe("1.");
    expect(taken(KIRO, "3. D.", "4. E.")).toBeUndefined();
  });

  it("is an id of a requirement, wherever it is given", () => {
    expect(taken("- **FR-001**: A.", "- **FR-002**: B.", "\n### FR-002: C.")).toBe("FR-002");
    expect(taken("- **FR-001**: A.", "- **FR-002**: See FR-003.", "- **FR-003**: C.")).toBeUndefined();
  });

  it("is none where the text repeats it already, or one of them does alone", () => {
    expect(taken("1. A.\n1. B.", "1. C.", "1. D.")).toBeUndefined();
    expect(taken("1. A.\n2. B.", "2. C.", "3. D.")).toBeUndefined();
    expect(taken("- FR-001: A.", "\n| FR-001 | x |", "- FR-002: B.")).toBeUndefined();
  });

  it("is none in lists apart, or in code", () => {
    expect(taken("# A\n\nText.", "\n## B\n\n1. C.", "\n## D\n\n1. E.")).toBeUndefined();
    expect(taken("Text.", "\n```\n1. A\nFR-001: B\n```", "\n```\n1. A\nFR-001: B\n```")).toBeUndefined();
  });
});
