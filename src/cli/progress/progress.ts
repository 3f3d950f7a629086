import type { SeverityCounts } from "../../model/counting.ts";
import type { Role } from "../../ports/agent.ts";

/** A run of an agent that is under way. Times are milliseconds since the epoch. */
export interface RunView {
  /** Unique among the runs: the task's id. */
  readonly id: string;
  readonly role: Role;
  readonly gaps: readonly string[];
  readonly agent: string;
  /** From 1. */
  readonly attempt: number;
  readonly attempts: number;
  readonly startedAt: number;
  /** Characters that came so far; 0 where the agent gives its document at the end. */
  readonly characters: number;
}

/** What a person sees of a session while it runs: everything that progress shows, and nothing else. */
export interface ProgressView {
  /** The spec's name. */
  readonly title: string;
  readonly round: number;
  readonly maxRounds: number;
  /** In a word or two: `Engineer`, `disagreement`, `review`, `synthesis`, `final review`. */
  readonly phase: string;
  readonly runs: readonly RunView[];
  readonly startedAt: number;
  /** Retries in this round. */
  readonly retries: number;
  readonly open: SeverityCounts;
  /** Open gaps at the end of each round, setup first, as counted (SPEC 3.5). */
  readonly history: readonly number[];
  /** `CONVERGING`, `FLAT`, ... (SPEC 11). */
  readonly convergence: string;
  readonly tokens?: number;
  /** The tokens are counted from characters (SPEC 15.4a). */
  readonly estimated?: boolean;
  readonly costUsd?: number;
}

/** Shows how a session goes. */
export interface Progress {
  /** The newest picture. Cheap: may be called for every piece that comes. */
  update(view: ProgressView): void;
  /** Prints above the picture, which is taken away and put back around it. */
  above(print: () => void): void;
  /** No picture while the work goes on: a question is asked. */
  pausedWhile<T>(work: () => Promise<T>): Promise<T>;
  /** Takes the picture away and gives the terminal back as it was. May be called again. */
  stop(): void;
}
