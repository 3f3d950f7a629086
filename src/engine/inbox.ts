import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command, CommandResult } from "../mediator/commands/command.ts";
import { orUndefined } from "../model/defined.ts";
import type { Files } from "../ports/files.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import type { StoreParts } from "./session-store.ts";

/*
 * Commands for a session that another process has open, which carries them out: a file for each request, and its reply
 * beside it. They are in the User's state folder, where an agent does not normally write (ADR 0006).
 */
const POLL_MILLISECONDS = 150;
/** Larger requests are refused. */
const MOST_REQUEST_BYTES = 8_000_000;

type Inbox = Pick<EngineParts, "store" | "observe" | "clock">;

/** Carries out the commands that have arrived. Looking costs a system call, so it is limited to the interval. */
export async function takeInbox(parts: Inbox): Promise<void> {
  const { store, clock } = parts;
  const { inbox } = store;
  if (inbox === undefined || clock.elapsed() - (lastLooks.get(store) ?? Number.NEGATIVE_INFINITY) < POLL_MILLISECONDS)
    return;
  lastLooks.set(store, clock.elapsed());
  for (const id of await waitingIn(inbox)) {
    const result = await takeRequest(parts, inbox, id);
    await inbox.writeAtomic(replyPath(id), JSON.stringify(result.ok ? { ...result, events: [] } : result));
    await inbox.remove(requestPath(id));
  }
}

/** A process may die between carrying out a command and removing its request: it is not carried out again. */
async function takeRequest(parts: Inbox, inbox: Files, id: string): Promise<CommandResult> {
  const { store } = parts;
  if (store.state.lastCommand === id) return { ok: true, events: [], message: "it is already done" };
  const { parseCommandValue } = await import("../mediator/commands/command.ts");
  const bytes = (await inbox.stat(requestPath(id)))?.bytes ?? 0;
  const request = (bytes <= MOST_REQUEST_BYTES && (await inbox.readText(requestPath(id)))) || "";
  const command = parseCommandValue(orUndefined(() => JSON.parse(request)));
  if (typeof command === "string") return { ok: false, problem: command };
  const result = applyCommand(store.state, command, store.now());
  if (result.ok) await record(parts, [...result.events, { type: "command_taken", command: id }], { sync: true });
  return result;
}

const lastLooks = new WeakMap<object, number>();

/** The result of the work, or undefined as soon as a command arrives. */
export async function unlessRequested<T>({ store: { inbox }, clock }: Inbox, work: Promise<T>): Promise<T | undefined> {
  if (inbox === undefined) return work;
  const done = new AbortController();
  const request = async (): Promise<undefined> => {
    while (!done.signal.aborted) {
      await clock.sleep(POLL_MILLISECONDS, done.signal);
      if (!done.signal.aborted && (await waitingIn(inbox)).length > 0) return;
    }
  };
  try {
    return await Promise.race([work, request()]);
  } finally {
    done.abort();
  }
}

/** Sends a command to the process that has the session open, and waits for the reply while `isHeld`. */
export async function sendCommand(
  { inbox, clock }: Pick<StoreParts, "inbox" | "clock">,
  command: Command,
  id: string,
  isHeld: () => Promise<boolean>,
): Promise<CommandResult | undefined> {
  if (inbox === undefined) return undefined;
  await inbox.writeAtomic(requestPath(id), JSON.stringify(command));
  for (let waited = 0; waited < 10_000 && (await isHeld()); waited += POLL_MILLISECONDS) {
    await clock.sleep(POLL_MILLISECONDS);
    const result = await takeReply(inbox, id);
    if (result) return result;
  }
  await inbox.remove(requestPath(id));
  return takeReply(inbox, id);
}

async function takeReply(inbox: Files, id: string): Promise<CommandResult | undefined> {
  const text = await inbox.readText(replyPath(id));
  if (text === undefined) return undefined;
  await inbox.remove(replyPath(id));
  return JSON.parse(text) as CommandResult;
}

/** The ids of the waiting requests; a folder that cannot be listed has none, and the session continues. */
async function waitingIn(inbox: Files): Promise<string[]> {
  const entries = await inbox.list("").catch(() => []);
  return entries.flatMap(({ kind, path }) => (kind === "file" && /^([^.]+)\.json$/.exec(path)?.[1]) || []);
}

function requestPath(id: string): string {
  return `${id}.json`;
}

function replyPath(id: string): string {
  return `${id}.reply.json`;
}
