import type { Agents } from "../engine/engine-parts.ts";
import { loadPromptKit } from "../engine/prompt-files.ts";
import { runSession, type StopReason } from "../engine/run-session.ts";
import { openStore, readEntries, type StoreParts } from "../engine/session-store.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { SOURCE } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Config } from "../model/config.ts";
import type { Asker } from "../ports/asker.ts";
import type { Files } from "../ports/files.ts";
import { patchOf, type ViewPatch } from "./session-view.ts";

export interface HubParts {
  readonly store: StoreParts;
  openAgents(config: Config): Promise<Agents>;
  /** The folder of the session's spec. */
  specFolder(state: State): Files;
}

export interface RunProgress {
  readonly run: string;
  readonly chars: number;
}

export type HubMessage =
  | { readonly type: "patch"; readonly patch: ViewPatch }
  | { readonly type: "reset" }
  | { readonly type: "progress"; readonly progress: RunProgress }
  | { readonly type: "running"; readonly running: boolean; readonly reason?: StopReason; readonly problem?: string };

/** One session as the page sees it, whichever process runs it. */
export interface SessionHub {
  state(): Promise<State>;
  readonly running: boolean;
  /** Called for everything from now on, until the returned function is called. */
  subscribe(listener: (message: HubMessage) => void): () => void;
  /** Runs the session in this process; does nothing when it runs already. */
  start(): void;
  /** As Ctrl-C: agents are stopped, the session stays resumable. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

const POLL_MILLISECONDS = 200;

/** Nobody answers here: answers come through the inbox, from the page or a terminal. */
const pageAsker: Asker = {
  ask: (_question, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve("later");
      signal.addEventListener("abort", () => resolve("later"));
    }),
};

export function sessionHub(parts: HubParts): SessionHub {
  const { files, clock } = parts.store;
  const listeners = new Set<(message: HubMessage) => void>();
  const closed = new AbortController();
  let current: State | undefined;
  let bytes = -1;
  let run: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;

  const tell = (message: HubMessage) => {
    for (const listener of listeners) listener(message);
  };
  const take = (state: State) => {
    if (current && state.seq <= current.seq) return;
    const before = current;
    current = state;
    if (!before) return;
    // A rollback takes rows away, which a patch cannot say.
    if (before.rollbacks !== state.rollbacks) tell({ type: "reset" });
    else tell({ type: "patch", patch: patchOf(before, state) });
  };
  const refresh = async (): Promise<State | undefined> => {
    const size = (await files.stat("journal.jsonl"))?.bytes ?? 0;
    if (size === bytes) return current;
    bytes = size;
    const entries = await readEntries(files);
    const state = fold(entries.slice(current?.seq ?? 0), current);
    if (state) take(state);
    return current;
  };
  const follow = async () => {
    while (!closed.signal.aborted) {
      await clock.sleep(POLL_MILLISECONDS, closed.signal);
      if (!run && listeners.size > 0) await refresh().catch(() => undefined);
    }
  };
  void follow();

  async function work(signal: AbortSignal): Promise<StopReason> {
    const store = await openStore(parts.store);
    try {
      if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
      take(store.state);
      return await runSession({
        store,
        agents: await parts.openAgents(store.state.config),
        asker: pageAsker,
        clock,
        kit: await loadPromptKit((await files.readText(SOURCE)) ?? "", store.state.config),
        specFolder: parts.specFolder(store.state),
        signal,
        observe(observation) {
          if (observation.type === "recorded") take(observation.state);
          if (observation.type === "run-progress") {
            tell({ type: "progress", progress: { run: observation.order.id, chars: observation.chars } });
          }
        },
      });
    } finally {
      await store.close();
    }
  }

  return {
    async state() {
      const state = await refresh();
      if (!state) throw new Error("there is no session here");
      return state;
    },
    get running() {
      return run !== undefined;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start() {
      if (run) return;
      const abort = new AbortController();
      const ended = work(abort.signal)
        .then((reason) => ({ reason }))
        .catch((error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }))
        .then((end) => {
          run = undefined;
          bytes = -1;
          tell({ type: "running", running: false, ...end });
        });
      run = { abort, ended };
      tell({ type: "running", running: true });
    },
    async stop() {
      run?.abort.abort();
      await run?.ended;
    },
    async close() {
      closed.abort();
      run?.abort.abort();
      await run?.ended;
    },
  };
}
