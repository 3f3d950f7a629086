import { randomUUID } from "node:crypto";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command, CommandResult } from "../mediator/commands/command.ts";
import type { State } from "../mediator/state.ts";
import { orUndefined } from "../model/defined.ts";
import type { SessionInbox } from "../ports/session-inbox.ts";
import { type EngineParts, type Observation, record } from "./engine-parts.ts";
import { createProjections } from "./projections.ts";
import { carryRollback } from "./rollback/perform-rollback.ts";
import { homeOf, openStore, type StoreParts } from "./session-store.ts";

export type SessionCommandResult = CommandResult & { readonly state?: State };

/** Applies a command here or in the process that has the session open. Throws when that process does not reply. */
export async function commandSession(
  parts: StoreParts,
  command: Command,
  signal: AbortSignal,
  observe: Observe = () => {},
): Promise<SessionCommandResult> {
  try {
    return await applyHere(parts, command, observe);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "SESSION_LOCKED")
      return sendToHolder(parts, command, signal, observe);
    throw error;
  }
}

type Observe = (seen: Observation) => void;

async function applyHere(parts: StoreParts, command: Command, observe: Observe): Promise<SessionCommandResult> {
  const store = await openStore(parts);
  try {
    const projections = createProjections({ store, observe, clock: parts.clock });
    await projections.keepEdited();
    const result = applyCommand(store.state, command, store.now());
    if (result.ok) await store.record(result.events, { sync: true });
    // Undoing a round needs no agent, so it is complete when the command returns; a refused one does nothing.
    if (result.ok && store.state.rollback) await carryRollback({ store, observe });
    await projections.writeAll();
    return { ...result, state: store.state };
  } finally {
    await store.close();
  }
}

async function sendToHolder(
  parts: StoreParts,
  command: Command,
  signal: AbortSignal,
  observe: Observe,
): Promise<SessionCommandResult> {
  const home = homeOf(parts);
  let holder: unknown = "unknown";
  const isHeld = async () => {
    holder = await home.holder().catch(() => "unknown");
    return holder !== undefined && !signal.aborted;
  };
  const result = await sendCommand(parts, command, randomUUID(), isHeld);
  if (result !== undefined) return result;
  // The other process ended before it read the command.
  if (holder === undefined && !signal.aborted) return applyHere(parts, command, observe);
  throw new WhetstoneError("NO_REPLY", "the process that has the session open is not responding", {
    target: home.place,
    fix: "Wait for it, or end it and try again.",
  });
}

/*
 * Commands for a session that another process has open; the process with the lease carries them out. The files are in
 * the User's state folder, where an agent does not normally write (ADR 0006).
 */
const POLL_MILLISECONDS = 150;

type Inbox = Pick<EngineParts, "store" | "observe" | "clock">;

/** Carries out the commands that have arrived. Looking costs a system call, so it is limited to the interval. */
export async function takeInbox(parts: Inbox): Promise<void> {
  const { store, clock } = parts;
  const { inbox } = store;
  if (inbox === undefined || clock.elapsed() - (lastLooks.get(store) ?? Number.NEGATIVE_INFINITY) < POLL_MILLISECONDS)
    return;
  lastLooks.set(store, clock.elapsed());
  for (const id of await inbox.waiting()) {
    const result = await takeRequest(parts, inbox, id);
    await inbox.reply(id, JSON.stringify(result.ok ? { ...result, events: [] } : result));
  }
}

/** A process may die between carrying out a command and removing its request: it is not carried out again. */
async function takeRequest(parts: Inbox, inbox: SessionInbox, id: string): Promise<CommandResult> {
  const { store } = parts;
  if (store.state.lastCommand === id) return { ok: true, events: [], message: "it is already done" };
  const { parseCommandValue } = await import("../mediator/commands/command.ts");
  const request = (await inbox.read(id)) ?? "";
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
      if (!done.signal.aborted && (await inbox.waiting()).length > 0) return;
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
  await inbox.send(id, JSON.stringify(command));
  for (let waited = 0; waited < 10_000 && (await isHeld()); waited += POLL_MILLISECONDS) {
    await clock.sleep(POLL_MILLISECONDS);
    const result = await takeReply(inbox, id);
    if (result) return result;
  }
  await inbox.withdraw(id);
  return takeReply(inbox, id);
}

async function takeReply(inbox: SessionInbox, id: string): Promise<CommandResult | undefined> {
  const text = await inbox.takeReply(id);
  return text === undefined ? undefined : (JSON.parse(text) as CommandResult);
}
