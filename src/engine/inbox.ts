import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command, CommandResult } from "../mediator/commands/command.ts";
import { orUndefined } from "../model/defined.ts";
import type { SessionInbox } from "../ports/session-inbox.ts";
import { type EngineParts, record } from "./engine-parts.ts";
import type { StoreParts } from "./session-store.ts";

/*
 * Commands for a session that another process has open, taken by the process that has the lease. On a computer they stand
 * in the person's own state folder, where an agent that writes what it is told to write does not come by (ADR 0006).
 */
const POLL_MILLISECONDS = 150;

type Inbox = Pick<EngineParts, "store" | "observe" | "clock">;

/** Carries out what has come in. Looking costs a system call, so it is not done more often than the poll. */
export async function takeInbox(parts: Inbox): Promise<void> {
  const { store, clock } = parts;
  const { inbox } = store;
  if (inbox === undefined || clock.elapsed() - (looked.get(store) ?? Number.NEGATIVE_INFINITY) < POLL_MILLISECONDS)
    return;
  looked.set(store, clock.elapsed());
  for (const id of await inbox.waiting()) {
    const result = await takeRequest(parts, inbox, id);
    await inbox.reply(id, JSON.stringify(result.ok ? { ...result, events: [] } : result));
  }
}

/** A process that died between doing it and removing the request leaves it to be seen again, not to be done again. */
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

const looked = new WeakMap<object, number>();

/** What the work comes to, or `undefined` as soon as something has come in. */
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

/** Hands a command to the process that has the session open, and waits for its word as long as `isHeld`. */
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
