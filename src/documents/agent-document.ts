import type { Change } from "../model/change.ts";
import type {
  BlockedDigest,
  DisagreementDigest,
  DuplicateDigest,
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

/** The values that are read from an agent's document (SPEC 5). Lines are 1-based and inclusive. */

export type Confidence = NonNullable<ProposalDigest["confidence"]>;

/** The sections of the Engineer's form (SPEC 5). */
export type SectionPart = ProposalDigest["sections"][number];

/** A section of a resolution. */
export interface ResolutionSection extends Lines {
  readonly heading: string;
  readonly part: SectionPart;
  /** The body as written, without blank lines at both ends. */
  readonly text: string;
}

/** A change and its lines in the document. */
export interface ReadChange extends Change, Lines {}

export interface Resolution extends Omit<ProposalDigest, "solution" | "sections" | "changes" | "noChange" | "after"> {
  readonly sections: readonly ResolutionSection[];
  readonly changes: readonly ReadChange[];
  /** For `No change needed` or a wrong premise: the words of the spec that settle it, and the explanation. */
  readonly noChange?: Lines & { readonly quotation: string; readonly text: string };
}

/** `label` has the document's name for it where that is not a gap id. */
export interface NewGap extends Omit<NewGapDigest, "id" | "severity">, Lines {
  readonly id?: GapId;
  readonly severity?: Severity;
}

/** Has no id until it is numbered; `label` has the document's name (`H1`, `CRIT-001`). */
export interface ReadIssue
  extends Lines,
    Omit<IssueDigest, "gap" | "id" | "anchored" | "late">,
    Partial<Pick<IssueDigest, "gap" | "id">> {
  /** The heading of its severity section. */
  readonly severityAsWritten: string;
  /** `withdrawn`: taken back by the Reviewer in the same document. */
  readonly kind: "raised" | "withdrawn";
}

export type RecheckStatus = RecheckDigest["status"];

/** What the Reviewer says about an earlier issue (SPEC 3.6). */
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
export interface ReadResponse extends ResponseDigest {}

/** A DISAGREE block, or a response with that position (SPEC 8). Missing parts are absent, not empty. */
export interface ReadDisagreement extends Lines, Partial<Omit<DisagreementDigest, "issue" | "line" | "endLine">> {
  readonly issue: DisagreementDigest["issue"];
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
  /** The line of the document that cites it. */
  readonly at: number;
}

export interface Reference {
  readonly gap: GapId;
  readonly line: number;
}

/** One change of form, never of content (SPEC 5, tier 0). */
export type Repair = RepairRecord;

/** Lines that could not be read where a value was expected (SPEC 5, nothing is passed over). */
export interface Unread extends Lines {
  readonly text: string;
  /** What was expected there, in a few words. */
  readonly expected: string;
}

interface ReadDocument {
  /** Every gap id outside code and comments, declared or not. */
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
  /** How many severity sections it has, with or without issues. */
  readonly severitySections: number;
  readonly issues: readonly ReadIssue[];
  readonly rechecks: readonly Recheck[];
  /** Severities that the Reviewer gives to existing gaps, `**Gap severity:** HIGH` (SPEC 3.4). */
  readonly severities: ReviewerDigest["severities"];
  readonly duplicates: readonly DuplicateDigest[];
  /** What stands before the first section, where it may judge the proposals. */
  readonly preamble?: string;
  /** The NO_ISSUES_FOUND statements with their scope and checklist (SPEC 7). */
  readonly noIssuesFound: readonly (Lines & { readonly text: string; readonly gap?: GapId })[];
  readonly verdicts: readonly GapVerdict[];
}

export type AgentDocument = EngineerDocument | ReviewerDocument;

/** The result of reading a document. */
export interface Reading {
  readonly document: AgentDocument;
  /** The canonical form; line numbers in `document` refer to it. */
  readonly text: string;
  /** Line numbers in repairs refer to the text as it came. */
  readonly repairs: readonly Repair[];
}
