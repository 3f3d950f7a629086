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
  readonly sections: readonly string[];
  readonly claimsResolved: boolean;
}

export interface NewGapDigest {
  readonly id: GapId;
  readonly label?: string;
  readonly title: string;
  readonly text: string;
  readonly severity: Severity;
  readonly dependsOn: readonly GapId[];
  readonly line: number;
}

export interface ResponseDigest {
  readonly issue: IssueId;
  readonly line: number;
  readonly endLine: number;
  readonly form: "heading" | "table" | "list" | "inline";
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
  readonly readsAsBlocking: boolean;
  readonly anchored: boolean;
  /** On a passage that an earlier review saw unchanged (SPEC 3.6). */
  readonly late: boolean;
  readonly line: number;
}

export interface RecheckDigest {
  readonly issue: IssueId;
  readonly status: "RESOLVED" | "NOT_FIXED" | "UNCLEAR" | "WITHDRAWN";
  readonly why: string;
  readonly line: number;
}

export type VerdictDigest = "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION" | "NONE";

export interface ReviewerDigest {
  readonly role: "reviewer";
  readonly reviewed: readonly GapId[];
  readonly issues: readonly IssueDigest[];
  readonly rechecks: readonly RecheckDigest[];
  readonly newGaps: readonly NewGapDigest[];
  /** Severities that the Reviewer gives to gaps that exist (SPEC 3.4). */
  readonly severities: readonly { readonly gap: GapId; readonly severity: Severity }[];
  readonly verdict: VerdictDigest;
  readonly verdictByGap: readonly { readonly gap: GapId; readonly value: VerdictDigest }[];
  readonly noIssuesFound: boolean;
}

export type Digest = EngineerDigest | ReviewerDigest;
