import { CONFIG_OPTIONS, LATER_CONFIG_OPTIONS } from "../config-flags.ts";
import type { RefineOptions } from "../session/begin-session.ts";
import type { RuleFlag } from "./check-input.ts";
import { ASKING, type CommandRow, EVENTS, JSON_OPTION, VERBOSE } from "./command-row.ts";

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
