import { resolve } from "node:path";
import { confirmAgents } from "../engine/confirm-agents.ts";
import type { Agents, EngineParts } from "../engine/engine-parts.ts";
import { outlook } from "../engine/estimate-run.ts";
import type { Observation } from "../engine/observation.ts";
import { loadPromptKit } from "../engine/prompt-files.ts";
import { runSession, type StopReason } from "../engine/run-session.ts";
import { openStore, type StoreParts } from "../engine/session-store.ts";
import { estimateText } from "../mediator/estimate.ts";
import type { State } from "../mediator/state.ts";
import type { Config } from "../model/config.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { Desk } from "./desk.ts";
import type { HubMessage } from "./hub-message.ts";

/** What carrying a session out needs besides its store. */
export interface CarryParts {
  openAgents(config: Config): Promise<Agents>;
  /** The folder of the session's spec. */
  specFolder(state: State): Files;
  /** Where archives go at the end (SPEC 13.10). */
  coldFolder(config: Config): Files;
  /** The person's own prompts and examples, absolute (SPEC 15.4). */
  readonly promptFolder?: string;
}

/** What it takes to carry a session out, with where its folder is. */
export interface HubParts extends CarryParts {
  readonly store: StoreParts;
  /** Where the person writes whose role that is. */
  readonly desk?: Desk;
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
  parts: HubParts,
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
    const observe = (observation: Observation) => {
      if (observation.type === "recorded") take(observation.state);
      if (observation.type === "run-progress") tellProgress(observation.order.id, observation.chars);
    };
    const specFolder = parts.specFolder(store.state);
    const codebase = codebaseOf(store.state.config, specFolder);
    const kit = await loadPromptKit({
      ...codebase,
      ...(parts.promptFolder === undefined ? {} : { folder: parts.promptFolder }),
    });
    await confirmPaid({ store, agents, kit, observe });
    const reason = await runSession({
      store,
      agents,
      asker: pageAsker,
      clock: parts.store.clock,
      kit,
      cold: parts.coldFolder(store.state.config),
      attended: true,
      specFolder,
      ...codebase,
      signal,
      observe,
    });
    return { reason };
  } finally {
    await store.close();
  }
}

/** An agent that costs money is confirmed once, with what is expected of it (SPEC 15.2, 15.3). */
async function confirmPaid(parts: Pick<EngineParts, "store" | "agents" | "kit" | "observe">): Promise<void> {
  const { engineer, reviewer } = parts.store.state.config.agents;
  const named = engineer.kind !== "auto" && reviewer.kind !== "auto";
  const { estimate } = await outlook(parts);
  await confirmAgents(parts, { named, attended: true, expected: estimateText(estimate) });
}

function codebaseOf({ codebase }: Config, { root }: Files): { codebase?: string } {
  return codebase === undefined ? {} : { codebase: resolve(root, codebase) };
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
