import { PAUSED_BY_USER } from "../../model/in-words.ts";
import { CONFIG_OPTIONS } from "../config-flags.ts";
import { ASKING, type CommandRow, collect, EVENTS, JSON_OPTION, SESSION_OPTION, VERBOSE } from "./command-row.ts";

export const FOLLOW_COMMANDS: readonly CommandRow[] = [
  {
    usage: "status [SESSION]",
    text: "show where a session stands and what is waiting for you",
    examples: ["", "specs/checkout.md", "--json"],
    options: [["--rebuild", "rewrite spec.md, status.md and the other records from the journal"], JSON_OPTION],
    load: async () => (await import("../session/show-status.ts")).showStatus,
  },
  {
    usage: "answer [QUESTION]",
    text: "answer a waiting question",
    examples: ["", 'Q-R2-001 --option give --field input="30 minutes"', "--session specs/checkout.md"],
    args: { "[QUESTION]": "its id (default: the oldest)" },
    options: [
      ["--option <ID>", "the option to choose (repeatable)", collect],
      ["--field <ID=TEXT>", "the text for a field (repeatable)", collect],
      SESSION_OPTION,
      JSON_OPTION,
    ],
    load: async () => (await import("../session/answer-question.ts")).answerQuestion,
  },
  {
    usage: "pause [SESSION]",
    text: "let current runs finish, then stop",
    examples: ["", 'specs/checkout.md --reason "waiting for legal"'],
    options: [["--reason <TEXT>", "for the record", PAUSED_BY_USER]],
    load: async () => (await import("../session/send-command.ts")).pauseSession,
  },
  {
    usage: "finish [SESSION]",
    text: "end a session: see what is left and choose how",
    examples: ["", "specs/checkout.md"],
    options: [VERBOSE, EVENTS, ...ASKING],
    load: async () => (await import("../session/begin-session.ts")).finishSession,
  },
];

/** Commands that show the result (SPEC 12). */
export const RESULT_COMMANDS: readonly CommandRow[] = [
  {
    usage: "export [SESSION]",
    text: "print the spec with everything accepted so far",
    examples: ["> checkout.md", "specs/checkout.md --output next.md", "--in-place"],
    options: [
      ["-o, --output <PATH>", "write a new file instead, or into a folder"],
      ["--in-place", "write into your own files, merging your own edits"],
    ],
    load: async () => (await import("../session/export-spec.ts")).exportSpec,
  },
  {
    usage: "diff [SPEC]",
    text: "show what the session changed in the spec so far",
    examples: ["", "specs/checkout.md --stat", "> checkout.patch"],
    options: [["--stat", "show totals per file instead of lines"], JSON_OPTION],
    load: async () => (await import("../session/show-diff.ts")).showDiff,
  },
  {
    usage: "blame [SPEC]",
    text: "show who wrote each line of the spec, and why",
    examples: ["", "specs/checkout.md --json"],
    options: [JSON_OPTION],
    load: async () => (await import("../session/show-blame.ts")).showBlame,
  },
  {
    usage: "decisions [SESSION]",
    text: "show what you decided and what a rollback removed",
    examples: ["", "--archived", 'reapply DECISION-R4-001 --rationale "still true"'],
    options: [["--archived", "show the decisions that rollbacks removed"], SESSION_OPTION, JSON_OPTION],
    load: async () => (await import("../session/show-decisions.ts")).showDecisions,
  },
  {
    usage: "decisions reapply <DECISION...>",
    text: "reapply archived decisions under new ids",
    args: { "<DECISION...>": "ids of archived decisions, or all" },
    options: [
      ["--text <TEXT>", "use these words instead"],
      ["--rationale <TEXT>", "use this reason instead"],
      SESSION_OPTION,
      JSON_OPTION,
    ],
    load: async () => (await import("../session/show-decisions.ts")).reapplyDecisions,
  },
  {
    usage: "report [SESSION]",
    text: "write the session as one HTML file",
    examples: ["", "specs/checkout.md --output checkout.html"],
    options: [
      ["-o, --output <FILE>", "the file to write (default: NAME_report.html in the current folder)"],
      JSON_OPTION,
    ],
    load: async () => (await import("../session/write-report.ts")).writeReport,
  },
];

export const TOOL_COMMANDS: readonly CommandRow[] = [
  {
    usage: "inspect <FILE...>",
    text: "show how an agent's document is read and judged",
    examples: ["round_001/engineer.md", "answer.md --role engineer --spec specs/checkout.md"],
    args: { "<FILE...>": "documents of an Engineer or a Reviewer; - is standard input" },
    options: [
      ["--role <ROLE>", "engineer or reviewer (default: detected from name and content)"],
      ["--inventory <FILE>", "a status.md or a list of ids: the gaps that exist"],
      ["--assigned <IDS>", "the gaps that the document had to address, separated by commas"],
      ["--spec <PATH>", "the spec its author saw, to check that changes apply and quotations match"],
      ["--round <N>", "the round that the document belongs to"],
      ["--fix", "print the document in its canonical form instead"],
      ["--json", "print one JSON document; an array for several files"],
    ],
    after: `
Exit codes: 0 every document passes the gate, 1 one does not, 2 usage error.`,
    load: async () => (await import("./inspect-files.ts")).inspectFiles,
  },
  {
    usage: "doctor [SESSION]",
    text: "check agents and keys, and that a session matches its journal",
    examples: ["", "--probe", "sessions/checkout"],
    options: [["--probe", "try one tiny run with each agent; it may cost a fraction of a cent"], JSON_OPTION],
    load: async () => (await import("../session/show-doctor.ts")).showDoctor,
  },
  {
    usage: "config",
    text: "show every setting and where its value comes from",
    examples: ["", "--max-rounds 12", "--confirm"],
    options: [
      ["--confirm", "trust a configuration file that is code; needed once and after each change"],
      JSON_OPTION,
      ...CONFIG_OPTIONS,
    ],
    load: async ({ confirm }: { confirm?: true }) =>
      confirm ? (await import("./confirm-config.ts")).confirmConfig : (await import("./show-config.ts")).showConfig,
  },
];
