import type { Change, ChangeBatch, ChangeSet, MergeOverlap, Spec } from "./change.ts";
import type { ArchivePolicy, Config, RollbackMode } from "./config.ts";
import type { RoundRecord, TerminationType } from "./convergence.ts";
import type { Decision } from "./decision.ts";
import type { BlockedDigest, Digest } from "./digest.ts";
import type { Conflict, ConflictOption, DisagreeRate, Flag, FlagOutcome } from "./disagreement.ts";
import type { Actor, Blocker, Gap, GapFlag, GapState } from "./gap.ts";
import type { FailureType, GateResult } from "./gate-result.ts";
import type { DecisionId, GapId, IssueId } from "./ids.ts";
import type { Issue, IssueState } from "./issue.ts";
import type { Answer, Question } from "./question.ts";
import type {
  PatternFinding,
  RollbackRetry,
  RollbackWay,
  RootCause,
  UndoneArchive,
  UndoneAttempt,
} from "./rollback.ts";
import type { Severity } from "./severity.ts";

/**
 * Everything that can happen in a session, as the journal records it (docs/journal.md). An entry of the journal holds
 * the events of one step: they happen together or not at all. State is a fold over them and knows nothing else.
 */

export type RunRole = "engineer" | "reviewer" | "final-review" | "survey" | "middle-ground";

export interface UsageRecord {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly costUsd: number;
  readonly seconds: number;
  /** The agent told no tokens: some or all of them are estimated from characters (SPEC 15.4a). */
  readonly estimated?: true;
}

export interface RepairRecord {
  readonly kind: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Something that the summary lists and `whetstone flag` can act on (SPEC 4.6). */
export interface Note {
  /** `NOTE-R{round}-{nnn}`. */
  readonly id: string;
  readonly kind:
    | "verdict-mismatch"
    | "severity-conflict"
    | "late-finding"
    | "closed-over-open-issue"
    | "ambiguity"
    | "unanchored"
    | "set-aside"
    | "overlap"
    | "check"
    | "gate-warning"
    | "information";
  readonly message: string;
  readonly gap?: GapId;
  readonly issue?: IssueId;
}

/** The example of a prompt, for the example log (SPEC 6, 17). */
export interface ExampleRecord {
  readonly tier: "canonical" | "session" | "template";
  readonly origin: string;
  /** As it stands in the prompt. */
  readonly size?: {
    readonly chars: number;
    readonly tokens: number;
    /** Characters before it was cut to its budget; absent where it is whole. */
    readonly cutFrom?: number;
    /** How many documents it was chosen from. */
    readonly of: number;
  };
}

export type SessionEvent =
  | {
      readonly type: "session_created";
      readonly session: string;
      /** The spec's name: `pathspec`. */
      readonly name: string;
      /** Relative to the session folder, with forward slashes; a folder, with a slash at its end, for several files. */
      readonly specPath: string;
      /** The files that the source was made of, from that folder on; absent where it is one (SPEC 12). */
      readonly files?: readonly string[];
      /** The partial spec as it was, to the byte. */
      readonly source: Spec;
      /** What the spec is about and what it leaves out, in its own words (SPEC 3.5a). */
      readonly scope: string;
      /** The spec stands in the folders of a framework, whose tools read them (SPEC 12). */
      readonly framework?: true;
      readonly gaps: readonly Gap[];
      readonly config: Config;
      readonly engineer: string;
      readonly reviewer: string;
    }
  /** Another process has the session from here on: since the entry before nobody worked on it. */
  | { readonly type: "session_opened" }
  | { readonly type: "agents_set"; readonly engineer: string; readonly reviewer: string }
  /** Agents that cost money, and that the person agreed to (SPEC 15.2). */
  | { readonly type: "agents_confirmed"; readonly agents: readonly string[]; readonly why: string }
  /** Who answers from here on what the person does not: a policy, by name, or nobody (SPEC 14). */
  | { readonly type: "policy_set"; readonly policy?: string }
  | { readonly type: "config_changed"; readonly config: Config; readonly why: string }
  | { readonly type: "gap_added"; readonly gap: Gap }
  | {
      readonly type: "gap_changed";
      readonly gap: GapId;
      readonly to: GapState;
      readonly actor: Actor;
      readonly why: string;
      readonly blocker?: Blocker;
      readonly flag?: GapFlag;
    }
  | {
      readonly type: "gap_severity_set";
      readonly gap: GapId;
      readonly severity: Severity;
      readonly by: Actor;
      readonly why: string;
    }
  | {
      readonly type: "gap_split";
      readonly gap: GapId;
      readonly parts: readonly Gap[];
      readonly why: string;
      /** Which part has to answer an issue that was open on the whole (SPEC 9). */
      readonly issues?: readonly { readonly issue: IssueId; readonly gap: GapId }[];
    }
  /** It says the same as another, which counts instead (SPEC 3.2, 3.3); its open issues go there. */
  | { readonly type: "gap_merged"; readonly gap: GapId; readonly of: GapId; readonly why: string }
  /** The Reviewer has looked for gaps before round 1 (SPEC 16.1); what it found stands beside as `gap_added`. */
  /** `expected`: the estimate, made again with what was found (SPEC 15.4a). */
  | { readonly type: "survey_read"; readonly found: number; readonly message: string; readonly expected?: string }
  /** The User's words on what the session is about (SPEC 3.5a). */
  | { readonly type: "scope_set"; readonly scope: string }
  /** The person, or who answers for them, took the inventory as it is: round 1 may open (SPEC 16.1). */
  | { readonly type: "inventory_approved" }
  /** The person's order: these go before all others, in this order (SPEC 16.1). */
  | { readonly type: "gaps_ordered"; readonly gaps: readonly GapId[] }
  | { readonly type: "gap_context_given"; readonly gaps: readonly GapId[]; readonly text: string }
  | {
      readonly type: "round_opened";
      readonly round: number;
      /** One Engineer run each, but for those that share one. */
      readonly assigned: readonly GapId[];
      /** Gaps that belong together, each in one run (SPEC 4.1); absent where every gap has its own. */
      readonly clusters?: readonly (readonly GapId[])[];
      /** Proposals of earlier rounds that are still to be reviewed. */
      readonly carriedOver: readonly GapId[];
      /** One round for the MEDIUM issues before the end; its gaps keep their state (SPEC 12). */
      readonly polishing?: readonly IssueId[];
    }
  /** The User ends without a round for the lesser issues (SPEC 12). */
  | { readonly type: "polishing_skipped" }
  /** More work for the running round: the person reassigned or narrowed it (SPEC 7). */
  | { readonly type: "gaps_assigned"; readonly gaps: readonly GapId[]; readonly why: string }
  /** The round goes on without this gap; `failed` when its attempts are used up. */
  | { readonly type: "slot_dropped"; readonly gap: GapId; readonly failed: boolean; readonly why: string }
  /** One more attempt than the retries allow, on the person's word (SPEC 7); no gap means the Reviewer. */
  | { readonly type: "attempt_granted"; readonly gap?: GapId; readonly why: string; readonly condensed: boolean }
  /** The person writes the proposals themselves; the document stands in the answer (SPEC 7). */
  | { readonly type: "document_given"; readonly gap: GapId; readonly text: string }
  | {
      readonly type: "run_started";
      readonly run: string;
      readonly role: RunRole;
      readonly gaps: readonly GapId[];
      readonly attempt: number;
      readonly agent: string;
      readonly promptPath: string;
      readonly promptChars: number;
      /** The run's own folder, below the session's, while it lasts. */
      readonly folder?: string;
      /** What the notice of a retry is about (SPEC 6). */
      readonly notice?: FailureType;
      readonly example?: ExampleRecord;
    }
  | {
      /** A transient fault of the provider; the same run goes on (SPEC 15.3). */
      readonly type: "run_repeated";
      readonly run: string;
      readonly reason: string;
      readonly waitSeconds: number;
    }
  /** The answer stands whole in `attempts/`, under its name or still as `.part`: a crash from here on loses nothing. */
  | { readonly type: "run_answered"; readonly run: string; readonly sha256: string; readonly usage: UsageRecord }
  | {
      readonly type: "run_ended";
      readonly run: string;
      readonly outcome: "document" | "missing" | "failed";
      /** The raw document, relative to the session folder. */
      readonly path?: string;
      readonly sha256?: string;
      readonly bytes?: number;
      readonly usage: UsageRecord;
      readonly gate: GateResult;
      /** Nothing that a retry could mend: not found, not authorised. */
      readonly fatal: boolean;
      readonly repairs: number;
      readonly blocked: readonly BlockedDigest[];
      /** A document taken from `attempts/` whole after a crash, not bought again. */
      readonly recovered: boolean;
    }
  /** Their process ended before they did, or their agent could not work and is tried again: where the session still wants them they start again under the same names. */
  | { readonly type: "runs_abandoned"; readonly runs: readonly string[] }
  | {
      readonly type: "violation_found";
      readonly run: string;
      readonly path: string;
      readonly what: string;
      /** It was not put back: it may be the person's own doing. */
      readonly left?: true;
    }
  | {
      readonly type: "document_joined";
      readonly round: number;
      readonly path: string;
      readonly sha256: string;
      readonly chars: number;
      readonly digest: Digest;
      readonly repairs: readonly RepairRecord[];
      readonly warnings: GateResult["warnings"];
    }
  | { readonly type: "role_skipped"; readonly role: "engineer" | "reviewer"; readonly why: string }
  /** The person has the role try again after all (SPEC 7, both failed). */
  | { readonly type: "role_resumed"; readonly role: "engineer" | "reviewer" }
  | {
      readonly type: "disagreement_measured";
      readonly round: number;
      readonly rate: DisagreeRate;
      readonly flags: readonly Flag[];
      /** Issues that the document answers by id, with a change or with words of the spec (SPEC 3.6). */
      readonly answered: readonly IssueId[];
    }
  /** The Engineer has to revise before a review is paid for (SPEC 8, 9): its document of this round is taken back. */
  | {
      readonly type: "revision_ordered";
      readonly gaps: readonly GapId[];
      readonly issues: readonly IssueId[];
      readonly why: string;
    }
  /** Disagreement taken again after the person changed severities (SPEC 8); the history keeps the last. */
  | { readonly type: "rate_measured"; readonly rate: DisagreeRate }
  | {
      readonly type: "flag_settled";
      readonly flag: string;
      readonly outcome: FlagOutcome;
      readonly reason?: string;
    }
  | { readonly type: "conflict_opened"; readonly conflict: Conflict }
  /** What an agent offers between the two positions; without a text it found nothing (SPEC 10.2). */
  | { readonly type: "middle_ground_given"; readonly issue: IssueId; readonly run: string; readonly text?: string }
  | {
      readonly type: "conflict_closed";
      readonly issue: IssueId;
      readonly state: Exclude<Conflict["state"], "open">;
      readonly option?: ConflictOption;
      readonly decision?: DecisionId;
      readonly rejected?: string;
    }
  | { readonly type: "issue_raised"; readonly issue: Issue }
  | {
      readonly type: "issue_changed";
      readonly issue: IssueId;
      readonly to: IssueState;
      readonly why: string;
      readonly severity?: Severity;
      readonly decided?: string;
      /** The Reviewer's word, or the Engineer's answer, whichever brought this about. */
      readonly lastWord?: string;
      readonly lastAnswer?: string;
      readonly notFixedInARow?: number;
      readonly unansweredIn?: number;
    }
  | { readonly type: "noted"; readonly note: Note }
  /** These changes go into the working spec, together (SPEC 4.5). */
  | { readonly type: "changes_accepted"; readonly batch: ChangeBatch }
  /** Its changes do not apply without those of a gap that was not accepted: it is reviewed again with it (SPEC 4.5). */
  | { readonly type: "proposal_held"; readonly gap: GapId; readonly why: string }
  /** Two runs changed the same words: the later gap's Engineer runs once more, after these (SPEC 4.2). */
  | {
      readonly type: "overlap_found";
      readonly gap: GapId;
      readonly with: GapId;
      /** What stands before it in the text that the next run is shown. */
      readonly after: readonly ChangeSet[];
      /** What it had proposed. */
      readonly changes: readonly Change[];
    }
  /** The author edited the source: what was accepted is replayed on the newest text (SPEC 12). */
  | {
      readonly type: "source_merged";
      readonly source: Spec;
      readonly batches: readonly ChangeBatch[];
      readonly overlaps: readonly MergeOverlap[];
      readonly message: string;
    }
  /** The User chose between the author's words and a change; what they chose stands beside as `changes_accepted`. */
  | { readonly type: "overlap_settled"; readonly overlap: MergeOverlap }
  /** What becomes of the text of a gap that was reopened and then ended, on the User's word (SPEC 4.5). */
  | { readonly type: "text_settled"; readonly gap: GapId; readonly kept: boolean }
  | { readonly type: "round_synthesised"; readonly round: number }
  | { readonly type: "question_asked"; readonly question: Question }
  | { readonly type: "question_answered"; readonly answer: Answer }
  /** The consequences of the answer stand in the same entry. */
  | { readonly type: "answer_applied"; readonly question: string }
  | { readonly type: "question_withdrawn"; readonly question: string; readonly why: string }
  | { readonly type: "decision_recorded"; readonly decision: Decision }
  | { readonly type: "round_closed"; readonly record: RoundRecord }
  /** The person answered a divergence warning: the state is CONVERGING again, counter 0 (SPEC 11). */
  | { readonly type: "convergence_reset"; readonly choice: string; readonly criticalOnly: boolean }
  | { readonly type: "max_rounds_extended"; readonly to: number }
  | {
      readonly type: "adjustment_added";
      readonly gaps: readonly GapId[];
      readonly text: string;
      readonly source: string;
    }
  /** The person named the gaps of the next round (SPEC 4.1). */
  | { readonly type: "gaps_chosen"; readonly gaps: readonly GapId[] }
  /** Rounds are to be undone: the archives are still to be written (SPEC 13). */
  | {
      readonly type: "rollback_requested";
      readonly to: number;
      readonly reason: string;
      readonly by: "user" | "mediator";
      readonly retry: RollbackRetry;
      /** The policy that chose the way on for the User. */
      readonly policy?: string;
    }
  | { readonly type: "rollback_dropped"; readonly why: string }
  | {
      readonly type: "rounds_rolled_back";
      /** The round whose end is restored; 0 is setup. */
      readonly to: number;
      readonly archives: readonly UndoneArchive[];
      readonly reason: string;
      readonly by: "user" | "mediator";
      readonly mode: RollbackMode;
      readonly way: RollbackWay;
      /** What the undone rounds were, one each. */
      readonly analyses: readonly UndoneAttempt[];
      /** Why it fails again and again, the likeliest first; none before there is a reason to ask (SPEC 13.7). */
      readonly rootCauses: readonly RootCause[];
      /** What the retry's prompts say besides, in a line each; the texts stand in `adjustment_added`. */
      readonly adjustments: readonly string[];
    }
  /** What the Engineer's valid document shows, where the mode acts on it (SPEC 13.5). */
  | { readonly type: "patterns_found"; readonly round: number; readonly patterns: readonly PatternFinding[] }
  /** The next round begins with this document instead of a run: an earlier attempt taken up again (SPEC 13.7). */
  | { readonly type: "document_prepared"; readonly gap: GapId; readonly text: string; readonly from: string }
  /** Adjustments and earlier proposals are no longer part of prompts (SPEC 13.8). */
  | { readonly type: "prompts_refreshed"; readonly why: string }
  /** This archive is never removed by itself (SPEC 13.10). */
  | { readonly type: "archive_kept"; readonly path: string }
  | { readonly type: "archive_policy_chosen"; readonly policy: Exclude<ArchivePolicy, "ask"> }
  /** The session has ended, and this became of its archives (SPEC 13.10). */
  | {
      readonly type: "archives_settled";
      readonly archives: readonly {
        readonly path: string;
        readonly became: "kept" | "deleted" | "cold";
        /** Where it is now, for `cold`: relative to the cold storage. */
        readonly place?: string;
      }[];
    }
  /** A command that came through the inbox; its consequences stand in the same entry, so that it is done once. */
  | { readonly type: "command_taken"; readonly command: string }
  /** `keepsEnding`: an ending was under way, and goes on with the session. */
  | { readonly type: "paused"; readonly reason: string; readonly keepsEnding?: true }
  | { readonly type: "resumed" }
  | { readonly type: "finish_requested" }
  /** The person took an ending; its gates are still to pass (SPEC 12). */
  | {
      readonly type: "ending_chosen";
      readonly termination: TerminationType | "BY_WHAT_IS_LEFT";
      readonly trigger: string;
    }
  | { readonly type: "ending_dropped"; readonly why: string }
  | { readonly type: "gate_passed"; readonly gate: "critical" | "high" | "conflicts" | "rest" }
  | {
      readonly type: "final_review_read";
      readonly ready: boolean;
      readonly message: string;
      /** What keeps the spec from being ready, as the gaps that it becomes if the session goes on (SPEC 12). */
      readonly blockers: readonly Gap[];
    }
  /** The User ends the session all the same: the blockers are limitations (SPEC 12). */
  | { readonly type: "blockers_accepted" }
  | {
      readonly type: "session_ended";
      readonly termination: TerminationType;
      readonly trigger: string;
      /** The finished spec, from the spec's folder on; absent when abandoned. */
      readonly specPath?: string;
      /** All that was written, where that is more than one file. */
      readonly files?: readonly string[];
    };

export type SessionEventType = SessionEvent["type"];

/** What one step recorded: its events happen together or not at all, so they are one line of the journal. */
export interface Step {
  readonly type: "step";
  readonly events: readonly SessionEvent[];
  /** Since the step before, or since this process opened the session, by a clock that does not jump. */
  readonly seconds?: number;
}

/** A step as it stands in the journal. */
export interface Entry {
  readonly seq: number;
  /** ISO 8601 UTC to the second. */
  readonly at: string;
  readonly event: Step;
}
