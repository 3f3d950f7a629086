import type { ChangeBatch, MergeOverlap, Spec } from "../model/change.ts";
import type { Config, SizedLimits } from "../model/config.ts";
import type { ArchivePolicy } from "../model/config-modes.ts";
import type { RoundRecord } from "../model/convergence.ts";
import type { Decision } from "../model/decision.ts";
import type { Digest, EngineerDigest, ProposalDigest, ReviewerDigest } from "../model/digest.ts";
import type { Conflict, DisagreeRate, Flag } from "../model/disagreement.ts";
import type { Note, RunRole } from "../model/events/round-events.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Actor, Gap } from "../model/gap.ts";
import type { GapId, IssueId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import type { Answer, Question } from "../model/question.ts";
import type { PatternFinding } from "../model/rollback.ts";
import type { Table } from "../model/table.ts";
import type { UsageRecord } from "../model/usage.ts";

export type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** What an event says, as the state keeps it. */
export type Facts<Type extends SessionEvent["type"]> = Omit<EventOf<Type>, "type">;

/** The whole of a session: a fold over the journal, immutable, with references to documents and never documents. */
export interface State {
  /** The last entry that is folded in. */
  readonly seq: number;
  /** Its time; while something is decided, now. */
  readonly at: string;
  readonly session: SessionFacts;
  readonly config: Config;
  readonly limits: SizedLimits;
  readonly gaps: Table<GapId, Gap>;
  readonly issues: Table<IssueId, Issue>;
  /** Issues that are not settled: those that a prompt may have to show. */
  readonly liveIssues: readonly IssueId[];
  readonly proposals: Table<GapId, Proposal>;
  readonly decisions: readonly Decision[];
  /** The entry of the last decision or rollback: decisions.md names it, and changes only with it. */
  readonly decisionsSeq: number;
  readonly conflicts: readonly Conflict[];
  /** Flags that wait for the person, and those of the last ten rounds. */
  readonly flags: readonly Flag[];
  readonly flagStatistics: FlagStatistics;
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
  /** The last answers about passages, until they are written: they may be given anew (SPEC 16.4). */
  readonly given: State["answers"];
  readonly questionCount: number;
  /** Words of the person for prompts, by gap; "*" is every gap (SPEC 7, context). */
  readonly contexts: readonly Facts<"gap_context_given">[];
  /** SPEC 13.6: one text each, for the retry prompts of these gaps. */
  readonly adjustments: readonly Facts<"adjustment_added">[];
  readonly totals: Totals;
  readonly rollbacks: readonly RollbackRecord[];
  readonly rollback: PendingRollback | undefined;
  readonly chosen: readonly GapId[];
  /** Documents that the next round begins with: attempts that are taken up again (SPEC 13.7). */
  readonly prepared: readonly Facts<"document_prepared">[];
  /** Proposals up to this round are no part of prompts any more (SPEC 13.8, fresh prompts). */
  readonly freshAfter: number;
  readonly archives: ArchiveState;
  /** The state at the end of the last rounds, for rolling back; theirs are left out (SPEC 13.2). */
  readonly checkpoints: readonly { readonly round: number; readonly state: State }[];
  /** The last command that was taken from the inbox: after a crash its file may still be there. */
  readonly lastCommand?: string;
  readonly stop: StopState;
  readonly finalReview: FinalReview;
  readonly setup: Setup;
  readonly spec: WorkingSpec;
  /** There was a round for the lesser issues, or the User did not want one (SPEC 12). */
  readonly polished: boolean;
}

/** The centre of the session (SPEC 1): the author's newest text, and what was accepted since, in order. */
export interface WorkingSpec {
  /** The source as it was first read: places of gaps are its lines. */
  readonly first: Spec;
  readonly source: Spec;
  /** How often edits of the author's were taken over; absent where none were. */
  readonly edits?: number;
  readonly batches: readonly ChangeBatch[];
  /** The source with every batch applied: what everybody reads. */
  readonly text: Spec;
  /** The same when the session ended: what is edited afterwards is merged, too. */
  readonly atEnd?: Spec;
  /** The author's files as they were last read, where the working spec was written there. */
  readonly read?: Spec;
  /** Where the author and an accepted change touched the same words, and the User has not chosen yet (SPEC 12). */
  readonly overlaps: readonly MergeOverlap[];
  /** Edits of it that were saved while programs ran: the User's, or to be asked about (SPEC 2, 12). */
  readonly unclaimed?: readonly UnclaimedEdit[];
  /** Gaps that ended after their text was accepted, and of which the User said what becomes of it (SPEC 4.5). */
  readonly settled: readonly GapId[];
}

type Changed = Facts<"violation_found">;
export type UnclaimedEdit = Pick<Changed, "run" | "path" | "what"> & NonNullable<Changed["edit"]>;

export interface SessionFacts
  extends Pick<Facts<"session_created">, "name" | "specPath" | "scope" | "engineer" | "reviewer"> {
  readonly id: string;
  /** The spec stands in the folders of a framework: it is given back as the framework's tools want it (SPEC 12). */
  readonly framework: boolean;
  readonly createdAt: string;
  readonly initialGaps: number;
  /** Agents that cost money and that the person agreed to (SPEC 15.2). */
  readonly confirmed: readonly string[];
  /** Answers what it may for the person; what is theirs alone waits (SPEC 14). */
  readonly policy?: string;
}

/** Where a text stands: a file of the session folder, and lines of it. */
export interface TextRef {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
}

export interface Proposal
  extends TextRef,
    Pick<ProposalDigest, "title" | "confidence" | "chars" | "changes" | "after" | "noChange"> {
  /** The gap. */
  readonly id: GapId;
  readonly round: number;
  readonly reviewed: boolean;
  /** Why it counts as unreviewed although a review has a verdict on it. */
  readonly held?: string;
  readonly previous?: TextRef & Pick<Proposal, "round" | "changes">;
}

export interface Run extends Omit<Facts<"run_started">, "run"> {
  readonly id: string;
  readonly startedAt: string;
  readonly repeats: readonly { readonly reason: string; readonly waitSeconds: number }[];
  /** The answer is there and not judged yet. */
  readonly answered?: Omit<Facts<"run_answered">, "run">;
  /** Absent while it runs. */
  readonly end?: RunEnd;
  /** Its process ended before it did: it counts for nothing, and keeps its place for when it starts again. */
  readonly abandoned?: true;
}

export interface RunEnd extends Omit<Facts<"run_ended">, "run"> {
  readonly at: string;
}

export interface Slot {
  readonly gap: GapId;
  /** The gaps that share its run, itself among them; absent where it has its own (SPEC 4.1). */
  readonly cluster?: readonly GapId[];
  /** Attempts that it may take by itself (SPEC 6). */
  readonly allowed: number;
  /** Attempts up to which the person let it go on, whatever the last one said (SPEC 7). */
  readonly granted?: number;
  /** The round goes on without it. */
  readonly dropped: boolean;
  /** The next attempt gets the shortest prompt that makes sense (SPEC 7, both failed). */
  readonly condensed: boolean;
  /** What the next attempt has to answer, when the document before was taken back (SPEC 8, 9). */
  readonly revision?: { readonly why: string; readonly issues: readonly IssueId[] };
  /** A document that needs no agent, and whose it is, to be judged like any other. */
  readonly given?: GivenDocument;
  /** Its changes overlapped: the next run is shown the text with those before it, and its own once more (SPEC 4.2). */
  readonly overlap?: Overlap;
}

/** Written by the User, or kept from an attempt that was undone (SPEC 7, 13.7). */
export interface GivenDocument {
  readonly text: string;
  /** Stands in the log where an agent's name would. */
  readonly from: string;
}

export type Overlap = Omit<Facts<"overlap_found">, "gap">;

export interface JoinedDocument<D extends Digest = Digest>
  extends Pick<Facts<"document_joined">, "path" | "sha256" | "chars" | "repairs" | "warnings"> {
  readonly digest: D;
}

export interface OpenRound {
  readonly number: number;
  readonly openedAt: string;
  /** Seconds of the session before it. */
  readonly openedAfter: number;
  readonly openAtStart: number;
  readonly slots: readonly Slot[];
  readonly carriedOver: readonly GapId[];
  /** It is the one for these lesser issues, before the end (SPEC 12). */
  readonly polishing?: readonly IssueId[];
  readonly runs: readonly Run[];
  readonly reviewerAllowed: number;
  readonly engineerDocument: JoinedDocument<EngineerDigest> | undefined;
  readonly reviewerDocument: JoinedDocument<ReviewerDigest> | undefined;
  readonly skipped: readonly { readonly role: "engineer" | "reviewer"; readonly why: string }[];
  readonly measured: boolean;
  /** What its document shows, where the mode acts on it (SPEC 13.5). */
  readonly patterns?: readonly PatternFinding[];
  /** A rollback of it was dropped: it is not offered again by itself. */
  readonly rollbackDropped?: boolean;
  readonly synthesised: boolean;
  readonly notes: readonly Note[];
  readonly changes: readonly LedgerChange[];
  /** Questions that were put already, so that none is put twice. */
  readonly asked: readonly Pick<Question, "kind" | "about">[];
}

/** One change in the ledger of gaps and issues: a state or a severity, for the round's log (SPEC 17). */
export interface LedgerChange {
  readonly about: GapId | IssueId;
  readonly from: string;
  readonly to: string;
  readonly why: string;
  readonly by?: Actor;
}

export interface RoundLog extends OpenRound {
  /** The entry that closed it: its summary and log are made of the state there. */
  readonly seq: number;
  readonly record: RoundRecord;
}

/** What the User said of the rounds' course; the course itself is in their records (SPEC 11). */
export interface Convergence {
  /** Only CRITICAL gaps in the next round: the person's answer to a warning. */
  readonly criticalOnly: boolean;
  /** Their answer to the warning of a round. */
  readonly choices: readonly { readonly round: number; readonly choice: string }[];
}

export interface FlagStatistics {
  readonly byHeuristic: Readonly<Record<string, { readonly confirmed: number; readonly falsePositive: number }>>;
  /** Flags that were right: the Reviewer confirmed them, or the person acted on them. */
  readonly flagged: number;
  /** Issues held for ANSWERED that the Reviewer then called NOT_FIXED (SPEC 9). */
  readonly missed: number;
}

/** What was really spent: kept over a rollback (SPEC 13). */
export interface Totals {
  readonly usage: Readonly<Record<RunRole, UsageRecord & { readonly runs: number; readonly failed: number }>>;
  readonly attempts: number;
  /** Those that were told of a failure (SPEC 6); one that follows an answer or an order to revise is none. */
  readonly retries: number;
  /** Of these so many were valid; what comes after a failure or an answer is no first attempt. */
  readonly firstAttempts: number;
  readonly validAtFirst: number;
  readonly examples: Readonly<Record<string, { readonly used: number; readonly succeeded: number }>>;
  readonly violations: readonly Facts<"violation_found">[];
  /** Seconds in which the session waited for the person, or no process had it. */
  readonly waitedSeconds: number;
  /** Seconds between entries while it worked. */
  readonly activeSeconds: number;
}

export type PendingRollback = Facts<"rollback_requested">;

export interface RollbackRecord extends Facts<"rounds_rolled_back"> {
  readonly at: string;
  /** What was decided in the undone rounds (SPEC 13.3). */
  readonly decisions: readonly ArchivedDecision[];
}

export interface ArchivedDecision {
  readonly decision: Decision;
  /** Gaps of it that went with the undone rounds: whatever bears their id now is another gap. */
  readonly lostGaps: readonly GapId[];
  readonly lostIssues: readonly IssueId[];
}

/** What is to become of the archives at the end (SPEC 13.10). */
export interface ArchiveState {
  readonly kept: readonly string[];
  readonly policy?: Exclude<ArchivePolicy, "ask">;
  /** Absent until the session has ended and it is done. */
  readonly settled?: Facts<"archives_settled">["archives"];
}

/** The session is to end: how is still asked, or being brought about. */
export type EndingState =
  | { readonly type: "finish-requested" }
  | (Facts<"ending_chosen"> & {
      readonly type: "ending";
      readonly gatesPassed: readonly Facts<"gate_passed">[];
    });

export type StopState =
  | { readonly type: "running" }
  /** `ending` is what goes on with the session. */
  | { readonly type: "paused"; readonly reason: string; readonly ending?: EndingState }
  | EndingState
  | (Facts<"session_ended"> & { readonly type: "ended"; readonly at: string });

/** What comes before round 1 (SPEC 16.1). */
export interface Setup {
  readonly approved: boolean;
  readonly survey: "none" | "read";
  /** What the session is expected to need, since the survey is read (SPEC 15.4a), and for how many open gaps. */
  readonly expected?: { readonly text: string; readonly gaps: number };
  readonly runs: readonly Run[];
  /** Gaps that go before all others, in the person's order. */
  readonly order: readonly GapId[];
}

/** The last pass over the assembled spec (SPEC 12); it starts anew when the session goes on. */
export interface FinalReview {
  readonly runs: readonly Run[];
  /** Runs that earlier passes took in this round: those of the next are numbered after them. */
  readonly runsBefore: number;
  readonly result: "none" | "ready" | "not-ready" | "accepted";
  readonly blockers: readonly Gap[];
  /** Left open, and settled by these words of the spec that it read. */
  readonly settled: NonNullable<Facts<"final_review_read">["settled"]>;
  /** How often it said NOT_READY in this session: twice the session goes on by itself, then the User decides. */
  readonly notReady: number;
}
