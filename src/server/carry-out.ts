import type { Agents } from "../engine/engine-parts.ts";
import { loadPromptKit } from "../engine/prompt-files.ts";
import { runSession, type StopReason } from "../engine/run-session.ts";
import { openStore, type StoreParts } from "../engine/session-store.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Config } from "../model/config.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { HubMessage } from "./hub-message.ts";

/** What carrying a session out needs besides its store. */
export interface CarryParts {
  openAgents(config: Config): Promise<Agents>;
  /** The folder of the session's spec. */
  specFolder(state: State): Files;
}

export interface Carrying {
  take(state: State): void;
  tell(message: HubMessage): void;
  readonly signal: AbortSignal;
  /** The session is ours from now on. */
  started(): void;
}

/** Nobody answers here: answers come through the inbox, from the page or a terminal. */
const pageAsker: Asker = {
  ask: (_question, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve("later");
      signal.addEventListener("abort", () => resolve("later"), { once: true });
    }),
};

/** Opens the session and carries it out to where it stands still. */
export async function carryOut(
  parts: CarryParts & { readonly store: StoreParts },
  { take, tell, signal, started }: Carrying,
): Promise<{ readonly reason: StopReason }> {
  const store = await openStore(parts.store);
  const tellProgress = seldom(parts.store.clock, (run, chars) => tell({ type: "progress", progress: { run, chars } }));
  try {
    take(store.state);
    started();
    const agents = await parts.openAgents(store.state.config);
    if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
    take(store.state);
    const reason = await runSession({
      store,
      agents,
      asker: pageAsker,
      clock: parts.store.clock,
      kit: await loadPromptKit((await store.files.readText(SOURCE)) ?? "", store.state.config),
      specFolder: parts.specFolder(store.state),
      signal,
      observe(observation) {
        if (observation.type === "recorded") take(observation.state);
        if (observation.type === "run-progress") tellProgress(observation.order.id, observation.chars);
      },
    });
    return { reason };
  } finally {
    await store.close();
  }
}

const PROGRESS_MILLISECONDS = 200;

/** Text comes in small pieces: nobody sees each of them. */
function seldom(clock: Clock, tell: (run: string, chars: number) => void): (run: string, chars: number) => void {
  const told = new Map<string, number>();
  return (run, chars) => {
    const now = clock.now();
    if (now - (told.get(run) ?? 0) < PROGRESS_MILLISECONDS) return;
    told.set(run, now);
    tell(run, chars);
  };
}
