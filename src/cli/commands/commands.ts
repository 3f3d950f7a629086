import { PAUSED_BY_USER } from "../../model/in-words.ts";
import { CONFIG_OPTIONS, LATER_CONFIG_OPTIONS } from "../config-flags.ts";
import type { RefineOptions } from "../session/begin-session.ts";
import type { RuleFlag } from "./check-input.ts";
import {
  ASKING,
  type CommandRow,
  collect,
  EVENTS,
  JSON_OPTION,
  type OptionRow,
  SESSION,
  SESSION_OPTION,
  VERBOSE,
} from "./command-row.ts";

/** As in check-baseline.ts, which is not imported here so that starting stays fast. */
const BASELINE = "whetstone-baseline.json";

const CHECK_HELP = `
Turn rules off with a comment in the spec:
  <!-- whetstone-disable-next-line open-question -->    also: disable-line, disable ... enable, disable-file
Exit codes: 0 no findings at or above --fail-on, 1 some, 2 usage error; with --agent: 3 not confirmed, 5 no such agent.`;

/** Commands that start or continue a session, and those that need none. */
export const REFINE_COMMANDS: readonly CommandRow[] = [
  {
    usage: "refine <SPEC>",
    text: "turn a partial spec into a finished one",
    examples: [
      "specs/checkout.md",
      "specs/checkout.md --engineer claude --reviewer openai:gpt-5.5 --budget 3",
      ".kiro/specs/checkout --in-place",
    ],
    options: [
      ["--new", "start a new session; the earlier one is kept under a numbered name"],
      ["--dry-run", "write the first prompts and the estimate, but send nothing"],
      ["--ui", "follow it and decide in the browser"],
      ["--no-open", "with --ui: do not open the browser"],
      VERBOSE,
      EVENTS,
      ...CONFIG_OPTIONS,
      ...ASKING,
    ],
    load: async ({ ui }: RefineOptions) =>
      ui
        ? (await import("../session/show-ui.ts")).refineOnPage
        : (await import("../session/begin-session.ts")).refineSpec,
  },
  {
    usage: "init <SPEC>",
    text: "start a session, show the gaps, and stop there",
    examples: ["specs/checkout.md", "specs/checkout.md --survey --engineer claude"],
    options: CONFIG_OPTIONS,
    load: async () => (await import("../session/begin-session.ts")).initSession,
  },
  {
    usage: "resume [SESSION]",
    text: "continue a session",
    examples: ["", "specs/checkout.md --budget 10", "sessions/checkout --answers answers.yaml"],
    options: [VERBOSE, EVENTS, ...LATER_CONFIG_OPTIONS, ...ASKING],
    load: async () => (await import("../session/begin-session.ts")).resumeSession,
  },
  {
    usage: "check [SPEC...]",
    text: "find gaps in specs; with --agent, a model reads them too",
    examples: ["specs", "specs/checkout.md --fail-on CRITICAL", "specs --sarif > findings.sarif"],
    args: { "[SPEC...]": "markdown files, folders of them, or - for standard input" },
    options: [
      JSON_OPTION,
      ["--sarif", "print one SARIF 2.1.0 document, for code scanning"],
      [
        "--fail-on <SEVERITY>",
        "exit with 1 for findings at or above this severity: CRITICAL, HIGH, MEDIUM, LOW or NONE",
        "HIGH",
      ],
      ["--rule <NAME[=SEVERITY]>", "turn a rule or a finding type on (repeatable)", switchOn],
      ["--no-rule <NAME>", "turn a rule or a finding type off (repeatable)", switchOff],
      ["--style", "also report wording that cannot be tested, at LOW"],
      ["--baseline <FILE>", `accepted findings, neither shown nor failing (default: ${BASELINE}, if it exists)`],
      ["--update-baseline", "accept all current findings"],
      ["--agent <AGENT>", "have an agent read the specs too: claude, openai:MODEL, …, or reviewer (as configured)"],
      ["--max <N>", "with --agent: the most gaps to report per spec"],
      ["--cache <FOLDER>", "with --agent: where its surveys are kept (default: your state folder)"],
      ["-y, --yes", "with --agent: do not ask before spending money"],
      ["--list-rules", "show the rules and whether they are on"],
      ["--config <FILE>", "use this configuration file"],
    ],
    after: CHECK_HELP,
    load: async () => (await import("./run-check.ts")).runCheck,
  },
  {
    usage: "ui [FOLDER]",
    text: "follow sessions and answer questions in the browser",
    examples: ["", "specs/checkout.md --port 4000 --no-open"],
    args: { "[FOLDER]": "where to look for sessions; a session folder or a spec opens directly" },
    options: [
      ["--port <N>", "the port; 0 picks a free one", "0"],
      ["--host <HOST>", "the address to listen on", "127.0.0.1"],
      ["--allow-remote", "let other computers connect; requires --host"],
      ["--origin <URL>", "the https origin of a proxy in front of the page (or WHETSTONE_ORIGIN)"],
      ["--no-open", "do not open the browser"],
    ],
    load: async () => (await import("../session/show-ui.ts")).showUi,
  },
  {
    usage: "demo [FOLDER]",
    text: "watch a recorded session, offline, in a few seconds",
    examples: ["", "/tmp/whetstone-demo"],
    args: { "[FOLDER]": "where to put it; it must not exist yet (default: whetstone-demo)" },
    options: [VERBOSE],
    load: async () => (await import("../session/run-demo.ts")).runDemo,
  },
];

function switchOn(text: string, earlier: readonly RuleFlag[] = []): readonly RuleFlag[] {
  const [name = "", severity] = text.split("=", 2);
  return [...earlier, { name, value: severity ?? true }];
}

function switchOff(name: string, earlier: readonly RuleFlag[] = []): readonly RuleFlag[] {
  return [...earlier, { name, value: false }];
}

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
      confirm ? (await import("./show-config.ts")).confirmConfig : (await import("./show-config.ts")).showConfig,
  },
];

function archiveCommand(
  usage: string,
  text: string,
  name: keyof typeof import("../session/archives.ts"),
  ...options: readonly OptionRow[]
): CommandRow {
  const load = async () => (await import("../session/archives.ts"))[name];
  return { usage: `archive ${usage}`, text, options: [...SESSION, ...options], load };
}

/** Commands on archives of undone rounds, in sessions and in cold storage (SPEC 13.10). */
export const ARCHIVE_COMMANDS: readonly CommandRow[] = [
  archiveCommand("list", "list the archives of the session and in cold storage", "listArchives"),
  archiveCommand("show <ARCHIVE>", "show what an archive holds and why it was made", "showArchive"),
  archiveCommand("restore <ARCHIVE>", "unpack an archive into its own folder", "restoreArchive", [
    "--to <FOLDER>",
    "a folder that is empty or does not exist yet",
  ]),
  archiveCommand("keep <ARCHIVE>", "never remove this archive automatically", "keepArchive"),
  archiveCommand(
    "prune",
    "remove old archives from cold storage",
    "pruneArchives",
    ["--days <DAYS>", "older than this (default: as configured)"],
    ["--dry-run", "only show what would be removed"],
  ),
];

export const ROLLBACK: CommandRow = {
  usage: "rollback [ROUNDS]",
  text: "undo rounds: archive and analyze them, then run them again",
  examples: ["--list", '2 --reason "wrong direction"', '--narrow --reason "too broad"'],
  args: { "[ROUNDS]": "how many rounds to undo (default: 1)" },
  options: [
    ["--reason <TEXT>", "why; recorded in decisions.md and in the analysis"],
    ["--same", "run again with the same prompt"],
    ["--adjusted", "run again as the analysis recommends"],
    ["--narrow", "run again with only the simplest of the round's gaps"],
    ["--context <TEXT>", "run again with these words in the prompts"],
    ["--next", "leave the round's gaps for later and work on others"],
    ["--adjust <TEXT>", "what else the prompts should say (repeatable)", collect],
    ["-y, --yes", "do not ask: run again as the analysis recommends"],
    ["--list", "only show how far back you can go"],
    ["--cancel", "cancel a rollback that is waiting for your answer"],
    ["--mode <MODE>", "INTERACTIVE, AUTO_RETRY or STRICT, from now on"],
    ...SESSION,
  ],
  load: async () => (await import("../session/roll-back.ts")).rollBack,
};
