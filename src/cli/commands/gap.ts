import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import { type GapId, isGapId } from "../../model/ids.ts";
import type { CliContext } from "../context.ts";
import { type PlaceOptions, placed, placeOf, type SessionOption, send, severityOf, sub } from "./person-command.ts";

const REASON = "why; it stands in decisions.md";

/** `whetstone gap …`: the person's own changes to gaps. */
export function registerGap(program: Command, context: CliContext): void {
  const gap = program.command("gap").description("add, defer, park, take up, merge, close, weigh or split gaps");
  placed(sub(gap, "add <TITLE>", "a gap that the spec does not say"))
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
        ...(options.line === undefined && options.quote === undefined ? {} : { at: placeOf(options) }),
      });
    });
  for (const [name, type, help] of [
    ["defer", "gap-defer", "put them off; each counts half"],
    ["wont-fix", "gap-wont-fix", "close them without a resolution"],
    ["reopen", "gap-reopen", "have accepted gaps revised"],
    ["unblock", "gap-unblock", "go on although their blockers stand"],
  ] as const) {
    several(gap, name, help)
      .requiredOption("--reason <TEXT>", REASON)
      .action(async (words: string[], options: SessionOption & { reason: string }) => {
        await send(options, context, { type, gaps: words.join(" "), reason: options.reason });
      });
  }
  several(gap, "park", "not needed to finish this spec: kept in a list, and not worked on")
    .option("--reason <TEXT>", `${REASON}; what is CRITICAL or HIGH needs one`)
    .action(async (words: string[], { reason, ...options }: SessionOption & { reason?: string }) => {
      await send(options, context, { type: "gap-park", gaps: words.join(" "), ...(reason ? { reason } : {}) });
    });
  several(gap, "take", "take deferred or parked gaps up").action(async (words: string[], options: SessionOption) => {
    await send(options, context, { type: "gap-take", gaps: words.join(" ") });
  });
  several(gap, "duplicate", "they say the same as another gap, which counts instead")
    .requiredOption("--of <GAP>", "the gap that counts")
    .option("--reason <TEXT>", REASON)
    .action(async (words: string[], { of, reason, ...options }: SessionOption & { of: string; reason?: string }) => {
      const gaps = words.join(" ");
      await send(options, context, { type: "gap-duplicate", gaps, of: gapOf(of), ...(reason ? { reason } : {}) });
    });
  several(gap, "severity", "weigh them anew; the last word is the severity")
    .usage("[options] <GAPS...> <SEVERITY>")
    .requiredOption("--reason <TEXT>", REASON)
    .action(async (words: string[], { reason, ...options }: SessionOption & { reason: string }) => {
      const severity = severityOf(words.at(-1) ?? "");
      await send(options, context, { type: "gap-severity", gaps: words.slice(0, -1).join(" "), severity, reason });
    });
  sub(gap, "split <GAP>", "into parts that count instead of it")
    .requiredOption("--part <TITLE...>", "the title of each part, two or more")
    .requiredOption("--reason <TEXT>", REASON)
    .action(async (id: string, options: SessionOption & { part: string[]; reason: string }) => {
      const parts = options.part.map((title) => ({ title, text: title }));
      await send(options, context, { type: "gap-split", gap: gapOf(id), parts, reason: options.reason });
    });
}

/** A subcommand for several gaps: ids, ranges (`GAP-PAY-001..004`), severities (`LOW`, `HIGH+`). */
function several(parent: Command, name: string, description: string): Command {
  return sub(parent, `${name} <GAPS...>`, `${description} (ids, GAP-PAY-001..004, LOW, HIGH+)`);
}

interface AddOptions extends PlaceOptions {
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
