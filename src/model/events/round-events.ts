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

/** A repair of a document's form, as records show it. */
const repair = z.object({ kind: text, line: number, from: text, to: text });

/** The example in a prompt, for the example log (SPEC 6, 17). */
const example = z.object({
  tier: z.enum(["canonical", "session", "template"]),
  origin: text,
  /** Its size in the prompt. */
  size: optional(
    z.object({
      chars: number,
      tokens: number,
      /** Characters before it was cut to its budget; absent if it was not cut. */
      cutFrom: optional(number),
      /** How many documents it was chosen from. */
      of: number,
    }),
  ),
});

const runRole = z.enum(["engineer", "reviewer", "final-review", "survey", "middle-ground"]);

/** Rounds, the runs in them, and their documents. */
export const RUN_EVENTS = {
  /** A round opens: Engineer runs for the assigned gaps (SPEC 4.1), and earlier proposals to be reviewed. */
  round_opened: z.object({
    round: number,
    assigned: gapIds,
    /** Gaps that share a run; absent if every gap has its own. */
    clusters: optional(z.array(gapIds)),
    carriedOver: gapIds,
    /** The issues that a polishing round is for (SPEC 12). */
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
  /** A run begins. */
  run_started: z.object({
    run: text,
    role: runRole,
    gaps: gapIds,
    attempt: number,
    agent: text,
    /** Absent where the agent takes facts and is sent no prompt: in the interview. */
    promptPath: optional(text),
    promptChars: optional(number),
    /** Its own folder while it lasts, where a later process finds it. */
    folder: optional(text),
    /** The failure that a retry was told about. */
    notice: optional(failureType),
    example: optional(example),
    /** The document exists already, so no agent is asked for it. */
    given: optional(yes),
  }),
  /** The provider failed for a moment; the same run continues (SPEC 15.3). */
  run_repeated: z.object({ run: text, reason: text, waitSeconds: number }),
  /** The whole answer is in `attempts/`: perhaps still as `.part`, but from here on it survives the process. */
  run_answered: z.object({ run: text, sha256: text, usage: usageSchema }),
  /** A run ended: its document, its cost, the gate's judgement. Synced: from here on it is never paid for again. */
  run_ended: z.object({
    run: text,
    outcome: z.enum(["document", "missing", "failed"]),
    path: optional(text),
    usage: usageSchema,
    gate: gateResultSchema,
    /** A retry would not help: the agent is not found or not authorised. */
    fatal: flag,
    /** Why the agent itself failed, with the exit code if it is a program. */
    failure: optional(z.object({ reason: text, message: text, exitCode: optional(number) })),
    repairs: number,
    blocked: z.array(blockedDigest),
    /** The answer was found whole in `attempts/` after a crash. */
    recovered: flag,
  }),
  /** Runs ended without an answer, because the process or the agent failed; they start again under the same names. */
  runs_abandoned: z.object({ runs: texts }),
  /** An agent changed a file that it may not change (SPEC 2). */
  violation_found: z.object({
    run: text,
    path: text,
    what: text,
    /** It was not put back, because the User may have changed it. */
    left: optional(yes),
    /** Where the earlier text of the User's own spec is. */
    kept: optional(text),
    /** The working spec before and after; `own` if the edit is the User's, because no agent could write. */
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

/** A note in the summary that `whetstone flag` can act on (SPEC 4.6). */
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

/** The meaning of a round's documents: disagreement, issues, changes, questions, decisions. */
export const REVIEW_EVENTS = {
  /** The answers were compared with the open issues (SPEC 8, 9). */
  disagreement_measured: z.object({ round: number, rate: disagreeRate, flags: z.array(flagSchema) }),
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
    /** The Reviewer's statement or the Engineer's answer that caused the change. */
    lastWord: optional(text),
    lastAnswer: optional(text),
    notFixedInARow: optional(number),
    unansweredIn: optional(number),
  }),
  /** A note for the summary: `whetstone flag` can act on it. */
  noted: z.object({ note }),
  /** These exact edits go into the working spec, all together (SPEC 4.5). */
  changes_accepted: z.object({ batch: batchSchema }),
  /** A proposal applies only together with another gap's, so both are reviewed together (SPEC 4.5). */
  proposal_held: z.object({ gap: gapId, why: text }),
  /** Two runs changed the same words, or gave the same number; the later gap's Engineer runs again (SPEC 4.2). */
  overlap_found: z.object({
    gap: gapId,
    with: gapId,
    /** The changes already in the text that the next run is shown. */
    after: z.array(changeSetSchema),
    /** The changes that the later gap had proposed. */
    changes: z.array(changeSchema),
  }),
  /** The author edited the source: accepted changes were replayed on it; `overlaps` touch the same words (SPEC 12). */
  source_merged: z.object({
    source: specSchema,
    batches: z.array(batchSchema),
    overlaps: z.array(overlapSchema),
    message: text,
  }),
  /** The author's files have the working spec, which was exported there, with what they changed in it since. */
  source_read: z.object({ source: specSchema }),
  /** An edit of the working spec is the User's or a program's: the same entry has a change or a violation. */
  edit_settled: z.object({ mine: flag }),
  /** The User settled an overlap; the choice is in the same entry, as `changes_accepted`. */
  overlap_settled: z.object({ overlap: overlapSchema }),
  /** The User kept or removed the text of a gap that was reopened and then ended (SPEC 4.5). */
  text_settled: z.object({ gap: gapId, kept: flag }),
  /** The round's documents were applied to gaps and issues. */
  round_synthesised: z.object({ round: number }),
  /** The User was asked (SPEC 14). The question stays open until it is answered or withdrawn. */
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
