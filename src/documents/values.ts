import type { Change } from "../model/change.ts";
import type { InputChoice } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Severity } from "../model/severity.ts";
import type { Lines } from "./markdown/block.ts";

/**
 * What the reader understands of an agent's document (SPEC 5). Lines are 1-based, inclusive, and count in the text
 * that was read; texts are the author's own words.
 */

export type Confidence = "HIGH" | "MEDIUM" | "LOW";

/** The sections of the Engineer's form, whatever a document calls them (SPEC 5). */
export type SectionPart = "solution" | "changes" | "examples" | "trade-offs" | "new-gaps";

/** A heading of a resolution and what stands below it. */
export interface Section extends Lines {
  readonly heading: string;
  readonly part: SectionPart;
  /** The body as written, without blank lines at both ends. */
  readonly text: string;
}

/** One change of a Spec Changes section, and where it stands in the document. */
export interface ReadChange extends Change, Lines {}

export interface Resolution extends Lines {
  readonly gap: GapId;
  readonly title: string;
  readonly confidence?: Confidence;
  readonly sections: readonly Section[];
  readonly changes: readonly ReadChange[];
  /** `No change needed`, or a wrong premise: the words of the spec that settle it, and what is said of them. */
  readonly noChange?: Lines & { readonly quotation: string; readonly text: string };
  readonly examples: number;
  /** Characters of the bodies of its sections, headings not counted. */
  readonly chars: number;
  /** The document says that this gap is resolved or complete (SPEC 9, H3). */
  readonly claimsResolved: boolean;
}

export interface NewGap extends Lines {
  /** Absent when the document's own name for it is not an id; `label` has the name then. */
  readonly id?: GapId;
  readonly label?: string;
  readonly title: string;
  readonly text: string;
  readonly severity?: Severity;
  /** The gap under work that it came up in (SPEC 3.5a). */
  readonly parent?: GapId;
  /** A quotation or a heading of the working spec. */
  readonly place?: string;
  /** Why this spec cannot be built without it. */
  readonly why?: string;
  readonly dependsOn: readonly GapId[];
}

export interface ReadIssue extends Lines {
  /** Absent until it is given one; `label` has the document's own name (`H1`, `CRIT-001`). */
  readonly id?: IssueId;
  readonly label?: string;
  readonly title: string;
  /** The whole item, the author's words, without the bullet marker. */
  readonly text: string;
  readonly severity: Severity;
  /** The heading that gave the severity. */
  readonly severityAsWritten: string;
  readonly gap?: GapId;
  /** `withdrawn`: the Reviewer took it back in the same document. */
  readonly kind: "raised" | "withdrawn";
  readonly location?: string;
  /** The quotations of the location, in order: what must occur in the text under review (SPEC 3.6, grounded). */
  readonly quotations: readonly string[];
  readonly impact?: string;
  readonly suggestion?: string;
}

export type RecheckStatus = "RESOLVED" | "PARTLY" | "NOT_FIXED" | "WITHDRAWN";

/** The Reviewer's word on an earlier issue (SPEC 3.6). */
export interface Recheck extends Lines {
  readonly issue: IssueId;
  readonly status: RecheckStatus;
  /** The deciding words, or what is missing, as written. */
  readonly why: string;
  /** The quotations in `why`. */
  readonly quotations: readonly string[];
}

/** The Engineer's answer to an issue: exactly one of changes, a quotation, a DISAGREE (SPEC 5). */
export interface ReadResponse extends Lines {
  readonly issue: IssueId;
  readonly text: string;
  /** `**Changed in:** 2, 3`: numbers of changes in this document. */
  readonly changedIn: readonly number[];
  /** `**Already in:** "…"`: the quotation. */
  readonly alreadyIn?: string;
  readonly gap?: GapId;
}

/** A DISAGREE block, or a response with that position (SPEC 8). Missing parts are absent, not empty. */
export interface ReadDisagreement extends Lines {
  readonly issue: IssueId;
  readonly concern?: string;
  readonly position?: string;
  readonly rationale?: string;
  readonly alternative?: string;
  readonly request?: string;
  readonly gap?: GapId;
}

/** `BLOCKED_NEEDS_INPUT: GAP-…` or `UNCERTAINTY: GAP-…` (SPEC 7). */
export interface Blocked extends Lines {
  readonly kind: "BLOCKED_NEEDS_INPUT" | "UNCERTAINTY";
  readonly gap?: GapId;
  /** The question, whole: what stands on the line and below it up to the next heading, choices left out. */
  readonly reason: string;
  /** Answers that it offers. */
  readonly choices?: readonly InputChoice[];
}

/** `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a). */
export interface OutOfScope extends Lines {
  readonly gap: GapId;
  readonly reason: string;
}

export type VerdictValue = "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION";

export interface GapVerdict {
  readonly gap: GapId;
  readonly value: VerdictValue;
  readonly line: number;
}

/** `src/store.ts:42`, outside code blocks (SPEC 15.5). */
export interface Citation {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** Where in the document it is cited. */
  readonly at: number;
}

export interface Reference {
  readonly gap: GapId;
  readonly line: number;
}

/** One change of form, never of content (SPEC 5, tier 0). */
export interface Repair {
  readonly kind: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Lines that the reader made nothing of where a value belongs (SPEC 5, nothing is passed over). */
export interface Unread extends Lines {
  readonly text: string;
  /** What was expected there, in a few words. */
  readonly expected: string;
}

interface ReadDocument {
  /** Every gap id written as a reference (not in code or comments), declared or not. */
  readonly references: readonly Reference[];
  readonly citations: readonly Citation[];
  readonly newGaps: readonly NewGap[];
  readonly outOfScope: readonly OutOfScope[];
  readonly unread: readonly Unread[];
  readonly empty: boolean;
}

export interface EngineerDocument extends ReadDocument {
  readonly role: "engineer";
  readonly resolutions: readonly Resolution[];
  readonly responses: readonly ReadResponse[];
  readonly disagreements: readonly ReadDisagreement[];
  readonly blocked: readonly Blocked[];
}

export interface ReviewerDocument extends ReadDocument {
  readonly role: "reviewer";
  /** The gaps whose proposals this document says it reviews. */
  readonly reviewed: readonly Reference[];
  readonly hasReviewHeading: boolean;
  /** Severity sections that stand in it, whether or not they hold issues. */
  readonly severitySections: number;
  readonly issues: readonly ReadIssue[];
  readonly rechecks: readonly Recheck[];
  /** Severities that the Reviewer gives to gaps that exist, `**Gap severity:** HIGH` (SPEC 3.4). */
  readonly severities: readonly { readonly gap: GapId; readonly severity: Severity }[];
  /** The NO_ISSUES_FOUND statements, each whole: the scope and what was counted (SPEC 7). */
  readonly noIssuesFound: readonly (Lines & { readonly text: string })[];
  readonly verdicts: readonly GapVerdict[];
}

export type AgentDocument = EngineerDocument | ReviewerDocument;

/** What came of reading a document. */
export interface Reading {
  readonly document: AgentDocument;
  /** The canonical form: `document`'s lines count in it. */
  readonly text: string;
  /** With lines of the text as it came. */
  readonly repairs: readonly Repair[];
}
