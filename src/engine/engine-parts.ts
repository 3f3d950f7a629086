import type { PromptKit } from "../mediator/prompts/prompt-order.ts";
import type { Agent } from "../ports/agent.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Observe } from "./observation.ts";
import type { SessionStore } from "./session-store.ts";

export interface Agents {
  readonly engineer: Agent;
  readonly reviewer: Agent;
  /** The person says that a provider works again: what was held back because of its failures may start (SPEC 15.3). */
  readonly mended?: () => void;
}

/** Everything that carrying a session out needs from outside. */
export interface EngineParts {
  readonly store: SessionStore;
  readonly agents: Agents;
  readonly asker: Asker;
  readonly clock: Clock;
  readonly kit: PromptKit;
  /** The folder of the person's spec, for the finished one. */
  readonly specFolder: Files;
  /** Where archives go when the session has ended (SPEC 13.10); without it they stay. */
  readonly cold?: Files;
  /** Somebody is there who may be asked: otherwise archives go to cold storage unasked. */
  readonly attended?: boolean;
  /** The policy that answers for the person, by name; absent where all that is asked waits for them (SPEC 14). */
  readonly policy?: string;
  /** A folder that agents may read, absolute (SPEC 15.5). */
  readonly codebase?: string;
  readonly observe: Observe;
  /** Ctrl-C: agents are stopped, the session stays resumable (SPEC 15.3). */
  readonly signal: AbortSignal;
}
