import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command } from "../mediator/commands/command.ts";
import type { CommandResult } from "../mediator/commands/command-result.ts";
import { INBOX } from "../mediator/session-paths.ts";
import type { FileEntry, Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";
import type { SessionStore, StoreParts } from "./session-store.ts";

/*
 * Commands for a session that another process has open: one file each in `inbox/`, taken by the process that holds
 * the lock, answered by a reply file beside it. Programs may write there, too, so that each proves whose it is
 * (docs/decisions/0006).
 */
const POLL_MILLISECONDS = 150;

type Inbox = Pick<EngineParts, "store" | "observe" | "clock">;

/** Carries out what has come in. Looking costs a system call, so it is not done more often than the poll. */
export async function takeInbox(parts: Inbox): Promise<void> {
  const { store, clock } = parts;
  if (Math.abs(clock.now() - (looked.get(store) ?? Number.NEGATIVE_INFINITY)) < POLL_MILLISECONDS) return;
  looked.set(store, clock.now());
  for (const entry of await requests(store.files)) {
    const result = await takeRequest(parts, entry);
    await store.files.writeAtomic(replyPath(entry.path), JSON.stringify(reply(result)));
    await store.files.remove(entry.path);
  }
}

/** A process that died between doing it and removing the request leaves it to be seen again, not to be done again. */
async function takeRequest(parts: Inbox, { path, bytes }: FileEntry): Promise<CommandResult> {
  const { store } = parts;
  if (isTaken(store, path)) return { ok: true, events: [], message: "it is done already" };
  const text = bytes > MOST_BYTES ? undefined : await store.files.readText(path);
  const { readRequest } = await import("./request.ts");
  const command = await readRequest(store, idOf(path), text, parts.clock.now());
  if (command === "unproven") return refuse(parts, path);
  if (typeof command === "string") return { ok: false, problem: command };
  const result = applyCommand(store.state, command, store.now());
  if (!result.ok) return result;
  taken.set(store, (taken.get(store) ?? new Set()).add(path));
  await record(parts, [...result.events, { type: "command_taken", command: path }], { sync: true });
  return result;
}

/** Also one that somebody who had read it put there again. */
function isTaken(store: SessionStore, path: string): boolean {
  return store.state.lastCommand === path || taken.get(store)?.has(path) === true;
}

/** A request that is nobody's: where a program runs, or was the last to run, it may be that one's. */
async function refuse(parts: Inbox, path: string): Promise<CommandResult> {
  const [run, ...others] = parts.store.guard?.suspects() ?? [];
  const beside = others.length === 0 ? "" : ` (while ${others.join(", ")} ran as well)`;
  const what = `was added, a request that does not prove to be the person's: it is not carried out${beside}`;
  if (run !== undefined) await record(parts, [{ type: "violation_found", run, path, what }]);
  return {
    ok: false,
    problem: "the request does not prove that it comes from you",
    fix: "Ask from the same account of the same computer, or once the session has stopped.",
  };
}

/** More than any command takes. */
const MOST_BYTES = 8_000_000;

const looked = new WeakMap<object, number>();
const taken = new WeakMap<object, Set<string>>();

/** Looks for what comes in while the engine waits for something else. */
export interface InboxWatch {
  /** What the work comes to, or `undefined` as soon as something has come in; one wait at a time. */
  during<T>(work: Promise<T>): Promise<T | undefined>;
  stop(): void;
}

/** One watch serves many waits: a timer that is due sooner than the next wait's own is left to run on. */
export function watchInbox(parts: Inbox): InboxWatch {
  const ended = new AbortController();
  let waiting: { came(): void; failed(error: unknown): void } | undefined;
  let isPolling = false;
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    try {
      while (waiting && !ended.signal.aborted) {
        await parts.clock.sleep(POLL_MILLISECONDS, ended.signal);
        if (waiting && !ended.signal.aborted && (await requests(parts.store.files)).length > 0) waiting?.came();
      }
    } catch (error) {
      waiting?.failed(error);
    } finally {
      isPolling = false;
    }
  };
  return {
    async during(work) {
      try {
        return await new Promise((resolve, reject) => {
          waiting = { came: () => resolve(undefined), failed: reject };
          void poll();
          work.then(resolve, reject);
        });
      } finally {
        waiting = undefined;
      }
    },
    stop: () => ended.abort(),
  };
}

/** Hands a command to the process that has the session open, and waits for its word. */
export async function sendCommand(
  { files, clock, proof }: Pick<StoreParts, "files" | "clock" | "proof">,
  command: Command,
  id: string,
  signal: AbortSignal,
): Promise<CommandResult | "unanswered"> {
  const path = `${INBOX}/${id}.json`;
  const { writeRequest } = await import("./request.ts");
  await files.writeAtomic(path, await writeRequest({ id, at: clock.now(), command }, proof));
  for (let waited = 0; waited < 10_000 && !signal.aborted; waited += POLL_MILLISECONDS) {
    await clock.sleep(POLL_MILLISECONDS, signal);
    const result = await takeReply(files, path);
    if (result) return result;
  }
  await files.remove(path);
  return (await takeReply(files, path)) ?? "unanswered";
}

async function takeReply(files: Files, path: string): Promise<CommandResult | undefined> {
  const text = await files.readText(replyPath(path));
  if (text === undefined) return undefined;
  await files.remove(replyPath(path));
  return JSON.parse(text) as CommandResult;
}

async function requests(files: Files): Promise<FileEntry[]> {
  const entries = await files.list(INBOX);
  return entries.filter(({ kind, path }) => kind === "file" && path.endsWith(".json") && !path.endsWith(".reply.json"));
}

function idOf(path: string): string {
  return path.slice(INBOX.length + 1, -".json".length);
}

function replyPath(path: string): string {
  return path.replace(/\.json$/, ".reply.json");
}

function reply(result: CommandResult): CommandResult {
  return result.ok ? { ...result, events: [] } : result;
}
