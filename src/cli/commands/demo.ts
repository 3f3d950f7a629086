import type { Command } from "commander";
import type { CliContext } from "../context.ts";

/** `whetstone demo`: a recorded session in which everything happens once; no key, no network. */
export function registerDemo(program: Command, context: CliContext): void {
  program
    .command("demo")
    .argument("[FOLDER]", "where it is put; it must not exist yet", "whetstone-demo")
    .description("watch a recorded session, offline, in a few seconds")
    .option("--verbose", "tell everything: attempts, repairs, the figures of each round")
    .action(async (folder: string, options: { verbose?: true }) => {
      const { runDemo } = await import("../session/run-demo.ts");
      await runDemo(folder, options, context);
    });
}
