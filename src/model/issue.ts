import type { GapId, IssueId } from "./ids.ts";
import { isBlocking, type Severity } from "./severity.ts";

/** SPEC 3.6: issues are a ledger. */
export const ISSUE_STATES = [
  "OPEN",
  "ANSWERED",
  "VERIFIED",
  "NOT_FIXED",
  "DISPUTED",
  "WAIVED",
  "LOWERED",
  "WITHDRAWN",
] as const;

export type IssueState = (typeof ISSUE_STATES)[number];

export interface Issue {
  readonly id: IssueId;
  readonly label?: string;
  readonly gap: GapId;
  readonly title: string;
  /** The Reviewer's words, bounded. */
  readonly text: string;
  readonly location?: string;
  readonly suggestion?: string;
  readonly impact?: string;
  /** Raised by the User, on words of the working spec; absent for an issue of the Reviewer's. */
  readonly by?: "user";
  readonly severity: Severity;
  readonly severityAsWritten?: string;
  readonly state: IssueState;
  readonly round: number;
  /** `round_003/reviewer.md`, and the line there. */
  readonly document: string;
  readonly line: number;
  /** On a passage that an earlier review saw unchanged. */
  readonly late: boolean;
  /** Noted only: a late finding that does not block (SPEC 3.6). */
  readonly noted: boolean;
  /** Every quotation of its location occurs in the text that was reviewed (SPEC 3.6, grounded). */
  readonly anchored: boolean;
  readonly quotations: readonly string[];
  /** How often in a row the Reviewer called it NOT_FIXED (SPEC 11). */
  readonly notFixedInARow: number;
  /** The Reviewer's last word on it: what is missing, or the deciding words. */
  readonly lastWord?: string;
  /** The Engineer's last answer to it, in its own words. */
  readonly lastAnswer?: string;
  /** Accepted gaps whose text it contradicts, by its quotations: they are reopened with it (SPEC 4.5). */
  readonly contradicts?: readonly GapId[];
  /** What must be done, once a conflict about it was decided (SPEC 3.6). */
  readonly decided?: string;
  /** Rounds in which a document that had to answer it did not (SPEC 9). */
  readonly unansweredIn: readonly number[];
}

const LEGAL: Readonly<Record<IssueState, readonly IssueState[]>> = {
  OPEN: ["ANSWERED", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  ANSWERED: ["OPEN", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  NOT_FIXED: ["ANSWERED", "VERIFIED", "NOT_FIXED", "DISPUTED", "WAIVED", "LOWERED", "WITHDRAWN"],
  DISPUTED: ["OPEN", "WAIVED", "LOWERED", "WITHDRAWN", "VERIFIED"],
  VERIFIED: ["OPEN", "NOT_FIXED"],
  WAIVED: ["OPEN"],
  LOWERED: ["ANSWERED", "VERIFIED", "NOT_FIXED", "WITHDRAWN", "WAIVED", "OPEN"],
  WITHDRAWN: ["OPEN"],
};

/** Why the change is not legal, or `undefined` when it is. */
export function issueTransitionProblem(issue: Issue, to: IssueState): string | undefined {
  return LEGAL[issue.state].includes(to) ? undefined : `${issue.id} cannot go from ${issue.state} to ${to}`;
}

/** Not settled yet: the Engineer owes an answer or the Reviewer a word. */
export function isUnsettled(issue: Issue): boolean {
  return (
    issue.state === "OPEN" || issue.state === "ANSWERED" || issue.state === "NOT_FIXED" || issue.state === "DISPUTED"
  );
}

/** Keeps its gap from ACCEPTED and RESOLVED: a serious one, and whatever the User asks for (SPEC 3.6). */
export function holdsBack(issue: Issue): boolean {
  if (!isUnsettled(issue)) return false;
  return isBinding(issue) || (isBlocking(issue.severity) && !issue.noted);
}

/** The User decided it or raised it: it is to be met whatever its severity. */
export function isBinding({ decided, by }: Issue): boolean {
  return decided !== undefined || by === "user";
}
