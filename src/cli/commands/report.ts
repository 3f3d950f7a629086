import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { ReportOptions } from "../session/write-report.ts";

/** `whetstone report`: a session to show to others, in one file. */
export function registerReport(program: Command, context: CliContext): void {
  program
    .command("report")
    .argument("[SESSION]", "a session folder, or its spec")
    .description("the session as one HTML file, to read in any browser without Whetstone or a network")
    .option("-o, --output <FILE>", "where it goes; NAME_report.html where none is named")
    .option("--json", "one JSON document")
    .action(async (session: string | undefined, options: ReportOptions) => {
      const { writeReport } = await import("../session/write-report.ts");
      await writeReport(session, options, context);
    });
}
