import { randomUUID } from "node:crypto";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command } from "../mediator/commands/command.ts";
import type { CommandResult } from "../mediator/commands/command-result.ts";
import type { State } from "../mediator/state.ts";
import { sendCommand } from "./inbox.ts";
import { createProjections } from "./projections.ts";
import { carryRollback } from "./rollback/perform-rollback.ts";
import { homeOf, openStore, type StoreParts } from "./session-store.ts";

const HOLDER_MILLISECONDS = 250;

export type SessionCommandResult = CommandResult & { readonly state?: State };

/** Does something to a session: here, or by the process that has it open. Throws when that one does not answer. */
export async function commandSession(
  parts: StoreParts,
  command: Command,
  signal: AbortSignal,
): Promise<SessionCommandResult> {
  try {
    return await here(parts, command);
  } catch (error) {
    if (error instanceof WhetstoneError && error.code === "SESSION_LOCKED") return elsewhere(parts, command, signal);
    throw error;
  }
}

async function here(parts: StoreParts, command: Command): Promise<SessionCommandResult> {
  const store = await openStore(parts);
  try {
    const observe = () => {};
    const projections = createProjections({ store, observe });
    await projections.keepEdited();
    const result = applyCommand(store.state, command, store.now());
    if (result.ok) await store.record(result.events, { sync: true });
    // No agent is needed to undo a round: it is done when the command returns.
    if (store.state.rollback) await carryRollback({ store, observe });
    await projections.writeAll();
    return { ...result, state: store.state };
  } finally {
    await store.close();
  }
}

async function elsewhere(parts: StoreParts, command: Command, signal: AbortSignal): Promise<SessionCommandResult> {
  const ended = new AbortController();
  const watched = new AbortController();
  void watchHolder(parts, ended, watched.signal);
  const given = AbortSignal.any([signal, ended.signal]);
  const result = await sendCommand(parts, command, randomUUID(), given);
  watched.abort();
  if (result !== "unanswered") return result;
  // It ended before it looked: then nobody holds the session any more.
  if (ended.signal.aborted && !signal.aborted) return here(parts, command);
  throw new WhetstoneError("NO_REPLY", "the process that has the session open does not answer", {
    target: homeOf(parts).place,
    fix: "Wait for it, or end it and try again.",
  });
}

/** Aborts when nobody holds the session any more. */
async function watchHolder(parts: StoreParts, ended: AbortController, stop: AbortSignal): Promise<void> {
  const home = homeOf(parts);
  while (!stop.aborted) {
    await parts.clock.sleep(HOLDER_MILLISECONDS, stop);
    const holder = await home.holder().catch(() => "unknown");
    if (holder === undefined) return ended.abort();
  }
}
