import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Command as SessionCommand } from "../../mediator/commands/command.ts";
import type { FlagAction } from "../../model/disagreement.ts";
import { isIssueId } from "../../model/ids.ts";
import type { CliContext } from "../context.ts";
import { type PlaceOptions, placed, placeOf, type SessionOption, send, severityOf, sub } from "./person-command.ts";

const LISTED = "<FLAG_ISSUE_OR_NOTE>";
const ISSUE_OR_NOTE = "<ISSUE_OR_NOTE>";

/** `whetstone flag …`: acts on what a summary lists, a flag, an issue or a note (SPEC 4.6, 9). */
export function registerFlag(program: Command, context: CliContext): void {
  const flag = program
    .command("flag")
    .description("act on a flag, an issue or a note that a summary lists, or raise an issue");
  for (const [action, help] of [
    ["ask", "ask the Engineer to answer it by its id"],
    ["conflict", "make it a conflict, which you decide"],
    ["false-positive", "it is wrong, or nothing follows from it"],
  ] as const) {
    sub(flag, `${action} ${LISTED}`, help).action(async (name: string, options: SessionOption) => {
      await send(options, context, settling(name, action));
    });
  }
  sub(flag, `explain ${LISTED}`, "tell the Engineer what it should know, and ask for an answer")
    .requiredOption("--text <TEXT>", "your words; they go into the prompt")
    .action(async (name: string, options: SessionOption & { text: string }) => {
      await send(options, context, settling(name, "explain", options.text));
    });
  sub(flag, `waive ${LISTED}`, "the issue need not be met")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (name: string, { reason, ...options }: SessionOption & { reason: string }) => {
      await send(
        options,
        context,
        isIssueId(name) ? { type: "issue-waive", issue: name, reason } : settling(name, "waive", reason),
      );
    });
  registerIssueActions(flag, context);
}

function registerIssueActions(flag: Command, context: CliContext): void {
  placed(sub(flag, "raise <TEXT>", "an issue of your own, on the gap that wrote the words"))
    .option("--severity <SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW", "MEDIUM")
    .action(async (text: string, options: SessionOption & PlaceOptions & { severity: string }) => {
      const at = placeOf(options);
      if (at.line === undefined && at.quote === undefined) {
        throw new UsageError("an issue is about words of the spec", { fix: "Name them with `--line` or `--quote`." });
      }
      await send(options, context, { type: "issue-add", text, severity: severityOf(options.severity), at });
    });
  sub(flag, `severity ${ISSUE_OR_NOTE}`, "weigh an issue anew, or the gap of a severity conflict")
    .argument("<SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (name: string, word: string, { reason, ...options }: SessionOption & { reason: string }) => {
      const severity = severityOf(word);
      const command: SessionCommand = isIssueId(name)
        ? { type: "issue-severity", issue: name, severity, reason }
        : { type: "note-settle", note: noteOf(name), action: "severity", severity, text: reason };
      await send(options, context, command);
    });
  sub(flag, `reopen ${ISSUE_OR_NOTE}`, "the issue, or the gap of a note, is open again")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (name: string, { reason, ...options }: SessionOption & { reason: string }) => {
      const command: SessionCommand = isIssueId(name)
        ? { type: "issue-reopen", issue: name, reason }
        : { type: "note-settle", note: noteOf(name), action: "reopen", text: reason };
      await send(options, context, command);
    });
}

function settling(name: string, action: FlagAction, text?: string): SessionCommand {
  const words = text === undefined ? {} : { text };
  if (isNote(name)) return { type: "note-settle", note: name, action, ...words };
  if (/^FLAG-R\d{1,6}-\d{3}$/.test(name) || isIssueId(name)) {
    return { type: "flag-settle", flag: name, action, ...words };
  }
  const fix = "Flags look like FLAG-R3-001, issues like ISSUE-R3-002, notes like NOTE-R3-001.";
  throw new UsageError("that is neither a flag nor an issue nor a note", { target: name, fix });
}

function isNote(text: string): boolean {
  return /^NOTE-R\d{1,6}-\d{3}$/.test(text);
}

function noteOf(text: string): string {
  if (isNote(text)) return text;
  const fix = "Issue ids look like ISSUE-R3-002, notes like NOTE-R3-001.";
  throw new UsageError("that is neither an issue nor a note", { target: text, fix });
}
