import type { Change } from "../model/change.ts";
import type { Config, ModelPrice } from "../model/config.ts";
import type { Decision } from "../model/decision.ts";
import type { Gap } from "../model/gap.ts";
import type { GapId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import type { UsageRecord } from "../model/usage.ts";

export type Role = "engineer" | "reviewer";

/** What an agent spent on one run. Fields that the agent cannot know are left out. */
export type Usage = Pick<UsageRecord, "seconds"> & Partial<UsageRecord>;

/**
 * One piece of work for an agent (SPEC 15.1). It says nothing of rounds beyond what the labels need. It is a value that can
 * be sent to another computer: texts stand in it, and of this one's paths only those that its worker needs.
 */
export interface AgentTask {
  /** Unique in the session, stable over a resume: `R3-engineer-GAP-FLOW-001-1`. */
  readonly id: string;
  readonly role: Role;
  /** What the labels and a recorded agent go by; an agent that thinks reads the prompt instead. */
  readonly label: {
    readonly round: number;
    readonly gaps: readonly GapId[];
    readonly attempt: number;
    /** Other work of the role: the last review of the whole spec, the survey before the first round, a middle ground. */
    readonly purpose?: "final-review" | "survey" | "middle-ground";
    /** How often the round was undone before; absent for the first time. */
    readonly rerun?: number;
  };
  /** The part of the prompt that is the same in every run of this role, so that providers can cache it (SPEC 15.4). */
  readonly preface: string;
  /** The rest of the prompt. The prompt as sent is preface, a blank line, then this. */
  readonly prompt: string;
  /** Where the document may be written instead of being returned: an absolute path in a folder of its own. */
  readonly documentPath: string;
  /** The documents of the session that the role may read (SPEC 2). */
  readonly documents: readonly TaskDocument[];
  /** A folder outside of the session that the run may read, absolute (SPEC 15.5). */
  readonly codebase?: string;
  readonly budget: { readonly seconds: number; readonly outputBytes: number; readonly outputTokens?: number };
  /** How often this very prompt is being sent, from 1: above 1 it is repeated after a transient fault (SPEC 15.3). */
  readonly try?: number;
  /** What failed in the attempt before. Part of the prompt already; a person is shown it apart (SPEC 6). */
  readonly notice?: string;
  /** The form to be filled in, and the document that failed: a person goes on from there, a model needs neither. */
  readonly template?: string;
  readonly earlier?: string;
  /** The facts that the prompt is made of, for an agent that reads no prose (SPEC 16.4). */
  readonly brief?: TaskBrief;
}

export interface TaskDocument {
  /** In the session: `round_001/engineer.md`. */
  readonly path: string;
  readonly text: string;
}

/** What a prompt says, as values. It shows no more than a prompt may: nothing of the other role's prompts or reasoning. */
export interface TaskBrief {
  /** The partial spec as it was first read: places of gaps are its lines. */
  readonly source: string;
  /** What lies between that and the draft: the author's newest text, then the text after each set of changes. */
  readonly versions?: readonly string[];
  /** How often edits of the author's were taken over; absent where none were. */
  readonly edits?: number;
  /** The spec as it would be now; in a review, with the proposals under review in it. */
  readonly draft: string;
  /** Every gap of the session; the task's own are named in its label. */
  readonly gaps: readonly Gap[];
  /** Issues that are not settled, on the task's gaps. */
  readonly issues: readonly Issue[];
  /** Every decision, oldest first. */
  readonly decisions: readonly Decision[];
  /** What the last proposal of each gap that has one changes. */
  readonly changes: readonly { readonly gap: GapId; readonly round: number; readonly changes: readonly Change[] }[];
  /** Switches of the checks, by rule or finding type (SPEC 16.2). */
  readonly checks?: Config["checks"];
}

export type AgentProgress =
  | { readonly type: "started" }
  /**
   * A piece of the document, in order. All pieces since the last `restarted` together are the document; what cannot
   * be decoded as UTF-8 stands there as U+FFFD, and only the outcome has the bytes.
   */
  | { readonly type: "text"; readonly text: string }
  /** The pieces so far were not the document (talk before a tool call, a try that broke off): begin again. */
  | { readonly type: "restarted"; readonly message: string }
  /** A transient fault: the same prompt is sent again after the wait, by whoever wraps the agent (SPEC 15.3). */
  | { readonly type: "repeated"; readonly reason: string; readonly waitSeconds: number }
  | { readonly type: "note"; readonly message: string };

/** How a run ended. A run that failed is a value, never an exception (SPEC 5, EXECUTION_ERROR). */
export type AgentOutcome =
  | { readonly type: "document"; readonly bytes: Uint8Array; readonly usage: Usage }
  /** The run ended well but there is no document: not one byte returned, and no file at the path. */
  | { readonly type: "missing"; readonly usage: Usage }
  | {
      readonly type: "failed";
      readonly reason:
        | "not-found"
        | "unauthorised"
        | "timeout"
        | "crashed"
        | "too-large"
        | "overloaded"
        | "network"
        | "aborted";
      /** Safe to print and to journal: no secret, no control character. */
      readonly message: string;
      /** Worth repeating with the same prompt (SPEC 15.3). */
      readonly transient: boolean;
      readonly retryAfterSeconds?: number;
      /** Of a program that ended with a code other than 0. */
      readonly exitCode?: number;
      readonly usage: Usage;
    };

/**
 * Something that writes documents: a model, a program, a recording, a person.
 *
 * Contract: `run` never rejects; it yields progress in order and returns the outcome. After `signal` aborts it
 * returns `failed` with reason `aborted` as soon as everything it started has ended, or the document where that was
 * answered meanwhile (of a program it may be cut short). It keeps no state between runs, may be called concurrently, and writes nothing outside the folder of `documentPath`. A secret in the environment
 * is in no progress, document or message that it gives out.
 */
export interface Agent {
  /** Shown to people and journalled: `replay`, `command`, `anthropic:claude-sonnet-4-5`. */
  readonly name: string;
  /** Whether a run costs money, so that it is confirmed once (SPEC 15.2). */
  readonly paid: boolean;
  /** What its tokens cost, where that is known, for the estimate before the first run. */
  readonly price?: ModelPrice;
  /** No model is asked: a person, a recording, the interview. */
  readonly needsNoTokens?: boolean;
  /** A run is a program of its own, which could change files that are not its to change: it is watched (SPEC 2). */
  readonly touchesFiles?: boolean;
  /** It is called with no tool that writes: what changes while it runs is the person's doing. */
  readonly readsOnly?: boolean;
  /** Its tasks have the `brief`. */
  readonly readsBrief?: boolean;
  /** It answers with its document and makes no file: the folder of `documentPath` need not be there. */
  readonly writesNoFile?: boolean;
  run(task: AgentTask, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome, void>;
  /**
   * Goes on with a run of this id and `documentPath` that a process which died had started: waits for what still works,
   * and gives out what was answered. `undefined` where nothing of it is left, or that cannot be told. How it ended is not
   * known: a document may be cut short.
   */
  adopt?(task: AgentTask, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome, void> | undefined;
  /** The outcome is kept: what the run holds so that it could be adopted may go. */
  settle?(task: AgentTask): Promise<void>;
}
