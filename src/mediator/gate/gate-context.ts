import type { AgentDocument, Citation } from "../../documents/agent-document.ts";
import type { Change, Spec } from "../../model/change.ts";
import type { Conflict } from "../../model/disagreement.ts";
import type { FailureType, GateWarning } from "../../model/gate-result.ts";
import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";
import { namesOf } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** An issue of the ledger; a DISAGREE must quote its text (SPEC 8). */
type KnownIssue = Pick<Issue, "id" | "text"> & Partial<Issue>;

/** What a document is judged against. A field that is absent is unknown, and the checks that need it are skipped. */
export interface GateContext {
  readonly role: AgentDocument["role"];
  readonly round?: number;
  /** Where the document had to be, for the message that it is missing. */
  readonly path?: string;
  /** The gaps of this run: the Engineer's, or those whose proposals the Reviewer was given. */
  readonly gaps?: readonly GapId[];
  /** In a polishing round an answer to an issue addresses its gap, and a resolution needs only changes (SPEC 12). */
  readonly polishing?: boolean;
  /** The gaps that exist. */
  readonly inventory?: { has(gap: string): boolean };
  readonly issues?: Iterable<KnownIssue> & { get(issue: IssueId): KnownIssue | undefined };
  /** Issues on those gaps that the review must say something about (SPEC 5, PARTIAL_REVIEW). */
  readonly issuesToRecheck?: readonly IssueId[];
  readonly decided?: readonly (Pick<Conflict, "issue"> & Partial<Conflict>)[];
  /** The spec in the run's prompt: the working spec, or the candidate for a review. */
  readonly spec?: Spec;
  /** For a revision: the working spec with the changes of the last version; for its review, also the working spec. */
  readonly previous?: Spec;
  /** The changes of the last version. */
  readonly previousChanges?: readonly Change[];
  /** Whether a cited place exists, where there is a codebase (SPEC 15.5). */
  readonly citationExists?: (citation: Citation) => boolean;
  /** `min_section_chars`: fewer characters in a resolution are a warning; 200 by default (SPEC 5). */
  readonly minSectionChars?: number;
  /** `max_words_per_gap`: a resolution that adds more words is a warning (SPEC 5). */
  readonly maxWordsPerGap?: number;
  /** Why earlier attempts were sent back: a check that is retried only once is a warning from then on (SPEC 5). */
  readonly retried?: readonly FailureType[];
}

/** A failed check of the gate. */
export interface Failure {
  readonly type: FailureType;
  readonly message: string;
  readonly offending?: readonly string[];
  /** Shown verbatim in the notice of a retry. */
  readonly details?: readonly string[];
  /** The warnings that replace it if a document was already sent back for it: it is retried once (SPEC 5). */
  readonly onceSentBack?: readonly GateWarning[];
}

/** The issue of the ledger that an answer names. */
export function issueMeant({ issue }: { readonly issue: IssueId }, { issues }: GateContext): KnownIssue | undefined {
  return issues?.get(issue);
}

/** The part of a document that fails a check, named by its issue or gap. */
interface Wrong {
  readonly issue?: string | undefined;
  readonly gap?: string | undefined;
  readonly line?: number | undefined;
}

/** The failure of a check for these parts, named with their lines; `undefined` if there are none. */
export function failureFor(
  items: readonly Wrong[],
  type: FailureType,
  message: (named: string) => string,
  more: Pick<Failure, "details" | "onceSentBack"> = {},
): Failure | undefined {
  if (items.length === 0) return undefined;
  const offending = [...new Set(items.map(({ issue, gap = "" }) => issue ?? gap))];
  return { type, message: message(places(items)), offending, ...more };
}

const MOST_LISTED = 12;
const LONGEST_QUOTE = 120;

export function list(items: readonly string[]): string {
  return namesOf(items, ", ", MOST_LISTED);
}

/** `GAP-FLOW-001 (line 12)`. */
export function at(what: string, line: number | undefined): string {
  return line === undefined ? what : `${what} (line ${line})`;
}

/** The wrong parts by id and line. */
export function places(items: readonly Wrong[]): string {
  return list(items.map(({ issue, gap = "", line }) => at(issue ?? gap, line)));
}

/** An agent's words on one line, shortened. */
export function quote(text: string): string {
  return `"${visibleLine(text, LONGEST_QUOTE)}"`;
}
