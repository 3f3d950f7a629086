import type { AgentDocument, Citation } from "../../documents/values.ts";
import type { Spec } from "../../model/change.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { FailureType, GateWarning } from "../../model/gate-result.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { namesOf } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** An issue of the session's ledger; its text is what a DISAGREE must quote (SPEC 8). */
export type KnownIssue = Pick<Issue, "id" | "text"> & Partial<Issue>;

/** A conflict that the User decided, with the position that lost (SPEC 10.5). */
export type DecidedConflict = Pick<Conflict, "issue"> & Partial<Conflict>;

/** What a document is judged against. What is absent is not known, and the checks that need it are skipped. */
export interface GateContext {
  readonly role: AgentDocument["role"];
  readonly round?: number;
  /** Where the document had to be, named when it is not there. */
  readonly path?: string;
  /** The gaps of this run: the Engineer's, or those whose proposals the Reviewer was given. */
  readonly gaps?: readonly GapId[];
  /** The round is for lesser issues: an answer by id addresses its gap, and only changes are wanted (SPEC 12). */
  readonly polishing?: boolean;
  /** The gaps that exist. */
  readonly inventory?: { has(gap: string): boolean };
  readonly issues?: Iterable<KnownIssue>;
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

/** A failed check: what the gate's result is made of. */
export interface Failure {
  readonly type: FailureType;
  readonly message: string;
  readonly offending?: readonly string[];
  /** Shown verbatim in the notice of a retry. */
  readonly details?: readonly string[];
  /** What is said instead once it was sent back: it is retried once (SPEC 5). */
  readonly onceSentBack?: readonly GateWarning[];
}

/** The ledger's issue that an answer names. */
export function issueMeant({ issue }: { readonly issue: IssueId }, { issues }: GateContext): KnownIssue | undefined {
  for (const known of issues ?? []) if (known.id === issue) return known;
  return undefined;
}

/** What a check may hold against a document: an answer, a resolution, a gap or an issue by its name. */
interface Wrong {
  readonly issue?: string | undefined;
  readonly gap?: string | undefined;
  readonly line?: number | undefined;
}

/** A check failed for these, which the message names with their lines; none failed where there are none. */
export function failsFor<Item extends Wrong>(
  items: readonly Item[],
  type: FailureType,
  message: (named: string, items: readonly Item[]) => string,
  more: Pick<Failure, "details" | "onceSentBack"> = {},
): Failure | undefined {
  if (items.length === 0) return undefined;
  const offending = [...new Set(items.map(({ issue, gap = "" }) => issue ?? gap))];
  return { type, message: message(places(items), items), offending, ...more };
}

/** How the gate words its findings: short, with places, and bounded whatever an agent wrote. */

const MOST_LISTED = 12;
const LONGEST_QUOTE = 120;

export function list(items: readonly string[]): string {
  return namesOf(items, ", ", MOST_LISTED);
}

/** `GAP-FLOW-001 (line 12)`. */
export function at(what: string, line: number | undefined): string {
  return line === undefined ? what : `${what} (line ${line})`;
}

/** What is wrong, by ids and lines. */
export function places(items: readonly Wrong[]): string {
  return list(items.map(({ issue, gap = "", line }) => at(issue ?? gap, line)));
}

/** An agent's words on one line, shortened. */
export function quote(text: string): string {
  return `"${visibleLine(text, LONGEST_QUOTE)}"`;
}
