import type {
  EngineerDocument,
  ReadChange,
  ReadDisagreement,
  ReadIssue,
  Resolution,
  ResolutionSection,
  ReviewerDocument,
  SectionPart,
} from "../../src/documents/agent-document.ts";

const READ = { references: [], citations: [], newGaps: [], outOfScope: [], unread: [], empty: false } as const;

/** An Engineer's document as the reader gives it; say what matters. */
export function makeEngineerDocument(facts: Partial<EngineerDocument> = {}): EngineerDocument {
  return { ...READ, role: "engineer", resolutions: [], responses: [], disagreements: [], blocked: [], ...facts };
}

/** A Reviewer's document as the reader gives it; say what matters. */
export function makeReviewerDocument(facts: Partial<ReviewerDocument> = {}): ReviewerDocument {
  return {
    ...READ,
    role: "reviewer",
    reviewed: [{ gap: "GAP-FLOW-001", line: 1 }],
    severitySections: 1,
    issues: [],
    rechecks: [],
    severities: [],
    duplicates: [],
    noIssuesFound: [],
    verdicts: [],
    ...facts,
  };
}

/** A whole resolution of GAP-FLOW-001 with every section. */
export function makeResolution(facts: Partial<Resolution> = {}): Resolution {
  const section = (heading: string, part: SectionPart, line: number): ResolutionSection => ({
    heading,
    part,
    line,
    endLine: line + 2,
    text: "Words.",
  });
  return {
    gap: "GAP-FLOW-001",
    title: "Retry limit",
    confidence: "HIGH",
    line: 1,
    endLine: 20,
    sections: [
      section("Proposed Solution", "solution", 4),
      section("Spec Changes", "changes", 7),
      section("Examples", "examples", 10),
      section("Trade-offs", "trade-offs", 13),
      section("New Gaps Introduced", "new-gaps", 16),
    ],
    changes: [makeReadChange()],
    examples: 2,
    chars: 900,
    claimsResolved: false,
    ...facts,
  };
}

/** A change that adds a sentence at the end of the spec. */
export function makeReadChange(facts: Partial<ReadChange> = {}): ReadChange {
  return { number: 1, kind: "add-at-end", place: "", old: "", new: "Five retries.", line: 8, endLine: 9, ...facts };
}

/** A HIGH issue on GAP-FLOW-001. */
export function makeReadIssue(facts: Partial<ReadIssue> = {}): ReadIssue {
  return {
    id: "ISSUE-R2-001",
    title: "No limit",
    text: "The retry has no limit.",
    severity: "HIGH",
    severityAsWritten: "High Priority",
    quotations: [],
    gap: "GAP-FLOW-001",
    kind: "raised",
    line: 4,
    endLine: 5,
    ...facts,
  };
}

/** A DISAGREE block that is whole. */
export function makeDisagreement(facts: Partial<ReadDisagreement> = {}): ReadDisagreement {
  return {
    issue: "ISSUE-R1-001",
    concern: "The retry has no limit.",
    position: "A limit is not needed.",
    rationale: "The caller has one.",
    line: 21,
    endLine: 26,
    ...facts,
  };
}
