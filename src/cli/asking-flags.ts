import type { Command } from "commander";

/** The options that `addAskingFlags` adds, as the parser gives them. */
export interface AskingFlagOptions {
  readonly answers?: string;
  readonly policy?: string;
  readonly yes?: true;
}

/** How a run's questions are answered when nobody sits at the terminal (SPEC 14). */
export function addAskingFlags(command: Command): Command {
  return command
    .optionsGroup("Questions:")
    .option("--answers <FILE>", "prepared answers, YAML or JSON")
    .option("--policy <NAME>", "what to do with other questions: pause, recommended", "pause")
    .option("-y, --yes", "the same as --policy recommended");
}
