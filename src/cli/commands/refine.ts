import type { Command } from "commander";
import { addAskingFlags } from "../asking-flags.ts";
import { addConfigFlags, addLaterConfigFlags } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import type { RefineOptions } from "../session/begin-session.ts";

const SPEC = "the markdown file to refine, or a folder: Spec Kit, OpenSpec, Kiro, or any with specs in it";

const VERBOSE = "tell everything: attempts, repairs, the figures of each round";

/** `whetstone init`, `refine` and `resume`: a session from its beginning to where it stands still. */
export function registerRefine(program: Command, context: CliContext): void {
  addAskingFlags(
    addConfigFlags(
      program
        .command("refine")
        .argument("<SPEC>", SPEC)
        .description("turn a partial spec into a finished one")
        .option("--new", "begin a new session; the spec's earlier one is kept beside it, with a number")
        .option("--dry-run", "write the first prompts and the estimate, send nothing")
        .option("--ui", "watch it and decide in the browser")
        .option("--no-open", "with --ui: do not open the browser")
        .option("--verbose", VERBOSE)
        .option("--json", "events as NDJSON on standard output"),
    ),
  ).action(async (spec: string, options: RefineOptions) => {
    if (options.ui) {
      const { refineOnPage } = await import("../session/refine-on-page.ts");
      return refineOnPage(spec, options, context);
    }
    const { refineSpec } = await import("../session/begin-session.ts");
    await refineSpec(spec, options, context);
  });
  addConfigFlags(
    program.command("init").argument("<SPEC>", SPEC).description("begin a session, show the gaps, and stop there"),
  ).action(async (spec: string, options: RefineOptions) => {
    const { initSession } = await import("../session/begin-session.ts");
    await initSession(spec, options, context);
  });
  addAskingFlags(
    addLaterConfigFlags(
      program
        .command("resume")
        .argument("[SESSION]", "a session folder, or its spec")
        .description("go on with a session")
        .option("--verbose", VERBOSE)
        .option("--json", "events as NDJSON on standard output"),
    ),
  ).action(async (session: string | undefined, options: RefineOptions) => {
    const { resumeSession } = await import("../session/begin-session.ts");
    await resumeSession(session, options, context);
  });
}
