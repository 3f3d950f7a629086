import { UsageError } from "../../errors/whetstone-error.ts";
import { PAUSED_BY_USER } from "../../model/in-words.ts";
import type { AnswerWords } from "../asking/answer-args.ts";
import { CONFIG_OPTIONS } from "../config-flags.ts";
import type { RefineOptions } from "../session/begin-session.ts";
import type { ExportOptions } from "../session/export-spec.ts";
import type { ReapplyOptions } from "../session/show-decisions.ts";
import { ASKING, type CommandRow, collect, EVENTS, JSON_OPTION, SESSION_OPTION, VERBOSE } from "./command-row.ts";
import type { InspectOptions } from "./inspect-files.ts";
import type { ShowConfigOptions } from "./show-config.ts";

export const FOLLOW_COMMANDS: readonly CommandRow[] = [
  {
    usage: "status [SESSION]",
    text: "show where a session stands and what is waiting for you",
    options: [["--rebuild", "rewrite spec.md, status.md and the other records from the journal"], JSON_OPTION],
    run: async (context, options: { rebuild?: true }, session?: string) =>
      (await import("../session/show-status.ts")).showStatus(session, options, context),
  },
  {
    usage: "answer [QUESTION]",
    text: "answer a waiting question",
    args: { "[QUESTION]": "its id (default: the oldest)" },
    options: [
      ["--option <ID>", "the option that you choose (repeatable)", collect],
      ["--field <ID=TEXT>", "a text that is asked for (repeatable)", collect],
      ["--file <FILE>", "answer all questions that a file has answers for"],
      SESSION_OPTION,
      JSON_OPTION,
    ],
    run: async (context, options: AnswerWords & { session?: string }, question?: string) =>
      (await import("../session/answer-question.ts")).answerQuestion(question, options, context),
  },
  {
    usage: "pause [SESSION]",
    text: "let the current runs end, then stop",
    options: [["--reason <TEXT>", "for the record", PAUSED_BY_USER]],
    run: async (context, { reason }: { reason: string }, session?: string) =>
      (await import("../session/send-command.ts")).commandSession(session, { type: "pause", reason }, context),
  },
  {
    usage: "finish [SESSION]",
    text: "end a session: see what is left, and choose how",
    options: [VERBOSE, EVENTS, ...ASKING],
    run: async (context, options: RefineOptions, session?: string) =>
      (await import("../session/begin-session.ts")).finishSession(session, options, context),
  },
];

/** What became of the author's text (SPEC 12). */
export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    usage: "export [SESSION]",
    text: "print the working spec: the source with what is accepted so far",
    options: [
      ["-o, --output <PATH>", "write a new file instead, or into a folder"],
      ["--in-place", "write into your own files, unless you have changed them since they were read"],
    ],
    run: async (context, options: ExportOptions, session?: string) =>
      (await import("../session/export-spec.ts")).exportSpec(session, options, context),
  },
  {
    usage: "diff [SPEC]",
    text: "show what the session changed in the spec so far",
    options: [["--stat", "how much, file by file, instead of the lines"], JSON_OPTION],
    run: async (context, options: { stat?: true }, spec?: string) =>
      (await import("../session/show-diff.ts")).showDiff(spec, options, context),
  },
  {
    usage: "blame [SPEC]",
    text: "show who wrote each line of the spec: you, or which gap, round and decision",
    options: [JSON_OPTION],
    run: async (context, _: object, spec?: string) =>
      (await import("../session/show-blame.ts")).showBlame(spec, context),
  },
  {
    usage: "decisions [SESSION]",
    text: "show what you decided, and what a rollback removed",
    options: [["--archived", "those of undone rounds, which no longer hold"], SESSION_OPTION, JSON_OPTION],
    run: async (context, options: { archived?: true }, session?: string) =>
      (await import("../session/show-decisions.ts")).showDecisions(session, options.archived === true, context),
  },
  {
    usage: "decisions reapply <DECISION...>",
    text: "apply archived decisions again, under new ids",
    args: { "<DECISION...>": "ids of archived decisions, or all" },
    options: [
      ["--edit", "change its words in your editor first"],
      ["--text <TEXT>", "use these words instead"],
      ["--rationale <TEXT>", "use this reason instead"],
      SESSION_OPTION,
      JSON_OPTION,
    ],
    run: async (context, options: ReapplyOptions, ids: readonly string[]) =>
      (await import("../session/show-decisions.ts")).reapplyDecisions(ids, options, context),
  },
  {
    usage: "report [SESSION]",
    text: "write the session as one HTML file, to read in any browser, offline",
    options: [["-o, --output <FILE>", "the file to write (default: NAME_report.html)"], JSON_OPTION],
    run: async (context, { output }: { output?: string }, session?: string) =>
      (await import("../session/write-report.ts")).writeReport(session, output, context),
  },
];

export const TOOL_COMMANDS: readonly CommandRow[] = [
  {
    usage: "inspect <FILE...>",
    text: "show how an agent's document is read, what is repaired, and how the gate judges it",
    args: { "<FILE...>": "documents of an Engineer or a Reviewer; - is standard input" },
    options: [
      ["--role <ROLE>", "engineer or reviewer (default: told from the name and the content)"],
      ["--inventory <FILE>", "a status.md or a list of ids: the gaps that exist"],
      ["--assigned <IDS>", "the gaps that the document had to address, separated by commas"],
      ["--spec <PATH>", "the spec that its author was shown, to see whether changes apply and quotations occur"],
      ["--round <N>", "the round that the document belongs to"],
      ["--review <FILE>", "a review: show which of its CRITICAL and HIGH issues the Engineer's document answers"],
      ["--previous <FILE>", "with --review: the Engineer's document that was reviewed"],
      ["--fix", "print the document in its canonical form instead"],
      ["--json", "print one JSON document; an array for several files"],
    ],
    after: `
Exit codes: 0 every document passes the gate, 1 one does not, 2 usage error.
With --review: 0 every issue that is due is answered, 1 one is not.`,
    run: async (context, options: InspectOptions, files: string[]) => {
      const { review, previous } = options;
      if (review !== undefined)
        return (await import("./inspect-review.ts")).inspectReview(files, { ...options, review }, context);
      if (previous !== undefined) throw new UsageError("--previous needs --review", { fix: "Add --review FILE." });
      await (await import("./inspect-files.ts")).inspectFiles(files, options, context);
    },
  },
  {
    usage: "doctor [SESSION]",
    text: "check agents, keys, and that a session matches its journal",
    options: [["--probe", "try one tiny run with each agent; it may cost a fraction of a cent"], JSON_OPTION],
    run: async (context, options: { probe?: true }, session?: string) =>
      (await import("../session/show-doctor.ts")).showDoctor(session, options, context),
  },
  {
    usage: "config",
    text: "show the configuration in force, and where each value comes from",
    options: [
      ["--gaps <N>", "with `auto` settled for a session that starts with N gaps"],
      ["--confirm", "allow a configuration that is code to run as it is now; needed once, and after each change"],
      JSON_OPTION,
      ...CONFIG_OPTIONS,
    ],
    run: async (context, options: ShowConfigOptions) => {
      const { confirmConfig, showConfig } = await import("./show-config.ts");
      await (options.confirm ? confirmConfig : showConfig)(options, context);
    },
  },
];
