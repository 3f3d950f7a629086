import type { Command } from "commander";
import { PAUSED_BY_USER } from "../../model/pause-reason.ts";
import { collect } from "../config-flags.ts";
import type { CliContext } from "../context.ts";
import type { ExportOptions } from "../session/export-spec.ts";

const SESSION = ["[SESSION]", "a session folder, or its spec"] as const;
const SPEC = ["[SPEC]", "a spec that has a session, or its session folder"] as const;
const JSON_OPTION = ["--json", "one JSON document"] as const;

/** `whetstone status`, `answer`, `pause` and `finish`: a session that goes on. */
export function registerSession(program: Command, context: CliContext): void {
  program
    .command("status")
    .argument(...SESSION)
    .description("where a session stands, and what waits for you")
    .option("--rebuild", "write spec.md, status.md, decisions.md and the other records anew from the journal")
    .option(...JSON_OPTION)
    .action(async (session: string | undefined, options: { rebuild?: true }) => {
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
    .option("--session <SESSION>", SESSION[1])
    .option(...JSON_OPTION)
    .action(async (question: string | undefined, options) => {
      const { answerQuestion } = await import("../session/answer-question.ts");
      await answerQuestion(question, options, context);
    });
  program
    .command("pause")
    .argument(...SESSION)
    .description("let the runs under way end, then stop")
    .option("--reason <TEXT>", "for the record", PAUSED_BY_USER)
    .action(async (session: string | undefined, { reason }: { reason: string }) => {
      const { commandSession } = await import("../session/send-command.ts");
      await commandSession(session, { type: "pause", reason }, context);
    });
  program
    .command("finish")
    .argument(...SESSION)
    .description("ask to end: you are shown what is left and choose how")
    .action(async (session: string | undefined) => {
      const { commandSession } = await import("../session/send-command.ts");
      await commandSession(session, { type: "finish" }, context);
      context.output.note("Go on with `whetstone resume`, or answer with `whetstone answer`.");
    });
}

/** `whetstone export`, `diff`, `blame` and `report`: what became of the author's text (SPEC 12). */
export function registerResults(program: Command, context: CliContext): void {
  program
    .command("export")
    .argument(...SESSION)
    .description("the working spec: the source with what is accepted so far, on standard output")
    .option("-o, --output <FILE>", "into a file instead, or a folder for several; never over what exists")
    .option("--in-place", "into your own files, unless you have changed them since they were read")
    .action(async (session: string | undefined, options: ExportOptions) => {
      const { exportSpec } = await import("../session/export-spec.ts");
      await exportSpec(session, options, context);
    });
  program
    .command("diff")
    .argument(...SPEC)
    .description("what the session changed in the spec so far")
    .option("--stat", "how much, file by file, instead of the lines")
    .option(...JSON_OPTION)
    .action(async (spec: string | undefined, options: { stat?: true }) => {
      const { showDiff } = await import("../session/show-diff.ts");
      await showDiff(spec, options, context);
    });
  program
    .command("blame")
    .argument(...SPEC)
    .description("who wrote each line of the spec as it is now: you, or which gap, round and decision")
    .option(...JSON_OPTION)
    .action(async (spec: string | undefined) => {
      const { showBlame } = await import("../session/show-blame.ts");
      await showBlame(spec, context);
    });
  program
    .command("report")
    .argument(...SESSION)
    .description("the session as one HTML file, to read in any browser without Whetstone or a network")
    .option("-o, --output <FILE>", "where it goes; NAME_report.html where none is named")
    .option(...JSON_OPTION)
    .action(async (session: string | undefined, { output }: { output?: string }) => {
      const { writeReport } = await import("../session/write-report.ts");
      await writeReport(session, output, context);
    });
}
