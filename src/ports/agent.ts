import type { Change } from "../model/change.ts";
import type { Config, ModelPrice } from "../model/config.ts";
import type { Decision } from "../model/decision.ts";
import type { Gap } from "../model/gap.ts";
import type { GapId } from "../model/ids.ts";
import type { Issue } from "../model/issue.ts";
import type { UsageRecord } from "../model/usage.ts";

type Role = "engineer" | "reviewer";

export type Usage = Pick<UsageRecord, "seconds"> & Partial<UsageRecord>;

/** One piece of work (SPEC 15.1), as a value for another computer: texts, and the local paths that a worker needs. */
export interface AgentTask {
  /** Unique in the session and the same after a resume: `R3-engineer-GAP-FLOW-001-1`. */
  readonly id: string;
  readonly role: Role;
  /** For display and for recorded agents; an agent with a model reads the prompt instead. */
  readonly label: {
    readonly round: number;
    readonly gaps: readonly GapId[];
    readonly attempt: number;
    /** Work outside the usual rounds: the last review of the spec, the survey before round 1, a middle ground. */
    readonly purpose?: "final-review" | "survey" | "middle-ground";
    /** How often the round was undone before; absent if never. */
    readonly rerun?: number;
  };
  /** The part of the prompt that is the same in every run of this role, so that providers can cache it (SPEC 15.4). */
  readonly preface: string;
  /** The rest of the prompt; what is sent is the preface, a blank line, and this. */
  readonly prompt: string;
  /** An absolute path, in a folder of its own, where the document may be written instead of being returned. */
  readonly documentPath: string;
  readonly documents: readonly TaskDocument[];
  /** The absolute path of a folder outside the session that the run may read (SPEC 15.5). */
  readonly codebase?: string;
  readonly budget: { readonly seconds: number; readonly outputBytes: number; readonly outputTokens?: number };
  /** Counts from 1; above 1 the same prompt is sent again after a transient fault (SPEC 15.3). */
  readonly try?: number;
  /** What failed in the previous attempt; the prompt has it too, a person is shown it separately (SPEC 6). */
  readonly notice?: string;
  /** The empty form, and below it the document that failed: for a person, who continues from there. */
  readonly template?: string;
  readonly earlier?: string;
  /** The facts behind the prompt as values, for an agent that reads no prose (SPEC 16.4). */
  readonly brief?: TaskBrief;
}

export interface TaskDocument {
  /** Relative to the session's folder: `round_001/engineer.md`. */
  readonly path: string;
  readonly text: string;
}

/** The facts of a prompt as values; like a prompt it shows nothing of the other role's prompts or reasoning. */
export interface TaskBrief {
  /** The partial spec as first read; the places of gaps are its line numbers. */
  readonly source: string;
  /** The texts between `source` and `draft`: the author's newest text, then the text after each set of changes. */
  readonly versions?: readonly string[];
  /** The author's file as it is now, if the working spec was written into it; otherwise the first of `versions`. */
  readonly written?: string;
  /** How often the author's edits were merged; absent if never. */
  readonly edits?: number;
  /** The working spec; for a review, with the proposals under review. */
  readonly draft: string;
  /** Every gap of the session; the label names those of this task. */
  readonly gaps: readonly Gap[];
  readonly issues: readonly Issue[];
  readonly decisions: readonly Decision[];
  /** The changes of each gap's last proposal. */
  readonly changes: readonly { readonly gap: GapId; readonly round: number; readonly changes: readonly Change[] }[];
  /** Checks switched on or off, by rule or finding type (SPEC 16.2). */
  readonly checks?: Config["checks"];
}

export type AgentProgress =
  /**
   * The next piece of the document: all pieces since the last `restarted` are the document. Bytes that are not UTF-8
   * appear as U+FFFD; only the outcome has the original bytes.
   */
  | { readonly type: "text"; readonly text: string }
  /** Discards the pieces so far: they were talk before a tool call, or a try that broke off. */
  | { readonly type: "restarted"; readonly message: string }
  /** A transient fault: the wrapper around the agent sends the same prompt again after the wait (SPEC 15.3). */
  | { readonly type: "repeated"; readonly reason: string; readonly waitSeconds: number }
  | { readonly type: "note"; readonly message: string };

/** How a run ended; failures are values, never exceptions (SPEC 5, EXECUTION_ERROR). */
export type AgentOutcome = (
  | { readonly type: "document"; readonly bytes: Uint8Array; readonly usage: Usage }
  /** The run succeeded without a document: nothing was returned, and no file is at the path. */
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
      /** Safe to print and to journal: it has no secrets and no control characters. */
      readonly message: string;
      /** The same prompt may succeed if it is sent again (SPEC 15.3). */
      readonly transient: boolean;
      readonly retryAfterSeconds?: number;
      readonly exitCode?: number;
      readonly usage: Usage;
    }
) & {
  /** Nobody saw how the adopted run ended, so the answer may have been cut short. */
  readonly unsure?: true;
};

/**
 * Something that writes documents: a model, a program, a recording, a person.
 *
 * Contract: `run` never rejects; it yields progress in order and returns the outcome. After `signal` aborts, it returns
 * `failed` with reason `aborted` as soon as everything it started has ended, or the document if that arrived meanwhile
 * (from a program it may be cut short). It keeps no state between runs, may be called concurrently, and writes nothing
 * outside the folder of `documentPath`. No progress, document or message contains a secret of the environment.
 */
export interface Agent {
  /** Shown to the User and journalled: `replay`, `command`, `anthropic:claude-sonnet-4-5`. */
  readonly name: string;
  /** Runs cost money, so the User confirms the agent once (SPEC 15.2). */
  readonly paid: boolean;
  /** The price of its tokens, if known, for the estimate before the first run. */
  readonly price?: ModelPrice;
  /** It uses no model: a person, a recording, the interview. */
  readonly needsNoTokens?: boolean;
  /** A run is a program that could change files it must not change, so the session folder is guarded (SPEC 2). */
  readonly touchesFiles?: boolean;
  /** It has no tool that writes, so files that change during a run were changed by the User. */
  readonly readsOnly?: boolean;
  /** Its tasks need the `brief`, and no prompt. */
  readonly readsBrief?: boolean;
  /** It returns its document and writes no file, so the folder of `documentPath` need not exist. */
  readonly writesNoFile?: boolean;
  run(task: AgentTask, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome, void>;
  /**
   * Continues a run with this id and `documentPath` that a process started before it died: waits for it to end and
   * returns its answer, `unsure` if how it ended is unknown. `undefined` if nothing is left of the run, or that is unknown.
   */
  adopt?(task: AgentTask, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome, void> | undefined;
  /** The outcome is saved: whatever the run kept so that it could be adopted may be removed. */
  settle?(task: AgentTask): Promise<void>;
}
