import type { Command } from "commander";
import type { CliContext } from "../context.ts";

/** `whetstone diff` and `whetstone blame`: what became of the author's text, and who wrote each line (SPEC 12). */
export function registerChanges(program: Command, context: CliContext): void {
  program
    .command("diff")
    .argument("[SPEC]", "a spec that has a session, or its session folder")
    .description("what the session changed in the spec so far")
    .option("--stat", "how much, file by file, instead of the lines")
    .option("--json", "one JSON document")
    .action(async (spec: string | undefined, options: { stat?: true; json?: true }) => {
      const { showDiff } = await import("../session/show-diff.ts");
      await showDiff(spec, options, context);
    });
  program
    .command("blame")
    .argument("[SPEC]", "a spec that has a session, or its session folder")
    .description("who wrote each line of the spec as it is now: you, or which gap, round and decision")
    .option("--json", "one JSON document")
    .action(async (spec: string | undefined, options: { json?: true }) => {
      const { showBlame } = await import("../session/show-blame.ts");
      await showBlame(spec, options, context);
    });
}
