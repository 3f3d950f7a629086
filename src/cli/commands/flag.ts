import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import { type IssueId, isIssueId } from "../../model/ids.ts";
import type { CliContext } from "../context.ts";
import { type SessionOption, send, severityOf, sub } from "./person-command.ts";

const FLAG_OR_ISSUE = "<FLAG_OR_ISSUE>";

/** `whetstone flag …`: acts on what a summary lists, a flag or an issue (SPEC 4.6, 9). */
export function registerFlag(program: Command, context: CliContext): void {
  const flag = program.command("flag").description("act on a flag or an issue that a summary lists");
  for (const [action, help] of [
    ["ask", "ask the Engineer to answer it by its id"],
    ["conflict", "make it a conflict, which you decide"],
    ["false-positive", "the flag is wrong: the issue is answered"],
  ] as const) {
    sub(flag, action, FLAG_OR_ISSUE, help).action(async (name: string, options: SessionOption) => {
      await send(options, context, { type: "flag-settle", flag: named(name), action });
    });
  }
  sub(flag, "explain", FLAG_OR_ISSUE, "tell the Engineer what it should know, and ask for an answer")
    .requiredOption("--text <TEXT>", "your words; they go into the prompt")
    .action(async (name: string, options: SessionOption & { text: string }) => {
      await send(options, context, { type: "flag-settle", flag: named(name), action: "explain", text: options.text });
    });
  sub(flag, "waive", FLAG_OR_ISSUE, "the issue need not be met")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (name: string, { reason, ...options }: SessionOption & { reason: string }) => {
      await send(
        options,
        context,
        isIssueId(name)
          ? { type: "issue-waive", issue: name, reason }
          : { type: "flag-settle", flag: named(name), action: "waive", text: reason },
      );
    });
  registerIssueActions(flag, context);
}

function registerIssueActions(flag: Command, context: CliContext): void {
  sub(flag, "severity", "<ISSUE>", "weigh an issue anew")
    .argument("<SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (id: string, severity: string, { reason, ...options }: SessionOption & { reason: string }) => {
      const weight = severityOf(severity);
      await send(options, context, { type: "issue-severity", issue: issueOf(id), severity: weight, reason });
    });
  sub(flag, "reopen", "<ISSUE>", "the issue is open again")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (id: string, { reason, ...options }: SessionOption & { reason: string }) => {
      await send(options, context, { type: "issue-reopen", issue: issueOf(id), reason });
    });
}

function named(text: string): string {
  if (/^FLAG-R\d{1,6}-\d{3}$/.test(text) || isIssueId(text)) return text;
  const fix = "Flags look like FLAG-R3-001, issues like ISSUE-R3-002.";
  throw new UsageError("that is neither a flag nor an issue", { target: text, fix });
}

function issueOf(text: string): IssueId {
  if (isIssueId(text)) return text;
  throw new UsageError("that is not an issue id", { target: text, fix: "Issue ids look like ISSUE-R3-002." });
}
