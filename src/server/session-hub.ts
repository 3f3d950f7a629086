import { commandSession, type SessionCommandResult } from "../engine/command-session.ts";
import { journalTail } from "../engine/folder-home.ts";
import type { StoreParts } from "../engine/session-store.ts";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { lockHolder } from "../journal/session-lock.ts";
import type { Command } from "../mediator/commands/command.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { LOCK } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import type { Files } from "../ports/files.ts";
import { type HubParts, type RunHere, runHere } from "./run-here.ts";
import { patchOf } from "./session-view.ts";
import type { HubMessage, Running } from "./view-patch.ts";

export type SessionHub = ReturnType<typeof sessionHub>;

/** How often the journal's size is checked for entries of other processes, so that the page shows them within 200 ms. */
const POLL_MILLISECONDS = 60;
const LOOKS_PER_LOCK = 10;

/** Follows one session for the page, whichever process runs it. */
export function sessionHub(parts: HubParts) {
  const { files, clock } = parts.store;
  const listeners = new Set<(message: HubMessage) => void>();
  const closed = new AbortController();
  const tell = (message: HubMessage) => {
    for (const listener of listeners) listener(message);
  };
  const live = liveState(files, tell);
  let running: Running = { runner: "nobody" };
  let run: RunHere | undefined;
  let settled: Promise<void> = Promise.resolve();
  let last: Promise<unknown> = Promise.resolve();

  const setRunning = (now: Running) => {
    if (now.runner === running.runner && now.problem === running.problem && now.reason === running.reason) return;
    running = now;
    tell({ type: "running", running });
  };
  /** Runs reads one after another, so that they overlap neither each other nor writes of this process. */
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const refresh = async (): Promise<void> => {
    if (run && running.runner === "here") return; // every state is handed over by the run itself
    await live.readOn();
  };
  const look = async (): Promise<void> => {
    if (run) return;
    if (await isHeldElsewhere(parts.store)) setRunning({ runner: "elsewhere" });
    else if (running.runner === "elsewhere") setRunning({ runner: "nobody" });
  };
  const follow = async () => {
    for (let count = 0; !closed.signal.aborted; count += 1) {
      await clock.sleep(POLL_MILLISECONDS, closed.signal);
      if (listeners.size === 0 || closed.signal.aborted) continue;
      await queued(refresh).catch(() => undefined); // told to whoever asks for the state
      if (count % LOOKS_PER_LOCK === 0) await look().catch(() => undefined);
    }
  };
  const settle = async ({ opened, ended }: RunHere) => {
    await opened.then(
      () => setRunning({ runner: "here" }),
      () => undefined,
    );
    const end = await ended;
    run = undefined;
    running = { runner: "here" };
    setRunning({ runner: "nobody", ...end });
    await look().catch(() => undefined);
  };
  const stop = async () => {
    run?.stop();
    await settled;
  };
  void follow();

  return {
    desk: parts.desk,
    /** The state in the journal now. Throws if there is no session or it is damaged. */
    async state(): Promise<State> {
      await queued(refresh);
      const state = live.current();
      if (state) return state;
      throw new WhetstoneError("NO_SESSION", "no session here", { target: files.root });
    },
    async running(): Promise<Running> {
      await look();
      return running;
    },
    /** Calls the listener for every event until the returned function is called. */
    subscribe(listener: (message: HubMessage) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async command(command: Command): Promise<SessionCommandResult> {
      const send = () => commandSession(parts.store, command, closed.signal);
      // A run in this process takes the command from the inbox too, once it has the session's lock.
      await run?.opened.catch(() => undefined);
      const result = await (run ? send() : queued(send));
      if (result.ok) await queued(refresh);
      return result;
    },
    /** Runs the session in this process, unless it already does. */
    start() {
      if (run || closed.signal.aborted) return;
      run = runHere(parts, last, { take: live.take, tell });
      settled = settle(run);
    },
    /** Like Ctrl-C: stops the agents; the session can be resumed. */
    stop,
    async close() {
      closed.abort();
      await stop();
      await last;
    },
  };
}

/** The latest state, from the journal or from a run in this process; changes are sent to the listeners. */
function liveState(files: Files, tell: (message: HubMessage) => void) {
  const tail = journalTail(files);
  let current: State | undefined;
  /** Takes a newer state and ignores an older one. */
  const take = (state: State) => {
    const before = current?.session.id === state.session.id ? current : undefined;
    if (before && state.seq < before.seq) return;
    current = state;
    if (before?.seq === state.seq) return;
    // A rollback removes rows, which a patch cannot express.
    if (before?.rollbacks !== state.rollbacks) tell({ type: "reset" });
    else tell({ type: "patch", patch: patchOf(before, state) });
  };
  return {
    current: () => current,
    take,
    async readOn() {
      const read = await tail.read();
      if (!read) return;
      const from = read.anew ? undefined : current;
      const state = fold(from ? read.entries.filter((entry) => entry.seq > from.seq) : read.entries, from);
      if (state) take(state);
    },
  };
}

async function isHeldElsewhere({ files, processes }: StoreParts): Promise<boolean> {
  const holder = await lockHolder(files, LOCK, processes);
  const self = processes.self();
  return holder !== undefined && (holder.pid !== self.pid || holder.host !== self.host);
}
