import { randomUUID } from "node:crypto";
import { sendCommand } from "../../engine/inbox.ts";
import { createProjections } from "../../engine/projections.ts";
import { openStore } from "../../engine/session-store.ts";
import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { UsageError, WhetstoneError } from "../../errors/whetstone-error.ts";
import { applyCommand, type CommandResult } from "../../mediator/commands/apply-command.ts";
import type { Command } from "../../mediator/commands/command.ts";
import type { CliContext } from "../context.ts";
import { sessionOf, storeParts } from "./session-parts.ts";

/** Does something to a session: here, or by the process that has it open. */
export async function commandSession(word: string | undefined, command: Command, context: CliContext): Promise<void> {
  const folder = await sessionOf(word, context);
  const result = await here(folder, command, context).catch((error: unknown) => {
    if (error instanceof WhetstoneError && error.code === "SESSION_LOCKED") return elsewhere(folder, command, context);
    throw error;
  });
  if (!result.ok) {
    throw new UsageError(result.problem, { target: folder, ...(result.fix === undefined ? {} : { fix: result.fix }) });
  }
  if (context.json) context.output.json({ ok: true, message: result.message });
  else context.output.note(`${result.message}.`);
}

async function here(folder: string, command: Command, context: CliContext): Promise<CommandResult> {
  const store = await openStore(storeParts(folder));
  try {
    const projections = createProjections({ store, observe: () => {} });
    await projections.keepEdited();
    const result = applyCommand(store.state, command, store.now());
    if (result.ok) await store.record(result.events, { sync: true });
    await projections.writeAll();
    if (store.state.questions.length > 0) context.output.note(`${store.state.questions.length} questions wait.`);
    return result;
  } finally {
    await store.close();
  }
}

async function elsewhere(folder: string, command: Command, context: CliContext): Promise<CommandResult> {
  const { files, clock } = storeParts(folder);
  const result = await sendCommand(files, clock, command, randomUUID(), context.interruption());
  if (result !== "unanswered") return result;
  throw new WhetstoneError("NO_REPLY", "the process that has the session open does not answer", {
    target: folder,
    fix: "Wait for it, or end it and try again.",
    exitCode: EXIT_CODES.failed,
  });
}
