import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { UiOptions } from "../session/show-ui.ts";

/** `whetstone ui`: watch sessions and decide in them, in a browser on this computer. */
export function registerUi(program: Command, context: CliContext): void {
  program
    .command("ui")
    .argument("[FOLDER]", "below which sessions are looked for; a session folder or a spec is shown at once")
    .description("watch sessions and decide in them, in the browser")
    .option("--port <N>", "the port; a free one where none is named", "0")
    .option("--host <HOST>", "the address to listen on", "127.0.0.1")
    .option("--allow-remote", "let other computers reach it; only together with --host")
    .option("--origin <URL>", "the https origin of a proxy in front of the page (or WHETSTONE_ORIGIN)")
    .option("--no-open", "do not open the browser")
    .action(async (folder: string | undefined, options: UiOptions) => {
      const { showUi } = await import("../session/show-ui.ts");
      await showUi(folder, options, context);
    });
}
