import type { RunName } from "../mediator/effect.ts";
import type { PromptKit } from "../mediator/prompts/prompt-order.ts";
import type { State } from "../mediator/state.ts";
import type { SessionEvent } from "../model/events.ts";
import type { Agent } from "../ports/agent.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { RecordOptions, SessionStore } from "./session-store.ts";
import type { WrittenFile } from "./write-spec.ts";

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

/** What the engine tells whoever watches: a terminal, a page, a log. Nothing depends on it being heard. */
export type Observation =
  | { readonly type: "recorded"; readonly events: readonly SessionEvent[]; readonly state: State }
  | { readonly type: "run-progress"; readonly order: RunName; readonly chars: number }
  | { readonly type: "run-note"; readonly order: RunName; readonly message: string }
  | { readonly type: "written"; readonly paths: readonly string[] }
  | { readonly type: "spec-written"; readonly files: readonly WrittenFile[] }
  /** What the author edited in the spec was taken over (SPEC 12). */
  | { readonly type: "source-merged"; readonly message: string }
  /** A record that a person had changed was kept beside (SPEC 2). */
  | { readonly type: "kept-beside"; readonly path: string; readonly kept: string };

export type Observe = (observation: Observation) => void;

/** Journals and tells. What only follows from what is journalled already needs no sync: it is computed again. */
export async function record(
  parts: Pick<EngineParts, "store" | "observe">,
  events: readonly SessionEvent[],
  options: RecordOptions = {},
): Promise<void> {
  if (events.length === 0) return;
  const state = await parts.store.record(events, options);
  parts.observe({ type: "recorded", events, state });
}
