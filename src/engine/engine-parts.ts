import type { RunName } from "../mediator/effect.ts";
import type { PromptKit } from "../mediator/prompts/prompt-kit.ts";
import type { State } from "../mediator/state.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Agent } from "../ports/agent.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { RecordOptions, SessionStore } from "./session-store.ts";

export interface Agents {
  readonly engineer: Agent;
  readonly reviewer: Agent;
  /** Forgets the failures of providers: the User says they work again, so held runs may start (SPEC 15.3). */
  readonly forgetFailures?: () => void;
}

export interface EngineParts {
  readonly store: SessionStore;
  readonly agents: Agents;
  readonly asker: Asker;
  readonly clock: Clock;
  readonly kit: PromptKit;
  /** The folder of the User's spec, where the final spec is written. */
  readonly specFolder: Files;
  /** Cold storage for archives when the session has ended (SPEC 13.10); without it they stay in the session folder. */
  readonly cold?: Files;
  /** A person can be asked; if not, archives go to cold storage without a question. */
  readonly attended?: boolean;
  /** The name of the policy that answers for the User; if absent, every question waits for them (SPEC 14). */
  readonly policy?: string;
  readonly codebase?: string;
  readonly observe: Observe;
  /** Aborted by Ctrl-C: agents are stopped, and the session can be resumed (SPEC 15.3). */
  readonly signal: AbortSignal;
}

export interface WrittenFile {
  readonly path: string;
  /** The source file that it is a version of; the same path if written in place. */
  readonly of: string;
  readonly how: "in place" | "beside";
}

/** What the engine reports to a terminal, a page or a log. The engine does not depend on anyone listening. */
export type Observation =
  | { readonly type: "recorded"; readonly events: readonly SessionEvent[]; readonly state: State }
  | { readonly type: "run-progress"; readonly order: RunName; readonly chars: number }
  | { readonly type: "run-note"; readonly order: RunName; readonly message: string }
  | { readonly type: "spec-written"; readonly files: readonly WrittenFile[] }
  | { readonly type: "source-merged"; readonly message: string }
  /** A record that a person had edited was copied to another file (SPEC 2). */
  | { readonly type: "kept-beside"; readonly path: string; readonly kept: string };

export type Observe = (observation: Observation) => void;

/** Journals the events and reports them. Events that can be computed again from earlier entries need no sync. */
export async function record(
  parts: Pick<EngineParts, "store" | "observe">,
  events: readonly SessionEvent[],
  options: RecordOptions = {},
): Promise<void> {
  if (events.length === 0) return;
  const state = await parts.store.record(events, options);
  parts.observe({ type: "recorded", events, state });
}
