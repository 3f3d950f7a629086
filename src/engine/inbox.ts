import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command } from "../mediator/commands/command.ts";
import type { CommandResult } from "../mediator/commands/command-result.ts";
import { INBOX } from "../mediator/session-paths.ts";
import type { Clock } from "../ports/clock.ts";
import type { Files } from "../ports/files.ts";
import type { EngineParts } from "./engine-parts.ts";
import { record } from "./record.ts";

/*
 * Commands for a session that another process has open: one file each in `inbox/`, taken by the process that holds
 * the lock, answered by a reply file beside it.
 */
const POLL_MILLISECONDS = 150;

type Inbox = Pick<EngineParts, "store" | "observe" | "clock">;

/** Carries out what has come in. Looking costs a system call, so it is not done more often than the poll. */
export async function takeInbox(parts: Inbox): Promise<void> {
  const { store, clock } = parts;
  if (Math.abs(clock.now() - (looked.get(store) ?? Number.NEGATIVE_INFINITY)) < POLL_MILLISECONDS) return;
  looked.set(store, clock.now());
  for (const path of await requests(store.files)) {
    const result = await takeRequest(parts, path);
    await store.files.writeAtomic(replyPath(path), JSON.stringify(reply(result)));
    await store.files.remove(path);
  }
}

/** A process that died between doing it and removing the request leaves it to be seen again, not to be done again. */
async function takeRequest(parts: Inbox, path: string): Promise<CommandResult> {
  const { store } = parts;
  if (store.state.lastCommand === path) return { ok: true, events: [], message: "it is done already" };
  const { parseCommand } = await import("./command-schema.ts");
  const command = parseCommand(await store.files.readText(path));
  if (typeof command === "string") return { ok: false, problem: command };
  const result = applyCommand(store.state, command, store.now());
  if (result.ok) await record(parts, [...result.events, { type: "command_taken", command: path }], { sync: true });
  return result;
}

const looked = new WeakMap<object, number>();

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
  files: Files,
  clock: Clock,
  command: Command,
  id: string,
  signal: AbortSignal,
): Promise<CommandResult | "unanswered"> {
  const path = `${INBOX}/${id}.json`;
  await files.writeAtomic(path, JSON.stringify(command));
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

async function requests(files: Files): Promise<string[]> {
  const entries = await files.list(INBOX);
  return entries
    .filter((entry) => entry.kind === "file" && entry.path.endsWith(".json") && !entry.path.endsWith(".reply.json"))
    .map((entry) => entry.path);
}

function replyPath(path: string): string {
  return path.replace(/\.json$/, ".reply.json");
}

function reply(result: CommandResult): CommandResult {
  return result.ok ? { ...result, events: [] } : result;
}
