import * as z from "zod";
import { batchSchema, changeSchema, changeSetSchema, overlapSchema, specSchema } from "../change.ts";
import { roundRecordSchema } from "../convergence.ts";
import { decisionSchema } from "../decision.ts";
import { blockedDigest, digestSchema } from "../digest.ts";
import {
  conflictOption,
  conflictSchema,
  conflictState,
  disagreeRate,
  flagOutcome,
  flagSchema,
} from "../disagreement.ts";
import { failureType, gateResultSchema, gateWarning } from "../gate-result.ts";
import { issueSchema, issueState } from "../issue.ts";
import { answerSchema, questionSchema } from "../question.ts";
import {
  decisionId,
  flag,
  gapId,
  gapIds,
  issueId,
  issueIds,
  nothing,
  number,
  optional,
  role,
  type Shape,
  severity,
  text,
  texts,
  yes,
} from "../shapes.ts";
import { usageSchema } from "../usage.ts";

/** The repair of a document's form, as the records tell it. */
const repair = z.object({ kind: text, line: number, from: text, to: text });

/** The example of a prompt, for the example log (SPEC 6, 17). */
const example = z.object({
  tier: z.enum(["canonical", "session", "template"]),
  origin: text,
  /** As it stands in the prompt. */
  size: optional(
    z.object({
      chars: number,
      tokens: number,
      /** Characters before it was cut to its budget; absent where it is whole. */
      cutFrom: optional(number),
      /** How many documents it was chosen from. */
      of: number,
    }),
  ),
});

const runRole = z.enum(["engineer", "reviewer", "final-review", "survey", "middle-ground"]);

/** Rounds, the runs in them, and their documents. */
export const RUN_EVENTS = {
  /**
   * A round opens: an Engineer run for each assigned gap or cluster of gaps (SPEC 4.1), and these earlier proposals to
   * be reviewed; a polishing round has the issues that it is for (SPEC 12).
   */
  round_opened: z.object({
    round: number,
    assigned: gapIds,
    /** Absent where every gap has a run of its own. */
    clusters: optional(z.array(gapIds)),
    carriedOver: gapIds,
    polishing: optional(issueIds),
  }),
  /** The User skipped the polishing round (SPEC 12). */
  polishing_skipped: nothing,
  /** The User added gaps to the running round (SPEC 7). */
  gaps_assigned: z.object({ gaps: gapIds, why: text }),
  /** The round continues without this gap; `failed` when its attempts are used up. */
  slot_dropped: z.object({ gap: gapId, failed: flag, why: text }),
  /** One more attempt was granted; without a gap, for the Reviewer. */
  attempt_granted: z.object({ gap: optional(gapId), why: text, condensed: flag }),
  /** The User wrote the proposal (SPEC 7). */
  document_given: z.object({ gap: gapId, text }),
  /**
   * A run begins. Its prompt stands at `promptPath`; `folder` is its own while it lasts: a later process
   * finds it there. `notice` is the failure that a retry was told about, `example` what it was shown, with its size.
   * `given`: the document is there already, and nobody is asked for it.
   */
  run_started: z.object({
    run: text,
    role: runRole,
    gaps: gapIds,
    attempt: number,
    agent: text,
    promptPath: text,
    promptChars: number,
    folder: optional(text),
    notice: optional(failureType),
    example: optional(example),
    given: optional(yes),
  }),
  /** The provider failed for a moment; the same run goes on (SPEC 15.3). */
  run_repeated: z.object({ run: text, reason: text, waitSeconds: number }),
  /**
   * The whole answer is in `attempts/`: under its name or still as `.part`. A process that dies from here on leaves it
   * to be found.
   */
  run_answered: z.object({ run: text, sha256: text, usage: usageSchema }),
  /**
   * A run ended: its document (path, hash, size), what it cost, the gate's judgement. Synced: from here on it is
   * never paid for again. `recovered`: found whole in `attempts/` after a crash.
   */
  run_ended: z.object({
    run: text,
    outcome: z.enum(["document", "missing", "failed"]),
    path: optional(text),
    sha256: optional(text),
    bytes: optional(number),
    usage: usageSchema,
    gate: gateResultSchema,
    /** No retry helps: not found, not authorised. */
    fatal: flag,
    /** Why the agent itself failed; of a program with its exit code. */
    failure: optional(z.object({ reason: text, message: text, exitCode: optional(number) })),
    repairs: number,
    blocked: z.array(blockedDigest),
    recovered: flag,
  }),
  /**
   * Runs ended without an answer: with their process, or because their agent could not work and is tried again. They
   * start anew under the same names where they are wanted.
   */
  runs_abandoned: z.object({ runs: texts }),
  /**
   * An agent changed a file that it may not change (SPEC 2); it was put back unless it is `left`, since it may be the User's doing.
   * `kept` is where the earlier text of the User's own spec is. `edit`: the working spec before and after, which may be
   * the User's doing, or is their `own` since no agent can write.
   */
  violation_found: z.object({
    run: text,
    path: text,
    what: text,
    left: optional(yes),
    kept: optional(text),
    edit: optional(z.object({ shown: specSchema, found: specSchema, aside: text, own: optional(yes) })),
  }),
  /** `engineer.md` or `reviewer.md` of the round is complete; the digest is what the session keeps of it. */
  document_joined: z.object({
    round: number,
    path: text,
    sha256: text,
    chars: number,
    digest: digestSchema,
    repairs: z.array(repair),
    warnings: z.array(gateWarning),
  }),
  /** The round continues without this role (SPEC 7). */
  role_skipped: z.object({ role, why: text }),
  /** A skipped role tries again. */
  role_resumed: z.object({ role }),
};

export type RunRole = z.output<typeof runRole>;
export interface RepairRecord extends Shape<typeof repair> {}
export interface ExampleRecord extends Shape<typeof example> {}

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
  /** The answers were compared with the open issues (SPEC 8, 9). */
  disagreement_measured: z.object({
    round: number,
    rate: disagreeRate,
    flags: z.array(flagSchema),
    answered: issueIds,
  }),
  /** The Engineer must revise first; its document of this round is taken back. */
  revision_ordered: z.object({ gaps: gapIds, issues: issueIds, why: text }),
  /** The disagreement rate was measured again: the User changed severities. */
  rate_measured: z.object({ rate: disagreeRate }),
  /** A flag was settled. */
  flag_settled: z.object({ flag: text, outcome: flagOutcome, reason: optional(text) }),
  /** The two roles disagree on an issue (SPEC 10). */
  conflict_opened: z.object({ conflict: conflictSchema }),
  /** A run proposed a middle ground (SPEC 10); no text where it gave none. */
  middle_ground_given: z.object({ issue: issueId, run: text, text: optional(text) }),
  /** A conflict was decided or dropped. */
  conflict_closed: z.object({
    issue: issueId,
    state: conflictState.exclude(["open"]),
    option: optional(conflictOption),
    decision: optional(decisionId),
    rejected: optional(text),
    why: optional(text),
  }),
  /** An issue enters the ledger (SPEC 3.6). */
  issue_raised: z.object({ issue: issueSchema }),
  /** An issue changed its state or severity. */
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
  /** A note for the summary: `whetstone flag` can act on it. */
  noted: z.object({ note }),
  /** These exact edits go into the working spec: all together (SPEC 4.5). */
  changes_accepted: z.object({ batch: batchSchema }),
  /** A proposal waits for that of another gap: without it, it does not apply, and they are reviewed together (SPEC 4.5). */
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
  /** The author's files have the working spec, which was written there on request, and what they made of it since. */
  source_read: z.object({ source: specSchema }),
  /** An `edit` of the working spec is the User's or a program's: the same entry has it as a change, or as a violation. */
  edit_settled: z.object({ mine: flag }),
  /** The User settled an overlap; the choice is in the same entry, as `changes_accepted`. */
  overlap_settled: z.object({ overlap: overlapSchema }),
  /** The User kept or removed a gap's text: one that was reopened and then ended (SPEC 4.5). */
  text_settled: z.object({ gap: gapId, kept: flag }),
  /** The round's documents were applied to gaps and issues. */
  round_synthesised: z.object({ round: number }),
  /** The User was asked (SPEC 14). The question stands until it is answered or withdrawn. */
  question_asked: z.object({ question: questionSchema }),
  /** The User answered. Synced. */
  question_answered: z.object({ answer: answerSchema }),
  /** The answer took effect: its consequences are in the same entry. */
  answer_applied: z.object({ question: text }),
  /** The question no longer matters. */
  question_withdrawn: z.object({ question: text, why: text }),
  /** The User's decision, as in decisions.md. */
  decision_recorded: z.object({ decision: decisionSchema }),
  /** The User said that their decision answers a further question, too. */
  decision_widened: z.object({ decision: decisionId, question: text }),
  /** The round ended; the record is its line of the convergence table. */
  round_closed: z.object({ record: roundRecordSchema }),
};

export interface Note extends Shape<typeof note> {}
