import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { ExportOptions } from "../session/export-spec.ts";

/** `whetstone status`, `answer`, `pause`, `finish` and `export`. */
export function registerSession(program: Command, context: CliContext): void {
  program
    .command("status")
    .argument("[SESSION]", "a session folder, or its spec")
    .description("where a session stands, and what waits for you")
    .option("--rebuild", "write spec.md, status.md, decisions.md and the other records anew from the journal")
    .option("--json", "one JSON document")
    .action(async (session: string | undefined, options: { rebuild?: true; json?: true }) => {
      const { showStatus } = await import("../session/show-status.ts");
      await showStatus(session, options, context);
    });
  program
    .command("answer")
    .argument("[QUESTION]", "its id; the oldest where none is named")
    .description("answer a question that waits")
    .option("--option <ID>", "the option that you choose (repeatable)", collect)
    .option("--field <ID=TEXT>", "a text that is asked for (repeatable)", collect)
    .option("--file <FILE>", "take the answers from a file")
    .option("--session <SESSION>", "a session folder, or its spec")
    .option("--json", "one JSON document")
    .action(async (question: string | undefined, options) => {
      const { answerQuestion } = await import("../session/answer-question.ts");
      await answerQuestion(question, options, context);
    });
  program
    .command("pause")
    .argument("[SESSION]", "a session folder, or its spec")
    .description("let the runs under way end, then stop")
    .option("--reason <TEXT>", "for the record", "paused by the person")
    .action(async (session: string | undefined, options: { reason: string }) => {
      const { commandSession } = await import("../session/send-command.ts");
      await commandSession(session, { type: "pause", reason: options.reason }, context);
    });
  program
    .command("finish")
    .argument("[SESSION]", "a session folder, or its spec")
    .description("ask to end: you are shown what is left and choose how")
    .action(async (session: string | undefined) => {
      const { commandSession } = await import("../session/send-command.ts");
      await commandSession(session, { type: "finish" }, context);
      context.output.note("Go on with `whetstone resume`, or answer with `whetstone answer`.");
    });
  program
    .command("export")
    .argument("[SESSION]", "a session folder, or its spec")
    .description("the working spec: the source with what is accepted so far, on standard output")
    .option("-o, --output <FILE>", "into a file instead, or a folder for several; never over what exists")
    .option("--in-place", "into your own files, unless you have changed them since they were read")
    .action(async (session: string | undefined, options: ExportOptions) => {
      const { exportSpec } = await import("../session/export-spec.ts");
      await exportSpec(session, options, context);
    });
}

function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
