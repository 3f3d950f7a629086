import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { CliContext } from "../context.ts";
import { type SessionOption, send, severityOf, sub } from "./person-command.ts";

/** `whetstone gap …`: the person's own changes to gaps. */
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
}

interface AddOptions {
  readonly text?: string;
  readonly severity: string;
  readonly category: string;
  readonly dependsOn?: readonly string[];
}

function gapOf(text: string): GapId {
  if (isGapId(text)) return text;
  throw new UsageError("that is not a gap id", { target: text, fix: "Gap ids look like GAP-FLOW-001." });
}

function categoryOf(text: string): string {
  if (/^[A-Z]{2,10}$/.test(text)) return text;
  throw new UsageError("that is not a category", { target: text, fix: "A category is 2 to 10 capitals, like FLOW." });
}
