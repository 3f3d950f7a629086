import type { ChangeBatch, MergeOverlap, Spec } from "../model/change.ts";
import type { Config, SizedLimits } from "../model/config.ts";
import type { RoundRecord } from "../model/convergence.ts";
import type { Decision } from "../model/decision.ts";
import type { Digest, EngineerDigest, ProposalDigest, ReviewerDigest } from "../model/digest.ts";
import type { Conflict, DisagreeRate, Flag } from "../model/disagreement.ts";
import type { Note, RunRole } from "../model/events/round-events.ts";
import type { EstimateBasis } from "../model/events/session-events.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Actor, Gap } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import type { Answer, Question } from "../model/question.ts";
import type { PatternFinding } from "../model/rollback.ts";
import type { Table } from "../model/table.ts";
import type { UsageRecord } from "../model/usage.ts";

export type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

export type Facts<Type extends SessionEvent["type"]> = Omit<EventOf<Type>, "type">;

/** The whole session: an immutable fold over the journal. It refers to documents and never contains them. */
export interface State {
  readonly seq: number;
  /** The time of that entry; within `next`, the present time. */
  readonly at: string;
  readonly session: SessionFacts;
  readonly config: Config;
  readonly limits: SizedLimits;
  readonly gaps: Table<GapId, Gap>;
  readonly issues: Table<IssueId, Issue>;
  readonly proposals: Table<GapId, Proposal>;
  readonly decisions: readonly Decision[];
  /** The entry of the last decision or rollback: decisions.md is made from it, and changes only with it. */
  readonly decisionsSeq: number;
  readonly conflicts: readonly Conflict[];
  readonly flags: readonly Flag[];
  /** How many issues counted as ANSWERED that the Reviewer then called NOT_FIXED (SPEC 9). */
  readonly missedAnswers: number;
  readonly rates: readonly DisagreeRate[];
  readonly records: readonly RoundRecord[];
  /** The last ten rounds in full (SPEC 17). */
  readonly recent: readonly RoundLog[];
  readonly round: OpenRound | undefined;
  readonly convergence: Convergence;
  /** Asked and not yet answered, oldest first. */
  readonly questions: readonly Question[];
  /** Answered and not yet applied. */
  readonly answers: readonly { readonly question: Question; readonly answer: Answer }[];
  /** Answers about passages that are not written into the spec yet: the User may still change them (SPEC 16.4). */
  readonly given: State["answers"];
  readonly questionCount: number;
  /** Words of the User for the prompts of some gaps; no gaps, or "*", means every gap (SPEC 7, context). */
  readonly contexts: readonly Facts<"gap_context_given">[];
  /** What a rollback adds to the prompts of some gaps (SPEC 13.6). */
  readonly adjustments: readonly Facts<"adjustment_added">[];
  readonly totals: Totals;
  readonly rollbacks: readonly RollbackRecord[];
  /** What rollbacks removed: its ids are not given to anything else (SPEC 3.1). */
  readonly retired: { readonly gaps: readonly Gap[]; readonly issues: readonly Issue[] };
  /** A rollback that was requested and is not carried out yet. */
  readonly rollback: PendingRollback | undefined;
  /** Gaps that the User chose for the next round. */
  readonly chosen: readonly GapId[];
  /** Documents that the next round uses instead of a run: kept attempts of undone rounds (SPEC 13.7). */
  readonly prepared: readonly Facts<"document_prepared">[];
  /** Prompts leave out proposals up to this round (SPEC 13.8, fresh prompts). */
  readonly freshAfter: number;
  readonly archives: ArchiveState;
  /** The states at the ends of the last rounds, for rollbacks; their own checkpoints are left out (SPEC 13.2). */
  readonly checkpoints: readonly { readonly round: number; readonly state: State }[];
  /** The last command taken from the inbox: after a crash its file may still be there, and must not be taken twice. */
  readonly lastCommand?: string;
  readonly stop: StopState;
  readonly finalReview: FinalReview;
  readonly setup: Setup;
  readonly spec: WorkingSpec;
  /** There was a polishing round, or the User did not want one (SPEC 12). */
  readonly polished: boolean;
}

/** The author's newest text with every accepted change, in order (SPEC 1). */
export interface WorkingSpec {
  /** The source when the session began: the places of gaps are lines of it. */
  readonly first: Spec;
  /** The newest text of the author, without accepted changes. */
  readonly source: Spec;
  /** How often the author's edits were merged; absent if never. */
  readonly edits?: number;
  readonly batches: readonly ChangeBatch[];
  /** The source with every batch applied: what agents and the User read. */
  readonly text: Spec;
  /** `text` when the session ended; edits made afterwards are merged into `text`, too. */
  readonly atEnd?: Spec;
  /** The author's files as last read, if the working spec was written into them. */
  readonly read?: Spec;
  /** Places where the author and an accepted change touched the same words, until the User chooses (SPEC 12). */
  readonly overlaps: readonly MergeOverlap[];
  /** Edits of the working spec that were saved while programs ran, and are not settled yet (SPEC 2, 12). */
  readonly unclaimed?: readonly UnclaimedEdit[];
  /** Gaps that were closed after their text was accepted, and about whose text the User has decided (SPEC 4.5). */
  readonly settled: readonly GapId[];
}

type Changed = Facts<"violation_found">;
export type UnclaimedEdit = Pick<Changed, "run" | "path" | "what"> & NonNullable<Changed["edit"]>;

export interface SessionFacts
  extends Pick<Facts<"session_created">, "name" | "specPath" | "scope" | "engineer" | "reviewer"> {
  readonly id: string;
  /** The spec belongs to a framework's folders, and is written back as the framework's tools expect (SPEC 12). */
  readonly framework: boolean;
  readonly createdAt: string;
  readonly initialGaps: number;
  /** Agents that cost money and that the User agreed to (SPEC 15.2). */
  readonly confirmed: readonly string[];
  /** The policy that answers questions for the User, except those that only a person may answer (SPEC 14). */
  readonly policy?: string;
}

/** Lines of a file in the session folder. */
export interface TextRef {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
}

export interface Proposal
  extends TextRef,
    Pick<ProposalDigest, "title" | "confidence" | "solution" | "chars" | "changes" | "decided" | "after" | "noChange"> {
  readonly id: GapId;
  readonly round: number;
  readonly reviewed: boolean;
  /** Why it counts as unreviewed although a review gives a verdict on it. */
  readonly held?: string;
  /** The version before it, from an earlier round. */
  readonly previous?: TextRef & Pick<Proposal, "round" | "changes">;
}

export interface Run extends Omit<Facts<"run_started">, "run"> {
  readonly id: string;
  readonly startedAt: string;
  readonly repeats: readonly { readonly reason: string; readonly waitSeconds: number }[];
  /** Present between the arrival of the answer and its judgement. */
  readonly answered?: Omit<Facts<"run_answered">, "run">;
  readonly end?: RunEnd;
  /** The process died during the run: it does not count, and is replaced when it starts again. */
  readonly abandoned?: true;
}

export interface RunEnd extends Omit<Facts<"run_ended">, "run"> {
  readonly at: string;
}

/** The Engineer's work on one gap of a round. */
export interface Slot {
  readonly gap: GapId;
  /** The gaps that share one run, this one included; absent if it has its own run (SPEC 4.1). */
  readonly cluster?: readonly GapId[];
  /** The number of attempts before it counts as failed (SPEC 6). */
  readonly allowed: number;
  /** The User or an overlap lets it go on up to this attempt, whatever the last one said (SPEC 4.2, 7). */
  readonly granted?: number;
  readonly dropped: boolean;
  /** The next attempt gets the shortest possible prompt (SPEC 7, both failed). */
  readonly condensed: boolean;
  /** The issues that the next attempt must answer, because the User sent the last document back (SPEC 8, 9). */
  readonly revision?: { readonly why: string; readonly issues: readonly IssueId[] };
  /** A document that replaces a run, and is judged like any other. */
  readonly given?: GivenDocument;
  /** Its changes overlap other gaps': the next run sees the spec with theirs, and its own again (SPEC 4.2). */
  readonly overlap?: Omit<Facts<"overlap_found">, "gap">;
}

/** A document by the User, or kept from an attempt that was undone (SPEC 7, 13.7). */
export interface GivenDocument {
  readonly text: string;
  /** Its author, named in the log in place of an agent. */
  readonly from: string;
}

export interface JoinedDocument<D extends Digest = Digest>
  extends Pick<Facts<"document_joined">, "path" | "sha256" | "chars" | "repairs" | "warnings"> {
  readonly digest: D;
}

export interface OpenRound {
  readonly number: number;
  readonly openedAt: string;
  /** The session's seconds when the round opened. */
  readonly openedAfter: number;
  /** The number of open gaps when the round opened. */
  readonly openAtStart: number;
  readonly slots: readonly Slot[];
  /** Gaps whose proposals an earlier round left unreviewed. */
  readonly carriedOver: readonly GapId[];
  /** Only in the polishing round before the end: the lesser issues that it is for (SPEC 12). */
  readonly polishing?: readonly IssueId[];
  readonly runs: readonly Run[];
  /** The number of attempts that the Reviewer may take. */
  readonly reviewerAllowed: number;
  readonly engineerDocument: JoinedDocument<EngineerDigest> | undefined;
  readonly reviewerDocument: JoinedDocument<ReviewerDigest> | undefined;
  readonly skipped: readonly { readonly role: "engineer" | "reviewer"; readonly why: string }[];
  /** The disagreement of its Engineer's document is measured. */
  readonly measured: boolean;
  /** The failure patterns in its Engineer's document; found only if the rollback mode acts on them (SPEC 13.5). */
  readonly patterns?: readonly PatternFinding[] | undefined;
  /** The User declined a rollback of it, which is then not offered again. */
  readonly rollbackDropped?: boolean;
  readonly synthesised: boolean;
  readonly notes: readonly Note[];
  readonly changes: readonly LedgerChange[];
  /** The questions of this round, so that none is asked twice. */
  readonly asked: readonly Pick<Question, "kind" | "about">[];
}

/** A change of the state or severity of a gap or issue, for the round's log (SPEC 17). */
export interface LedgerChange {
  readonly about: GapId | IssueId;
  readonly from: string;
  readonly to: string;
  readonly why: string;
  readonly by?: Actor;
  /** The issues that reopened a gap. */
  readonly issues?: readonly IssueId[];
}

export interface RoundLog extends OpenRound {
  /** The entry that closed it: its summary and log are made from the state at that entry. */
  readonly seq: number;
  readonly record: RoundRecord;
}

/** How the User answered divergence warnings; the measured convergence is in the records of the rounds (SPEC 11). */
export interface Convergence {
  /** The next round takes only CRITICAL gaps, because the User answered so. */
  readonly criticalOnly: boolean;
  /** The answer to the warning of each round that had one. */
  readonly choices: readonly { readonly round: number; readonly choice: string }[];
}

/** What the session has used, undone rounds included (SPEC 13). */
export interface Totals {
  readonly usage: Readonly<Record<RunRole, UsageRecord & { readonly runs: number; readonly failed: number }>>;
  readonly attempts: number;
  /** Runs that ended with the process that had started them. */
  readonly abandoned: number;
  /** Attempts whose prompt had a notice of a failure (SPEC 6). */
  readonly retries: number;
  /** First attempts at a piece of work, and how many of them passed the gate. */
  readonly firstAttempts: number;
  readonly validAtFirst: number;
  /** By tier: how many prompts had an example, and how many of their documents passed the gate. */
  readonly examples: Readonly<Record<string, { readonly used: number; readonly succeeded: number }>>;
  readonly violations: readonly Facts<"violation_found">[];
  /** Seconds in which the session waited for the User, or no process had it open. */
  readonly waitedSeconds: number;
  /** Seconds in which it worked. */
  readonly activeSeconds: number;
}

export type PendingRollback = Facts<"rollback_requested">;

export interface RollbackRecord extends Facts<"rounds_rolled_back"> {
  readonly at: string;
  /** What was decided in the undone rounds (SPEC 13.3). */
  readonly decisions: readonly Decision[];
}

/** What happens to the archives of undone rounds at the end (SPEC 13.10). */
export interface ArchiveState {
  readonly kept: readonly string[];
  /** Absent until it is done, after the session has ended. */
  readonly settled?: Facts<"archives_settled">["archives"];
}

/** The session is ending: the User is still to be asked how, or the steps of the ending are under way. */
type EndingState =
  /** Gates that an ending had passed before it was asked for again. */
  | { readonly type: "finish-requested"; readonly gatesPassed?: readonly Facts<"gate_passed">[] }
  | (Facts<"ending_chosen"> & {
      readonly type: "ending";
      readonly gatesPassed: readonly Facts<"gate_passed">[];
    });

export type StopState =
  | { readonly type: "running" }
  /** `ending`: the ending that continues on resume. */
  | { readonly type: "paused"; readonly reason: string; readonly ending?: EndingState }
  | EndingState
  | (Facts<"session_ended"> & { readonly type: "ended"; readonly at: string });

/** The steps before round 1 (SPEC 16.1). */
export interface Setup {
  readonly approved: boolean;
  readonly survey: "none" | "read";
  /** What the estimate after the survey is made from, again for each list of gaps (SPEC 15.4a). */
  readonly basis?: EstimateBasis;
  readonly runs: readonly Run[];
  /** Gaps that come before all others, in the User's order. */
  readonly order: readonly GapId[];
}

/** The final review of the whole spec (SPEC 12); it starts anew if the session goes on or its text changes. */
export interface FinalReview {
  readonly runs: readonly Run[];
  /** The number of runs of earlier final reviews since the last round: further runs are numbered after them. */
  readonly runsBefore: number;
  readonly result: "none" | "ready" | "not-ready" | "accepted";
  /** What it came to, in a line. */
  readonly message: string;
  readonly blockers: readonly Gap[];
  /** Gaps that were left open, and the words of the spec that settle them. */
  readonly settled: NonNullable<Facts<"final_review_read">["settled"]>;
  /** How often it said NOT_READY in this session: twice the session goes on by itself, after that the User decides. */
  readonly notReady: number;
}
