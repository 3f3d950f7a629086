import type { InputChoice } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Severity } from "../model/severity.ts";

/**
 * What the reader understands of an agent's document (SPEC 5). Lines are 1-based, inclusive, and count in the text
 * that was read; texts are the author's own words.
 */

/** A stretch of whole lines. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

export type Confidence = "HIGH" | "MEDIUM" | "LOW";

/** The sections of the Engineer's form, whatever a document calls them (SPEC 5). */
export type SectionPart = "solution" | "spec-text" | "examples" | "trade-offs" | "new-gaps";

/** A heading and what stands below it, down to the next heading of its level. */
export interface Section extends Lines {
  readonly heading: string;
  readonly level: number;
  /** Which section of the form this is; absent for a section of the author's own. */
  readonly part?: SectionPart;
  /** The body as written, without blank lines at both ends. */
  readonly text: string;
  /** Characters of the body, white space at both ends not counted. */
  readonly chars: number;
}

/** Whole lines of the source, and what stands in their place afterwards. Lines that stay are in both. */
export interface LineEdit {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Words that go into the spec, and where (SPEC 5, the Engineer's form). */
export interface SpecText extends Lines {
  /** The heading of the source that the text belongs to; absent when the document names none. */
  readonly target?: string;
  /** `edit`: lines of the source are changed where they stand, as a `diff` fence says. */
  readonly mode: "replace" | "append" | "edit";
  /** For an edit: the lines as they are afterwards. */
  readonly text: string;
  readonly edits?: readonly LineEdit[];
}

export interface Resolution extends Lines {
  readonly gap: GapId;
  /** The gap as the document writes it, where that is not the id. */
  readonly label?: string;
  readonly title: string;
  readonly confidence?: Confidence;
  /** What stands between the heading and the first section, the line of the confidence left out. */
  readonly intro: string;
  /** The sections directly below the heading; those within them are part of their text. */
  readonly sections: readonly Section[];
  readonly specTexts: readonly SpecText[];
  readonly examples: number;
  /** Characters of the whole resolution, headings included. */
  readonly chars: number;
  /** The document says that this gap is resolved or complete (SPEC 9, H3). */
  readonly claimsResolved: boolean;
}

export interface NewGap extends Lines {
  /** Absent when the document's own name for it is not an id; `label` has the name then. */
  readonly id?: GapId;
  readonly label?: string;
  readonly summary: string;
  readonly text: string;
  readonly severity?: Severity;
  readonly dependsOn: readonly GapId[];
}

export type IssueKind = "raised" | "withdrawn" | "observation";

export interface ReadIssue extends Lines {
  /** Absent until repair gives it one; `label` has the document's own name (`H1`, `CRIT-001`). */
  readonly id?: IssueId;
  readonly label?: string;
  readonly title: string;
  /** The whole item, the author's words, without the heading or bullet marker. */
  readonly text: string;
  readonly severity: Severity;
  /** The word in the document that gave the severity; absent when none was stated. */
  readonly severityAsWritten?: string;
  /** Not stated as HIGH, but it reads as blocking (SPEC 3.6). */
  readonly readsAsBlocking: boolean;
  readonly gap?: GapId;
  readonly kind: IssueKind;
  readonly location?: string;
  readonly impact?: string;
  readonly suggestion?: string;
}

export type RecheckStatus = "RESOLVED" | "NOT_FIXED" | "UNCLEAR" | "WITHDRAWN";

/** The Reviewer's word on an earlier issue (SPEC 3.6). */
export interface Recheck extends Lines {
  readonly issue?: IssueId;
  readonly label?: string;
  readonly status: RecheckStatus;
  readonly why: string;
}

/** The Engineer's answer to an issue, by id or by the issue's label. */
export interface ReadResponse extends Lines {
  readonly issue?: IssueId;
  readonly label?: string;
  readonly form: "heading" | "table" | "list" | "inline";
  readonly text: string;
  /** Some rejections are written as a response with the position DISAGREE (SPEC 8); those are disagreements instead. */
  readonly gap?: GapId;
}

/** A DISAGREE block (SPEC 8). Missing parts are absent, not empty. */
export interface ReadDisagreement extends Lines {
  readonly issue?: IssueId;
  readonly label?: string;
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
  readonly reason: string;
  /** Answers that it offers. */
  readonly choices?: readonly InputChoice[];
}

export type VerdictValue = "APPROVED" | "APPROVED_WITH_NOTES" | "NEEDS_REVISION" | "NONE";

export interface Verdict {
  readonly value: VerdictValue;
  readonly asWritten?: string;
  readonly line?: number;
  /** Where the document gives one per gap. */
  readonly byGap: readonly { readonly gap: GapId; readonly value: VerdictValue; readonly line: number }[];
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

/** Something that can be read two ways: kept and asked, never guessed. */
export interface Ambiguity {
  readonly kind: string;
  readonly line: number;
  readonly message: string;
}

interface ReadDocument {
  /** Every gap id written as a reference (not in code or comments), declared or not. */
  readonly references: readonly Reference[];
  readonly citations: readonly Citation[];
  readonly newGaps: readonly NewGap[];
  readonly ambiguities: readonly Ambiguity[];
  /** `undefined` when the text was not valid UTF-8 or held NUL: then nothing else was read. */
  readonly undecodable: boolean;
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
  readonly severitySections: readonly Section[];
  readonly issues: readonly ReadIssue[];
  readonly rechecks: readonly Recheck[];
  /** The NO_ISSUES_FOUND statement, with its scope (SPEC 7). */
  readonly noIssuesFound?: Lines & { readonly text: string };
  readonly verdict: Verdict;
}

export type AgentDocument = EngineerDocument | ReviewerDocument;
