import type { Command } from "commander";
import { addConfigFlags, type ConfigFlagOptions } from "../config-flags.ts";
import type { CliContext } from "../context.ts";

/** `whetstone config`: what is in force and where each value comes from (SPEC 18). */
export function registerConfig(program: Command, context: CliContext): void {
  const command = program
    .command("config")
    .description("show the configuration in force, and where each value comes from")
    .option("--gaps <N>", "with `auto` settled for a session that begins with N gaps")
    .option("--json", "one JSON document");
  addConfigFlags(command).action(async (options: ConfigFlagOptions & { gaps?: string; json?: true }) => {
    const { showConfig } = await import("./show-config.ts");
    await showConfig(options, context);
  });
}
