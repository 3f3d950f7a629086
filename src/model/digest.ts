import type { Change } from "./change.ts";
import type { InputChoice } from "./gap.ts";
import type { GapId, IssueId } from "./ids.ts";
import type { Severity } from "./severity.ts";

/**
 * What the session keeps of a validated document: enough to decide with, and line references for the words. The
 * state holds references, never documents.
 */

export interface ProposalDigest {
  readonly gap: GapId;
  readonly title: string;
  readonly line: number;
  readonly endLine: number;
  readonly confidence?: "HIGH" | "MEDIUM" | "LOW";
  readonly chars: number;
  readonly examples: number;
  /** The sections of the form that it has. */
  readonly sections: readonly ("solution" | "changes" | "examples" | "trade-offs" | "new-gaps")[];
  readonly claimsResolved: boolean;
  /** Exact edits of the text that the Engineer was shown. */
  readonly changes: readonly Change[];
  /** The words of the spec that settle it already, where it says that no change is needed. */
  readonly noChange?: string;
  /** Gaps whose proposals stood in the text that it refers to (SPEC 4.2, overlap). */
  readonly after: readonly GapId[];
}

export interface NewGapDigest {
  readonly id: GapId;
  readonly label?: string;
  readonly title: string;
  readonly text: string;
  readonly severity: Severity;
  /** The gap under work, the place in the working spec, and why the spec cannot be built without it (SPEC 3.5a). */
  readonly parent?: GapId;
  readonly place?: string;
  readonly why?: string;
  readonly dependsOn: readonly GapId[];
  readonly line: number;
}

/** `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a). */
export interface OutOfScopeDigest {
  readonly gap: GapId;
  readonly reason: string;
}

export interface ResponseDigest {
  readonly issue: IssueId;
  readonly line: number;
  readonly endLine: number;
  /** The answer's own words, bounded. */
  readonly text: string;
  /** Numbers of the changes that it names; of its own document. */
  readonly changedIn: readonly number[];
  /** The words of the spec that say it already, where it names those instead. */
  readonly alreadyIn?: string;
}

export interface DisagreementDigest {
  readonly issue: IssueId;
  readonly concern: string;
  readonly position: string;
  readonly rationale: string;
  readonly alternative?: string;
  readonly request?: string;
  readonly line: number;
  readonly endLine: number;
}

export interface BlockedDigest {
  readonly kind: "BLOCKED_NEEDS_INPUT" | "UNCERTAINTY";
  readonly gap: GapId;
  readonly reason: string;
  readonly choices?: readonly InputChoice[];
}

export interface EngineerDigest {
  readonly role: "engineer";
  readonly proposals: readonly ProposalDigest[];
  readonly newGaps: readonly NewGapDigest[];
  readonly responses: readonly ResponseDigest[];
  readonly disagreements: readonly DisagreementDigest[];
  readonly blocked: readonly BlockedDigest[];
  readonly outOfScope: readonly OutOfScopeDigest[];
  /** Resolutions of gaps that were not assigned (SPEC 4.2). */
  readonly setAside: readonly GapId[];
}

export interface IssueDigest {
  readonly id: IssueId;
  readonly label?: string;
  readonly gap: GapId;
  readonly title: string;
  readonly text: string;
  readonly location?: string;
  readonly impact?: string;
  readonly suggestion?: string;
  readonly severity: Severity;
  readonly severityAsWritten?: string;
  /** The quotations of its location. */
  readonly quotations: readonly string[];
  /** They all occur in the text under review (SPEC 3.6, grounded). */
  readonly anchored: boolean;
  /** On a passage that an earlier review saw unchanged (SPEC 3.6). */
  readonly late: boolean;
  readonly line: number;
}

export interface RecheckDigest {
  readonly issue: IssueId;
  readonly status: "RESOLVED" | "PARTLY" | "NOT_FIXED" | "WITHDRAWN";
  readonly why: string;
  readonly line: number;
}

export type VerdictDigest = "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION";

export interface ReviewerDigest {
  readonly role: "reviewer";
  readonly reviewed: readonly GapId[];
  readonly issues: readonly IssueDigest[];
  readonly rechecks: readonly RecheckDigest[];
  readonly newGaps: readonly NewGapDigest[];
  /** Severities that the Reviewer gives to gaps that exist (SPEC 3.4). */
  readonly severities: readonly { readonly gap: GapId; readonly severity: Severity }[];
  readonly outOfScope: readonly OutOfScopeDigest[];
  readonly verdicts: readonly { readonly gap: GapId; readonly value: VerdictDigest }[];
  readonly noIssuesFound: boolean;
  /** The NO_ISSUES_FOUND statements in the Reviewer's words: nothing checks what they say, so the User reads them. */
  readonly examined?: readonly string[];
}

export type Digest = EngineerDigest | ReviewerDigest;
