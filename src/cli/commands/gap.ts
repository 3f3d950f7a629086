import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Command as SessionCommand } from "../../mediator/commands/command.ts";
import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";
import type { CliContext } from "../context.ts";

interface SessionOption {
  readonly session?: string;
}

/** `whetstone gap …` and `whetstone flag …`: the person's own changes to gaps and issues. */
export function registerGap(program: Command, context: CliContext): void {
  const gap = program.command("gap").description("add, defer, take up, close, weigh or split gaps");
  sub(gap, "add", "<TITLE>", "a gap that the spec does not say")
    .option("--text <TEXT>", "what is missing, in full; the title where nothing is given")
    .option("--severity <SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW", "MEDIUM")
    .option("--category <CATEGORY>", "2 to 10 capitals, for the id", "USER")
    .option("--depends-on <GAPS...>", "gaps that have to go first")
    .action(async (title: string, options: SessionOption & AddOptions) => {
      const dependsOn = (options.dependsOn ?? []).map(gapOf);
      const text = options.text ?? title;
      await send(options, context, {
        type: "gap-add",
        title,
        text,
        severity: severityOf(options.severity),
        category: categoryOf(options.category),
        dependsOn,
      });
    });
  for (const [name, type, help] of [
    ["defer", "gap-defer", "put it off; it counts half"],
    ["wont-fix", "gap-wont-fix", "close it without a resolution"],
    ["reopen", "gap-reopen", "have an accepted gap revised"],
    ["unblock", "gap-unblock", "go on although its blocker stands"],
  ] as const) {
    sub(gap, name, "<GAP>", help)
      .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
      .action(async (id: string, options: SessionOption & { reason: string }) => {
        await send(options, context, { type, gap: gapOf(id), reason: options.reason });
      });
  }
  sub(gap, "resume", "<GAP>", "take a deferred gap up again").action(async (id: string, options: SessionOption) => {
    await send(options, context, { type: "gap-resume", gap: gapOf(id) });
  });
  sub(gap, "severity", "<GAP>", "weigh it anew")
    .argument("<SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (id: string, severity: string, options: SessionOption & { reason: string }) => {
      const { reason } = options;
      await send(options, context, { type: "gap-severity", gap: gapOf(id), severity: severityOf(severity), reason });
    });
  sub(gap, "split", "<GAP>", "into parts that count instead of it")
    .requiredOption("--part <TITLE...>", "the title of each part, two or more")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (id: string, options: SessionOption & { part: string[]; reason: string }) => {
      const parts = options.part.map((title) => ({ title, text: title }));
      await send(options, context, { type: "gap-split", gap: gapOf(id), parts, reason: options.reason });
    });
  registerFlag(program, context);
}

interface AddOptions {
  readonly text?: string;
  readonly severity: string;
  readonly category: string;
  readonly dependsOn?: readonly string[];
}

/** Acts on what a summary lists (SPEC 4.6). */
function registerFlag(program: Command, context: CliContext): void {
  const flag = program.command("flag").description("act on an issue that a summary lists");
  sub(flag, "severity", "<ISSUE>", "weigh an issue anew")
    .argument("<SEVERITY>", "CRITICAL, HIGH, MEDIUM or LOW")
    .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
    .action(async (id: string, severity: string, options: SessionOption & { reason: string }) => {
      const { reason } = options;
      await send(options, context, {
        type: "issue-severity",
        issue: issueOf(id),
        severity: severityOf(severity),
        reason,
      });
    });
  for (const [name, type, help] of [
    ["waive", "issue-waive", "the issue need not be met"],
    ["reopen", "issue-reopen", "the issue is open again"],
  ] as const) {
    sub(flag, name, "<ISSUE>", help)
      .requiredOption("--reason <TEXT>", "why; it stands in decisions.md")
      .action(async (id: string, options: SessionOption & { reason: string }) => {
        await send(options, context, { type, issue: issueOf(id), reason: options.reason });
      });
  }
}

function sub(parent: Command, name: string, argument: string, description: string): Command {
  return parent
    .command(name)
    .argument(argument)
    .description(description)
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document");
}

async function send(options: SessionOption, context: CliContext, command: SessionCommand) {
  const { commandSession } = await import("../session/send-command.ts");
  await commandSession(options.session, command, context);
}

function gapOf(text: string): GapId {
  if (isGapId(text)) return text;
  throw new UsageError("that is not a gap id", { target: text, fix: "Gap ids look like GAP-FLOW-001." });
}

function issueOf(text: string): IssueId {
  if (isIssueId(text)) return text;
  throw new UsageError("that is not an issue id", { target: text, fix: "Issue ids look like ISSUE-R3-002." });
}

function severityOf(text: string): Severity {
  const severity = SEVERITIES.find((one) => one === text.toUpperCase());
  if (severity) return severity;
  throw new UsageError("that is not a severity", { target: text, fix: `Choose from: ${SEVERITIES.join(", ")}.` });
}

function categoryOf(text: string): string {
  if (/^[A-Z]{2,10}$/.test(text)) return text;
  throw new UsageError("that is not a category", { target: text, fix: "A category is 2 to 10 capitals, like FLOW." });
}
