import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { findConfigFile } from "../../config/config-file.ts";
import { confirmCode } from "../../config/confirm-code.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../cli-context.ts";
import type { ConfigFlagOptions } from "../config-flags.ts";
import { mustBePerson } from "../session/send-command.ts";

/** Records that the User trusts the code in the configuration file. */
export async function confirmConfig(
  { config }: Pick<ConfigFlagOptions, "config">,
  { cwd, env, output }: CliContext,
): Promise<void> {
  mustBePerson({ env });
  const file = config === undefined ? findConfigFile(cwd) : resolve(cwd, config);
  if (file === undefined || !existsSync(file)) {
    throw new UsageError("no configuration file to confirm", { target: config ?? cwd });
  }
  await confirmCode(file);
  output.note(`Confirmed as it is now: ${relative(cwd, file)}.`);
}
