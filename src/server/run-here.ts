import { composeSession, type SessionPlaces } from "../engine/compose-session.ts";
import { confirmAgents } from "../engine/confirm-agents.ts";
import type { Agents, Observation } from "../engine/engine-parts.ts";
import { estimateRun } from "../engine/estimate-run.ts";
import { runSession } from "../engine/run-session.ts";
import { openStore, type SessionStore, type StoreParts } from "../engine/session-store.ts";
import { estimateText } from "../mediator/estimate.ts";
import type { State } from "../mediator/state.ts";
import type { Config } from "../model/config.ts";
import type { Asker } from "../ports/asker.ts";
import type { Clock } from "../ports/clock.ts";
import type { Desk } from "./desk.ts";
import { errorText } from "./reply.ts";
import type { HubMessage, Running } from "./view-patch.ts";

export interface HubParts {
  readonly store: StoreParts;
  openAgents(config: Config): Promise<Agents>;
  places(state: State): SessionPlaces;
  /** Where a person with the role `human` writes their documents. */
  readonly desk?: Desk;
}

/** What a run tells the hub. */
interface Listener {
  take(state: State): void;
  tell(message: HubMessage): void;
}

/** An asker that never answers: answers reach the session through its inbox, from the page or a terminal. */
const pageAsker: Asker = {
  ask: (_question, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve("later");
      signal.addEventListener("abort", () => resolve("later"), { once: true });
    }),
};

export type RunHere = ReturnType<typeof runHere>;

/** Runs the session after the previous run has ended. `opened` has this process's lease; `ended` never rejects. */
export function runHere(parts: HubParts, after: Promise<unknown>, listener: Listener) {
  const abort = new AbortController();
  const opened = after.then(() => openStore(parts.store));
  const ended: Promise<Omit<Running, "runner">> = opened
    .then((store) => runOpened(store, parts, listener, abort.signal).finally(() => store.close()))
    .catch((error: unknown) => ({ problem: errorText(error) }));
  return { opened, ended, stop: () => abort.abort() };
}

async function runOpened(store: SessionStore, parts: HubParts, { take, tell }: Listener, signal: AbortSignal) {
  const tellProgress = throttled(parts.store.clock, (run, chars) =>
    tell({ type: "progress", progress: { run, chars } }),
  );
  take(store.state);
  const agents = await parts.openAgents(store.state.config);
  if (store.state.stop.type === "paused") await store.record([{ type: "resumed" }], { sync: true });
  take(store.state);
  const observe = (observation: Observation) => {
    if (observation.type === "recorded") take(observation.state);
    if (observation.type === "run-progress") tellProgress(observation.order.id, observation.chars);
  };
  const session = await composeSession({
    ...parts.places(store.state),
    store,
    agents,
    asker: pageAsker,
    clock: parts.store.clock,
    attended: true,
    signal,
    observe,
  });
  await confirmAgents(session, estimateText((await estimateRun(session)).estimate));
  return { reason: await runSession(session) };
}

const PROGRESS_MILLISECONDS = 200;

/** Streamed text arrives in small pieces, so the length of a run is reported at most once per interval. */
function throttled(clock: Clock, tell: (run: string, chars: number) => void): (run: string, chars: number) => void {
  const reported = new Map<string, number>();
  return (run, chars) => {
    const now = clock.now();
    if (now - (reported.get(run) ?? 0) < PROGRESS_MILLISECONDS) return;
    reported.set(run, now);
    tell(run, chars);
  };
}
