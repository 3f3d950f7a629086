import * as z from "zod";
import { batchSchema, changeSchema, changeSetSchema, overlapSchema, specSchema } from "../change.ts";
import { roundRecordSchema } from "../convergence.ts";
import { decisionSchema } from "../decision.ts";
import {
  conflictOption,
  conflictSchema,
  conflictState,
  disagreeRate,
  flagOutcome,
  flagSchema,
} from "../disagreement.ts";
import { issueSchema, issueState } from "../issue.ts";
import { answerSchema, questionSchema } from "../question.ts";
import {
  decisionId,
  flag,
  gapId,
  gapIds,
  issueId,
  issueIds,
  number,
  optional,
  type Shape,
  severity,
  text,
} from "../shapes.ts";

/** Something that the summary lists and `whetstone flag` can act on (SPEC 4.6). */
const note = z.object({
  /** `NOTE-R{round}-{nnn}`. */
  id: text,
  kind: z.enum([
    "verdict-mismatch",
    "severity-conflict",
    "closed-over-open-issue",
    "unanchored",
    "set-aside",
    "overlap",
    "check",
    "gate-warning",
    "information",
  ]),
  message: text,
  gap: optional(gapId),
  issue: optional(issueId),
});

/** What a round's documents mean: disagreement, issues, changes, questions, decisions. */
export const REVIEW_EVENTS = {
  /** The Engineer's document was held against the open issues (SPEC 8, 9). */
  disagreement_measured: z.object({
    round: number,
    rate: disagreeRate,
    flags: z.array(flagSchema),
    answered: issueIds,
  }),
  /** The Engineer must revise before a review is paid for; its document of this round is taken back. */
  revision_ordered: z.object({ gaps: gapIds, issues: issueIds, why: text }),
  /** The rate of disagreement, taken again after the User changed severities. */
  rate_measured: z.object({ rate: disagreeRate }),
  /** What became of a flag. */
  flag_settled: z.object({ flag: text, outcome: flagOutcome, reason: optional(text) }),
  /** Two positions on one issue (SPEC 10). */
  conflict_opened: z.object({ conflict: conflictSchema }),
  /** A run was asked for a text between two positions (SPEC 10); no text where it gave none. */
  middle_ground_given: z.object({ issue: issueId, run: text, text: optional(text) }),
  /** A conflict is decided or dropped. */
  conflict_closed: z.object({
    issue: issueId,
    state: conflictState.exclude(["open"]),
    option: optional(conflictOption),
    decision: optional(decisionId),
    rejected: optional(text),
  }),
  /** An issue enters the ledger (SPEC 3.6). */
  issue_raised: z.object({ issue: issueSchema }),
  /** An issue goes to another state, or its severity changes. */
  issue_changed: z.object({
    issue: issueId,
    to: issueState,
    why: text,
    severity: optional(severity),
    decided: optional(text),
    /** The Reviewer's word, or the Engineer's answer, whichever brought this about. */
    lastWord: optional(text),
    lastAnswer: optional(text),
    notFixedInARow: optional(number),
    unansweredIn: optional(number),
  }),
  /** Something that the summary lists and `whetstone flag` can act on. */
  noted: z.object({ note }),
  /** These exact edits go into the working spec, together (SPEC 4.5). */
  changes_accepted: z.object({ batch: batchSchema }),
  /** A proposal does not apply without that of a gap that was not accepted: it is reviewed again with it (SPEC 4.5). */
  proposal_held: z.object({ gap: gapId, why: text }),
  /** Two runs changed the same words, or gave the same number: the later gap's Engineer runs once more, after these changes (SPEC 4.2). */
  overlap_found: z.object({
    gap: gapId,
    with: gapId,
    /** The number of a list or the id that both gave. */
    taken: optional(text),
    /** What stands before it in the text that the next run is shown. */
    after: z.array(changeSetSchema),
    /** What it had proposed. */
    changes: z.array(changeSchema),
  }),
  /**
   * The author edited the source: what was accepted is replayed on the newest text; `overlaps` are changes of words
   * that the author changed, too (SPEC 12).
   */
  source_merged: z.object({
    source: specSchema,
    batches: z.array(batchSchema),
    overlaps: z.array(overlapSchema),
    message: text,
  }),
  /** The User chose between the author's words and a change; what they chose stands beside as `changes_accepted`. */
  overlap_settled: z.object({ overlap: overlapSchema }),
  /**
   * The text of a gap that was reopened and then ended stays or is taken out again, on the User's word (SPEC 4.5).
   */
  text_settled: z.object({ gap: gapId, kept: flag }),
  /** What the round's documents mean for gaps and issues is recorded. */
  round_synthesised: z.object({ round: number }),
  /** A question to the User (SPEC 14). It stands until it is answered or withdrawn. */
  question_asked: z.object({ question: questionSchema }),
  /** The User's answer. Synced. */
  question_answered: z.object({ answer: answerSchema }),
  /** The answer's consequences stand in the same entry. */
  answer_applied: z.object({ question: text }),
  /** The question is moot. */
  question_withdrawn: z.object({ question: text, why: text }),
  /** A decision, in the User's words (decisions.md). */
  decision_recorded: z.object({ decision: decisionSchema }),
  /** The round is over; the record is its line of the convergence table. */
  round_closed: z.object({ record: roundRecordSchema }),
};

export interface Note extends Shape<typeof note> {}
