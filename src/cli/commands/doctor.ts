import type { Command } from "commander";
import type { CliContext } from "../context.ts";

/** `whetstone doctor`: what Whetstone finds on this computer, and whether a session is whole. */
export function registerDoctor(program: Command, context: CliContext): void {
  program
    .command("doctor")
    .argument("[SESSION]", "a session folder, or its spec; the one below this folder where there is one")
    .description("look for agents and keys, and compare a session with its journal")
    .option("--probe", "try one tiny run with each agent; it may cost a fraction of a cent")
    .option("--json", "one JSON document")
    .action(async (session: string | undefined, options: { probe?: true }) => {
      const { showDoctor } = await import("../session/show-doctor.ts");
      await showDoctor(session, options, context);
    });
}
