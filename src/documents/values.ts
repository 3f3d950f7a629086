import type { Change } from "../model/change.ts";
import type {
  BlockedDigest,
  DisagreementDigest,
  IssueDigest,
  NewGapDigest,
  OutOfScopeDigest,
  ProposalDigest,
  RecheckDigest,
  ResponseDigest,
  ReviewerDigest,
} from "../model/digest.ts";
import type { RepairRecord } from "../model/events/round-events.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Severity } from "../model/severity.ts";
import type { Lines } from "./markdown/block.ts";

/** What is read of an agent's document (SPEC 5), in its own words; lines are 1-based and inclusive. */

export type Confidence = NonNullable<ProposalDigest["confidence"]>;

/** The sections of the Engineer's form, whatever a document calls them (SPEC 5). */
export type SectionPart = ProposalDigest["sections"][number];

/** A heading of a resolution and what stands below it. */
export interface ResolutionSection extends Lines {
  readonly heading: string;
  readonly part: SectionPart;
  /** The body as written, without blank lines at both ends. */
  readonly text: string;
}

/** One change of a Spec Changes section, and where it stands in the document. */
export interface ReadChange extends Change, Lines {}

export interface Resolution extends Omit<ProposalDigest, "sections" | "changes" | "noChange" | "after"> {
  readonly sections: readonly ResolutionSection[];
  readonly changes: readonly ReadChange[];
  /** `No change needed`, or a wrong premise: the words of the spec that settle it, and what is said of them. */
  readonly noChange?: Lines & { readonly quotation: string; readonly text: string };
}

/** Without an id where the document's own name for it is none; `label` has the name then. */
export interface NewGap extends Omit<NewGapDigest, "id" | "severity">, Lines {
  readonly id?: GapId;
  readonly severity?: Severity;
}

/** Without an id until it is given one; `label` has the document's own name (`H1`, `CRIT-001`). */
export interface ReadIssue
  extends Lines,
    Omit<IssueDigest, "gap" | "id" | "severityAsWritten" | "anchored" | "late">,
    Partial<Pick<IssueDigest, "gap" | "id">> {
  /** The heading that gave the severity. */
  readonly severityAsWritten: string;
  /** `withdrawn`: the Reviewer took it back in the same document. */
  readonly kind: "raised" | "withdrawn";
}

export type RecheckStatus = RecheckDigest["status"];

/** The Reviewer's word on an earlier issue (SPEC 3.6). */
export interface Recheck extends RecheckDigest, Lines {
  /** The quotations in `why`. */
  readonly quotations: readonly string[];
}

/** A row of `### Left Open` (SPEC 12). */
export interface LeftOpenWord {
  readonly id: GapId | IssueId;
  readonly status: "SETTLED" | "BLOCKS" | "OPEN";
  readonly why: string;
}

/** The Engineer's answer to an issue: exactly one of changes, a quotation, a DISAGREE (SPEC 5). */
export interface ReadResponse extends ResponseDigest {
  readonly gap?: GapId;
}

/** A DISAGREE block, or a response with that position (SPEC 8). Missing parts are absent, not empty. */
export interface ReadDisagreement extends Lines, Partial<Omit<DisagreementDigest, "issue" | "line" | "endLine">> {
  readonly issue: DisagreementDigest["issue"];
  readonly gap?: GapId;
}

/** `BLOCKED_NEEDS_INPUT: GAP-…` or `UNCERTAINTY: GAP-…` with the whole question, choices apart (SPEC 7). */
export interface Blocked extends Omit<BlockedDigest, "gap">, Lines {
  readonly gap?: GapId;
}

/** `OUT_OF_SCOPE: GAP-… reason` (SPEC 3.5a). */
export interface OutOfScope extends OutOfScopeDigest, Lines {}

export type GapVerdict = ReviewerDigest["verdicts"][number] & { readonly line: number };
export type VerdictValue = GapVerdict["value"];

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
export type Repair = RepairRecord;

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
  /** Severity sections that stand in it, whether or not they hold issues. */
  readonly severitySections: number;
  readonly issues: readonly ReadIssue[];
  readonly rechecks: readonly Recheck[];
  /** Severities that the Reviewer gives to gaps that exist, `**Gap severity:** HIGH` (SPEC 3.4). */
  readonly severities: ReviewerDigest["severities"];
  /** The NO_ISSUES_FOUND statements, each whole: the scope and what was counted (SPEC 7). */
  readonly noIssuesFound: readonly (Lines & { readonly text: string; readonly gap?: GapId })[];
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
