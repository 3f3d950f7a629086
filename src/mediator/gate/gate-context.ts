import type { AgentDocument, Citation } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import type { FailureType } from "../../model/gate-result.ts";
import type { DecisionId, GapId, IssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";

/** A gap that the run was given. */
export interface AssignedGap {
  readonly id: GapId;
  readonly text: string;
}

/** An issue of the session's ledger. */
export interface KnownIssue {
  readonly id: IssueId;
  /** The Reviewer's words: what a DISAGREE must quote (SPEC 8). */
  readonly text: string;
  readonly label?: string;
  readonly gap?: GapId;
  readonly severity?: Severity;
  readonly decided?: string;
  readonly quotations?: readonly string[];
}

/** A conflict that the User decided (SPEC 10.5). */
export interface DecidedConflict {
  readonly issue: IssueId;
  readonly decision: DecisionId;
  readonly gap?: GapId;
  /** The position that lost, in the words of its author; empty when none did. */
  readonly rejected: string;
}

/** What a document is judged against. What is absent is not known, and the checks that need it are skipped. */
export interface GateContext {
  readonly role: AgentDocument["role"];
  readonly round?: number;
  /** Where the document had to be, named when it is not there. */
  readonly path?: string;
  /** The Engineer's gaps in this run. */
  readonly assigned?: readonly AssignedGap[];
  /** The round is for lesser issues: an answer by id addresses its gap, and only changes are wanted (SPEC 12). */
  readonly polishing?: boolean;
  /** The gaps that exist. */
  readonly inventory?: { has(gap: string): boolean };
  readonly issues?: Iterable<KnownIssue>;
  /** The gaps whose proposals the Reviewer was given. */
  readonly proposals?: readonly GapId[];
  /** The issues that need the Reviewer's word: CRITICAL, HIGH or decided, open on those gaps (SPEC 5, PARTIAL_REVIEW). */
  readonly wordWanted?: readonly IssueId[];
  readonly decided?: readonly DecidedConflict[];
  /** The text that the run was shown: the working spec, or for a review the candidate. */
  readonly spec?: Spec;
  /** For a revision: that text with the changes of the last version. */
  readonly previous?: Spec;
  /** Whether a cited place exists, where there is a codebase (SPEC 15.5). */
  readonly citationExists?: (citation: Citation) => boolean;
  /** `min_section_chars`: characters that a resolution should have at least; 200 unless set (SPEC 5). */
  readonly minSectionChars?: number;
  /** `max_words_per_gap`: what a resolution may add beside what it replaces (SPEC 5). */
  readonly maxWordsPerGap?: number;
  /** Failures that an earlier attempt was sent back for: what is retried once becomes a warning (SPEC 5). */
  readonly retried?: readonly FailureType[];
}

/** What came of the run, as it reaches the gate. */
export type GateSubject =
  | { readonly type: "missing" }
  /** The bytes are no text. */
  | { readonly type: "undecodable"; readonly reason: string }
  /** `text` is the text that `document` was read from: its lines are the document's lines. */
  | { readonly type: "document"; readonly document: AgentDocument; readonly text: string };
