import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Command as SessionCommand } from "../../mediator/commands/command.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { CliContext } from "../context.ts";

/** What every command has that changes a session. */
export interface SessionOption {
  readonly session?: string;
}

/** A subcommand about one thing of a session. */
export function sub(parent: Command, name: string, argument: string, description: string): Command {
  return parent
    .command(name)
    .argument(argument)
    .description(description)
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document");
}

/** Hands a command to the session, running or not. */
export async function send(options: SessionOption, context: CliContext, command: SessionCommand) {
  const { commandSession } = await import("../session/send-command.ts");
  await commandSession(options.session, command, context);
}

export function severityOf(text: string): Severity {
  const severity = SEVERITIES.find((one) => one === text.toUpperCase());
  if (severity) return severity;
  throw new UsageError("that is not a severity", { target: text, fix: `Choose from: ${SEVERITIES.join(", ")}.` });
}
