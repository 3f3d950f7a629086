import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { ReapplyOptions } from "../session/show-decisions.ts";

/** `whetstone decisions`: what was decided, what a rollback took away, and how to have it back (SPEC 13.3). */
export function registerDecisions(program: Command, context: CliContext): void {
  const decisions = program
    .command("decisions")
    .description("what you decided; what a rollback took away")
    .argument("[SESSION]", "a session folder, or its spec")
    .option("--archived", "those of undone rounds, which do not hold")
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document")
    .action(async (named: string | undefined, options: { archived?: true; session?: string }) => {
      const { showDecisions } = await import("../session/show-decisions.ts");
      await showDecisions(named === undefined ? options : { ...options, session: named }, context);
    });
  decisions
    .command("reapply")
    .argument("<DECISION...>", "ids of archived decisions, or all")
    .description("apply archived decisions again, under new ids")
    .option("--edit", "change its words in your editor first")
    .option("--text <TEXT>", "other words than it had")
    .option("--rationale <TEXT>", "another reason than it had")
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document")
    .action(async (ids: readonly string[], options: ReapplyOptions) => {
      const { reapplyDecisions } = await import("../session/show-decisions.ts");
      // Commander gives an option that both commands have to the outer one.
      const session = options.session ?? decisions.opts<{ session?: string }>().session;
      await reapplyDecisions(ids, { ...options, ...(session === undefined ? {} : { session }) }, context);
    });
}
