import type { Agent } from "../../src/ports/agent.ts";
import type { Clock } from "../../src/ports/clock.ts";

/** What the agent meets in one run of the suite. */
export type Situation =
  | { readonly type: "answers"; readonly document: Uint8Array }
  /** A document of white space. */
  | { readonly type: "answers-blank" }
  /** It ends well, without a document. */
  | { readonly type: "answers-nothing" }
  | { readonly type: "hangs" }
  | { readonly type: "crashes" }
  /** A part of the document comes, then the run breaks. */
  | { readonly type: "breaks-off"; readonly part: string }
  /** It tells its key wherever it can: in the document, or in its error. */
  | { readonly type: "tells-key"; readonly where: "document" | "error" };

export interface Place {
  /** Stands for the session's folder: searched for secrets afterwards. */
  readonly session: string;
  /** For the kind's own fixtures. */
  readonly fixtures: string;
  readonly clock: Clock;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface OpenAgent {
  readonly agent: Agent;
  /** Process ids that must be gone once a run has ended, as far as the kind starts processes. */
  processes?(): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface AgentKind {
  readonly name: string;
  /** Why the kind cannot be run here. */
  readonly absent?: string;
  /** Whether bytes that are not UTF-8 come through as they are, or as U+FFFD because the way there is text. */
  readonly rawBytes: boolean;
  /** Whether pieces come while the document is being written. */
  readonly streams: boolean;
  /** A person: no time limit holds for them. */
  readonly isUnhurried?: true;
  open(situation: Situation, place: Place): Promise<OpenAgent>;
}

/** The variable that the suite hides. */
export const KEY_NAME = "CONTRACT_API_KEY";
