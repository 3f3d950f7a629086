import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Command as SessionCommand } from "../../mediator/commands/command.ts";
import type { SpecPlace } from "../../model/change.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { CliContext } from "../context.ts";

/** What every command has that changes a session. */
export interface SessionOption {
  readonly session?: string;
}

/** A subcommand about a session; the name may have an argument after it. */
export function sub(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document");
}

export interface PlaceOptions {
  readonly line?: string;
  readonly quote?: string;
  readonly file?: string;
}

/** The options that name words of the working spec, with the lines that `whetstone blame` counts. */
export function placed(command: Command): Command {
  return command
    .option("--line <LINE>", "the line of the spec as it is now that it is about")
    .option("--quote <WORDS>", "the words of the spec that it is about")
    .option("--file <FILE>", "the file of that line, where the spec has several");
}

export function placeOf({ line, quote, file }: PlaceOptions): SpecPlace {
  if (line !== undefined && !/^[1-9]\d{0,8}$/.test(line)) {
    throw new UsageError("that is not a line", { target: line, fix: "`whetstone blame` numbers the lines." });
  }
  return {
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(quote === undefined ? {} : { quote }),
    ...(file === undefined ? {} : { file }),
  };
}

/** Hands a command to the session, running or not. */
export async function send(options: SessionOption, context: CliContext, command: SessionCommand) {
  const { commandSession } = await import("../session/send-command.ts");
  await commandSession(options.session, command, context);
}

export function severityOf(text: string): Severity {
  const severity = SEVERITIES.find((known) => known === text.toUpperCase());
  if (severity) return severity;
  throw new UsageError("that is not a severity", { target: text, fix: `Choose from: ${SEVERITIES.join(", ")}.` });
}
