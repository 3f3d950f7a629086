import type { Inventory } from "../../documents/repair/repair-context.ts";
import type { AgentDocument, Citation } from "../../documents/values.ts";
import type { DecisionId, GapId, IssueId } from "../../model/ids.ts";

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
}

/** A conflict that the person decided (SPEC 10.5). */
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
  /** Every gap id that exists. */
  readonly inventory?: Inventory;
  readonly issues?: readonly KnownIssue[];
  /** The gaps whose proposals the Reviewer was given. */
  readonly proposals?: readonly GapId[];
  readonly decided?: readonly DecidedConflict[];
  /** The text under review, for anchoring the Reviewer's issues (SPEC 3.6). */
  readonly reviewedText?: string;
  /** Whether a cited place exists, where there is a codebase (SPEC 15.5). */
  readonly citationExists?: (citation: Citation) => boolean;
  /** `min_section_chars`: characters that a resolution should have at least; 200 unless set (SPEC 5). */
  readonly minSectionChars?: number;
}

/** What came of the run, as it reaches the gate. */
export type GateSubject =
  | { readonly type: "missing" }
  /** The bytes are no text. */
  | { readonly type: "undecodable"; readonly reason: string }
  /** `text` is the text that `document` was read from: its lines are the document's lines. */
  | { readonly type: "document"; readonly document: AgentDocument; readonly text: string };
