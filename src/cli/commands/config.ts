import type { Command } from "commander";
import { addConfigFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import type { ShowConfigOptions } from "./show-config.ts";

/** `whetstone config`: what is in force and where each value comes from (SPEC 18). */
export function registerConfig(program: Command, context: CliContext): void {
  const command = program
    .command("config")
    .description("show the configuration in force, and where each value comes from")
    .option("--gaps <N>", "with `auto` settled for a session that begins with N gaps")
    .option("--confirm", "let the configuration run as it is now, where it is code: needed once, and after each change")
    .option("--json", "one JSON document");
  addConfigFlags(command).action(async (options: ShowConfigOptions) => {
    const { confirmConfig, showConfig } = await import("./show-config.ts");
    await (options.confirm ? confirmConfig(options, context) : showConfig(options, context));
  });
}
