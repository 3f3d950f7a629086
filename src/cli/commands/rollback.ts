import type { Command } from "commander";
import { collect } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import type { RollbackOptions } from "../session/roll-back.ts";

/** `whetstone rollback`: undo rounds, keep what they held, and say how it goes on (SPEC 13). */
export function registerRollback(program: Command, context: CliContext): void {
  program
    .command("rollback")
    .argument("[ROUNDS]", "how many rounds are undone", "1")
    .description("undo rounds: they are archived and analysed, and run again")
    .option("--reason <TEXT>", "why; it stands in decisions.md and in the analysis")
    .option("--same", "run again with the same prompt")
    .option("--adjusted", "run again with what the analysis recommends")
    .option("--narrow", "run again with the simplest of the round's gaps alone")
    .option("--context <TEXT>", "run again with these words in the prompts")
    .option("--next", "leave the round's gaps for later, and work on others")
    .option("--adjust <TEXT>", "what the prompts should say besides (repeatable)", collect)
    .option("-y, --yes", "do not ask: run again with what the analysis recommends")
    .option("--list", "only show how far back you can go")
    .option("--cancel", "undo nothing after all: take back a rollback that waits for your answer")
    .option("--mode <MODE>", "INTERACTIVE, AUTO_RETRY or STRICT, from now on")
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document")
    .action(async (rounds: string, options: RollbackOptions) => {
      const { rollBack } = await import("../session/roll-back.ts");
      await rollBack(rounds, options, context);
    });
}
