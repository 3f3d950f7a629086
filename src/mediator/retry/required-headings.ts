import type { RunRole } from "../../model/events.ts";

/** What a document must have to be read at all (SPEC 5, tier 1), in the words of a notice. */
export function requiredHeadings(role: RunRole): readonly string[] {
  switch (role) {
    case "engineer":
      return [
        "`## Gap Resolution: GAP-…` for each gap",
        "below it `**Confidence:**` with HIGH, MEDIUM or LOW",
        "then `### Proposed Solution`, `### Spec Text`, `### Examples`, `### Trade-offs`, `### New Gaps Introduced`",
      ];
    case "reviewer":
      return [
        "`## Review: GAP-…` for each proposal",
        "below it the sections `### Critical Issues`, `### High Priority`, `### Medium Priority`, `### Low Priority`, or the statement `NO_ISSUES_FOUND:` with the scope you examined and your checklist",
        "then `### New Gaps` and `### Verdict`",
      ];
    case "final-review":
      return [
        "`## Final Review`",
        "`### Checklist` with completeness, consistency and readiness",
        "`### Blockers`",
        "`### Verdict` with READY_FOR_TERMINATION or NOT_READY",
      ];
    case "survey":
      return ["`## Survey`", "`### Gaps` with one list item for each gap, or the word None."];
    case "second-opinion":
      return [
        "`## Second Opinion`",
        "a table with a row for each flag: its id, ANSWERED, NOT_ANSWERED or UNCLEAR, and why",
      ];
  }
}

/** The heading that each part of a document begins with. */
export function firstHeading(role: RunRole, gap: string): string {
  switch (role) {
    case "engineer":
      return `## Gap Resolution: ${gap}`;
    case "reviewer":
      return `## Review: ${gap}`;
    case "final-review":
      return "## Final Review";
    case "survey":
      return "## Survey";
    case "second-opinion":
      return "## Second Opinion";
  }
}
