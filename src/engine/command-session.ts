import { randomUUID } from "node:crypto";
import { WhetstoneError } from "../errors/whetstone-error.ts";
import { applyCommand } from "../mediator/commands/apply-command.ts";
import type { Command, CommandResult } from "../mediator/commands/command.ts";
import type { State } from "../mediator/state.ts";
import type { Observation } from "./engine-parts.ts";
import { sendCommand } from "./inbox.ts";
import { keepEdits, writeAll } from "./projections.ts";
import { carryRollback } from "./rollback/perform-rollback.ts";
import { openStore, type StoreParts, sessionHolder } from "./session-store.ts";

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
    await keepEdits({ store, observe });
    const result = applyCommand(store.state, command, store.now());
    if (result.ok) await store.record(result.events, { sync: true });
    // Undoing a round needs no agent, so it is complete when the command returns; a refused one does nothing.
    if (result.ok && store.state.rollback) await carryRollback({ store, observe });
    await writeAll({ store, observe });
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
  let holder: unknown = "unknown";
  const isHeld = async () => {
    holder = await sessionHolder(parts).catch(() => "unknown");
    return holder !== undefined && !signal.aborted;
  };
  const result = await sendCommand(parts, command, randomUUID(), isHeld);
  if (result !== undefined) return result;
  // The other process ended before it read the command.
  if (holder === undefined && !signal.aborted) return applyHere(parts, command, observe);
  throw new WhetstoneError("NO_REPLY", "the process that has the session open is not responding", {
    target: parts.files.root,
    fix: "Wait for it, or end it and try again.",
  });
}
