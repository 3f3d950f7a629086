import type { GapOrigin } from "./gap.ts";
import type { GapId } from "./ids.ts";
import type { Severity } from "./severity.ts";

/** What the person may be asked (SPEC 14). A front end shows any of them; none has a screen of its own. */
export const QUESTION_KINDS = [
  "confirm-agent", // a paid agent is confirmed once (SPEC 15.2)
  "inventory", // approve the gaps before round 1 (SPEC 16.1)
  "input", // what an Engineer asked for with BLOCKED_NEEDS_INPUT (SPEC 7)
  "role-failed", // retries exhausted: five ways on (SPEC 7)
  "both-failed", // neither role gave anything (SPEC 7)
  "dependency-cycle", // which gap goes first (SPEC 4)
  "nothing-to-do", // no assignable gap and not complete (SPEC 4)
  "disagree-rate", // BLOCK_ROUND, SYSTEMATIC_ALERT, WARN_USER (SPEC 8)
  "flag", // implicit disagreement (SPEC 9)
  "conflict", // two positions on one issue (SPEC 10)
  "divergence", // the convergence warning (SPEC 11)
  "confirm-accepted", // ACCEPTED gaps, without auto_confirm (SPEC 4)
  "max-rounds", // the limit is reached (SPEC 12)
  "finish", // the person asked to end (SPEC 12)
  "out-of-scope", // serious gaps that an agent calls out of scope (SPEC 3.5a)
  "polish", // one round for the MEDIUM issues before the end (SPEC 12)
  "not-ready", // the final review found blockers (SPEC 12)
  "warning-gate", // exact words for what is left (SPEC 12)
  "rollback", // how to go on after one (SPEC 13.9)
  "root-cause", // repeated rollbacks of one round (SPEC 13.7)
  "rollback-limit", // the session's limit (SPEC 13.8)
  "merge-overlap", // the author and a change touched the same words (SPEC 12)
  "keep-text", // what becomes of the text of a gap that was reopened and then ended (SPEC 4.5)
  "verdict", // a second NEEDS_REVISION without a serious issue (SPEC 3.6)
  "ungrounded", // a CRITICAL issue whose quotation does not occur, after the retry (SPEC 5)
  "budget", // tokens, money or time are used up (SPEC 15.3)
  "agent-failure", // a provider keeps failing (SPEC 15.3)
  "archives", // what becomes of them at the end (SPEC 13.10)
] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface QuestionOption {
  /** Stable and short, for answers files and programs: `skip-role`. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** What choosing it does, in one sentence. */
  readonly effect: string;
  readonly recommended?: boolean;
  /** Fields that must be filled when this option is chosen, by field id. */
  readonly requires?: readonly string[];
  /** Fields that may be filled with it, and only with options that say so. */
  readonly offers?: readonly string[];
}

export interface QuestionField {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** The only text that is taken, to the letter (SPEC 12, warning gates). */
  readonly exactText?: string;
  /** Worth an editor rather than one line. */
  readonly long?: boolean;
  /** Prefilled, to be edited. */
  readonly initial?: string;
  /** Letters of options that may stand for a text; any other letter alone is refused, more words are the person's own. */
  readonly letters?: readonly string[];
  /** Words of the first piece of evidence whose place the text takes (SPEC 16.4). */
  readonly replaces?: string;
  /** The only ids that may be named, separated by commas or spaces; one at least. */
  readonly ids?: readonly string[];
  /** The text stands in the spec by itself: a word or a number alone is refused. */
  readonly sentence?: boolean;
  /** The text names gaps of the list that the question shows: numbers, ids, ranges, severities. */
  readonly selects?: boolean;
}

export interface Evidence {
  readonly title: string;
  /** Markdown, bounded. Agent text inside is untrusted. */
  readonly body: string;
  /** `round_003/reviewer.md:41`, where there is such a place. */
  readonly where?: string;
  /** Words of the body that the question is about, to be marked. */
  readonly marks?: readonly string[];
}

/** A gap as a list shows it: by its place in the list it has a number, from 1. */
export interface ListedGap {
  readonly id: GapId;
  readonly severity: Severity;
  readonly title: string;
  readonly origin: GapOrigin;
  /** `design.md:12, Delivery`. */
  readonly where?: string;
  /** The words of the spec that it is about. */
  readonly quote?: string;
}

export interface Question {
  /** `Q-R{round}-{nnn}`, unique in the session. */
  readonly id: string;
  readonly kind: QuestionKind;
  /** At most 12 characters. */
  readonly header: string;
  readonly text: string;
  readonly evidence: readonly Evidence[];
  /** Empty when only fields are asked for. */
  readonly options: readonly QuestionOption[];
  readonly fields: readonly QuestionField[];
  readonly multiple: boolean;
  /** What it is about, for answers files: gap or issue ids. */
  readonly about: readonly string[];
  /** What no policy may decide without its full words in the answers file (SPEC 14). */
  readonly personOnly: boolean;
  /** Gaps to choose from, in the order in which they are shown: numbers in an answer count from 1. */
  readonly gaps?: readonly ListedGap[];
}

export interface Answer {
  readonly question: string;
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  readonly via: "terminal" | "command" | "answers-file" | "policy" | "page" | "library";
  /** The policy that answered for the person, by name (SPEC 10.5). */
  readonly policy?: string;
}
