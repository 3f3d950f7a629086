import { commandSession, type SessionCommandResult } from "../engine/command-session.ts";
import type { StoreParts } from "../engine/session-store.ts";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { lockHolder } from "../journal/lock.ts";
import type { Command } from "../mediator/commands/command.ts";
import { fold } from "../mediator/evolve/evolve.ts";
import { LOCK } from "../mediator/session-paths.ts";
import type { State } from "../mediator/state.ts";
import { type CarryParts, carryOut } from "./carry-out.ts";
import type { HubMessage, Running } from "./hub-message.ts";
import { journalTail } from "./journal-tail.ts";
import { patchOf } from "./session-view.ts";

export interface HubParts extends CarryParts {
  readonly store: StoreParts;
}

/** One session as the page sees it, whichever process carries it out. */
export interface SessionHub {
  /** As the journal has it now. Throws when there is no session, or when it is damaged. */
  state(): Promise<State>;
  running(): Promise<Running>;
  /** Called for everything from now on, until the returned function is called. */
  subscribe(listener: (message: HubMessage) => void): () => void;
  /** Does something to the session, whoever carries it out. */
  command(command: Command): Promise<SessionCommandResult>;
  /** Carries the session out in this process; does nothing when it does so already. */
  start(): void;
  /** As Ctrl-C: agents are stopped, the session stays resumable. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** An event of another process is on the page within 200 ms: looking at the journal's size costs next to nothing. */
const POLL_MILLISECONDS = 60;
const LOOKS_PER_LOCK = 10;

export function sessionHub(parts: HubParts): SessionHub {
  const { files, clock, processes } = parts.store;
  const listeners = new Set<(message: HubMessage) => void>();
  const closed = new AbortController();
  const tail = journalTail(files);
  let current: State | undefined;
  let running: Running = { runner: "nobody" };
  let run: CurrentRun | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const tell = (message: HubMessage) => {
    for (const listener of listeners) listener(message);
  };
  const take = (state: State) => {
    const before = current;
    if (before && isSame(before, state) && state.seq < before.seq) return;
    current = state;
    if (before && isSame(before, state) && state.seq === before.seq) return;
    // A rollback takes rows away, which a patch cannot say.
    if (!before || !isSame(before, state) || before.rollbacks !== state.rollbacks) tell({ type: "reset" });
    else tell({ type: "patch", patch: patchOf(before, state) });
  };
  const setRunning = (now: Running) => {
    if (now.runner === running.runner && now.problem === running.problem && now.reason === running.reason) return;
    running = now;
    tell({ type: "running", running });
  };
  /** One at a time, in the order of asking: what is read overlaps neither itself nor what is written here. */
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const refresh = async (): Promise<void> => {
    if (run && running.runner === "here") return; // every state is handed over by the run itself
    const read = await tail.read();
    if (!read) return;
    const from = read.anew ? undefined : current;
    const state = fold(from ? read.entries.filter((entry) => entry.seq > from.seq) : read.entries, from);
    if (state) take(read.anew && current ? continued(current, read.entries, state) : state);
  };
  const look = async (): Promise<void> => {
    if (run) return;
    const holder = await lockHolder(files, LOCK, processes);
    const self = processes.self();
    const elsewhere = holder !== undefined && (holder.pid !== self.pid || holder.host !== self.host);
    if (elsewhere) setRunning({ runner: "elsewhere" });
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
  void follow();

  return {
    async state() {
      await queued(refresh);
      if (current) return current;
      throw new WhetstoneError("NO_SESSION", "there is no session here", { target: files.root });
    },
    async running() {
      await look();
      return running;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async command(command) {
      const send = () => commandSession(parts.store, command, closed.signal);
      // A run here takes it from the inbox like one elsewhere, once the session is its own.
      await run?.opened;
      const result = await (run ? send() : queued(send));
      if (result.ok) await queued(refresh);
      return result;
    },
    start() {
      if (run || closed.signal.aborted) return;
      const abort = new AbortController();
      let open = () => {};
      const opened = new Promise<void>((resolve) => {
        open = resolve;
      });
      const started = () => {
        setRunning({ runner: "here" });
        open();
      };
      const ended = last
        .then(() => carryOut(parts, { take, tell, signal: abort.signal, started }))
        .catch((error: unknown): Omit<Running, "runner"> => ({ problem: wordsOf(error) }))
        .then(async (end) => {
          run = undefined;
          open();
          running = { runner: "here" };
          setRunning({ runner: "nobody", ...end });
          await look().catch(() => undefined);
        });
      run = { abort, opened, ended };
    },
    async stop() {
      run?.abort.abort();
      await run?.ended;
    },
    async close() {
      closed.abort();
      run?.abort.abort();
      await run?.ended;
      await last;
    },
  };
}

/** A run in this process. */
interface CurrentRun {
  readonly abort: AbortController;
  /** The session is its own, or it ended before. */
  readonly opened: Promise<void>;
  readonly ended: Promise<void>;
}

function isSame(before: State, after: State): boolean {
  return before.session.id === after.session.id;
}

/** The state that a journal read from its beginning leads to; on from the known one, so that what is unchanged is kept. */
function continued(known: State, entries: Parameters<typeof fold>[0], state: State): State {
  if (!isSame(known, state) || state.seq < known.seq) return state;
  return (
    fold(
      [...entries].filter((entry) => entry.seq > known.seq),
      known,
    ) ?? state
  );
}

function wordsOf(error: unknown): string {
  if (!(error instanceof WhetstoneError)) return error instanceof Error ? error.message : String(error);
  return error.fix === undefined ? error.message : `${error.message} ${error.fix}`;
}
