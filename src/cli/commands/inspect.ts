import type { Command } from "commander";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../context.ts";
import type { InspectOptions } from "./inspect-files.ts";

/** `whetstone inspect`: what Whetstone understands of an agent's document, and what the gate says to it (SPEC 5). */
export function registerInspect(program: Command, context: CliContext): void {
  program
    .command("inspect")
    .description("show what is understood of an agent's document, what is repaired, and how the gate judges it")
    .argument("<FILE...>", "documents of an Engineer or a Reviewer; - is standard input")
    .option("--role <ROLE>", "engineer or reviewer; else told from the name and the content")
    .option("--inventory <FILE>", "a status.md or a list of ids: the gaps that exist")
    .option("--assigned <IDS>", "the gaps that the document had to address, separated by commas")
    .option("--spec <PATH>", "the spec that its author was shown, to see whether changes apply and quotations occur")
    .option("--round <N>", "the round that the document belongs to")
    .option("--review <FILE>", "a review: show which of its CRITICAL and HIGH issues the Engineer's document answers")
    .option("--previous <FILE>", "with --review, the Engineer's document that was reviewed")
    .option("--fix", "print the document in its canonical form instead")
    .option("--json", "one JSON document; an array for several files")
    .addHelpText("after", "\nExit codes: 0 the gate lets every document pass, 1 it does not, 2 wrong usage.")
    .addHelpText("after", "With --review: 0 every issue that is due is answered, 1 one is not.")
    .action(async (files: string[], options: InspectOptions) => {
      const { review } = options;
      if (review !== undefined) {
        const { inspectReview } = await import("./inspect-review.ts");
        return inspectReview(files, { ...options, review }, context);
      }
      if (options.previous !== undefined)
        throw new UsageError("--previous needs --review", { fix: "Add --review FILE." });
      const { inspectFiles } = await import("./inspect-files.ts");
      await inspectFiles(files, options, context);
    });
}
