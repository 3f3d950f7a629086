import type { Command } from "commander";
import type { CliContext } from "./context.ts";

type CommandHelp = readonly [group: string, ...examples: readonly string[]];

const [REFINE, FOLLOW, RESULT, CORRECT, TOOLS] = [
  "Refine a spec:",
  "Follow a session:",
  "See what came of it:",
  "Correct a session:",
  "Look closer:",
];

/** Under which heading a command stands in the help, and how it is used. */
export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  refine: [
    REFINE,
    "refine specs/checkout.md",
    "refine specs/checkout.md --engineer claude --reviewer openai:gpt-5.5 --budget 3",
    "refine .kiro/specs/checkout --in-place",
  ],
  init: [REFINE, "init specs/checkout.md", "init specs/checkout.md --survey --engineer claude"],
  resume: [REFINE, "resume", "resume specs/checkout.md --budget 10", "resume sessions/checkout --answers answers.yaml"],
  check: [REFINE, "check specs", "check specs/checkout.md --fail-on CRITICAL", "check specs --sarif > findings.sarif"],
  ui: [REFINE, "ui", "ui specs/checkout.md --port 4000 --no-open"],
  demo: [REFINE, "demo", "demo /tmp/whetstone-demo"],
  status: [FOLLOW, "status", "status specs/checkout.md", "status --json"],
  answer: [
    FOLLOW,
    "answer",
    'answer Q-R2-001 --option give --field input="30 minutes"',
    "answer --file answers.yaml --session specs/checkout.md",
  ],
  pause: [FOLLOW, "pause", 'pause specs/checkout.md --reason "waiting for legal"'],
  finish: [FOLLOW, "finish", "finish specs/checkout.md"],
  diff: [RESULT, "diff", "diff specs/checkout.md --stat", "diff > checkout.patch"],
  blame: [RESULT, "blame", "blame specs/checkout.md --json"],
  export: [RESULT, "export > checkout.md", "export specs/checkout.md --output next.md", "export --in-place"],
  decisions: [
    RESULT,
    "decisions",
    "decisions --archived",
    'decisions reapply DECISION-R4-001 --rationale "still true"',
  ],
  report: [RESULT, "report", "report specs/checkout.md --output checkout.html"],
  gap: [
    CORRECT,
    'gap add "What happens to a refund" --severity HIGH',
    'gap park LOW --reason "after the launch"',
    'gap severity GAP-PAY-001..004 HIGH --reason "money"',
  ],
  flag: [
    CORRECT,
    "flag ask FLAG-R3-001",
    'flag explain ISSUE-R3-002 --text "The limit is in section 4."',
    'flag waive ISSUE-R3-002 --reason "no such device"',
  ],
  rollback: [CORRECT, "rollback --list", 'rollback 2 --reason "wrong direction"', "rollback --narrow"],
  archive: [CORRECT, "archive list", "archive show round_004_rolled_back_1.tar.gz", "archive prune --dry-run"],
  inspect: [TOOLS, "inspect round_001/engineer.md", "inspect answer.md --role engineer --spec specs/checkout.md"],
  doctor: [TOOLS, "doctor", "doctor --probe", "doctor sessions/checkout"],
  config: [TOOLS, "config", "config --gaps 25 --max-rounds 12", "config --confirm"],
  help: [TOOLS, "help", "help refine"],
};

/** Groups the commands and gives each its examples, headings in bold. */
export function dressHelp(program: Command, { output }: Pick<CliContext, "output">): void {
  const bold = (text: string) => output.paint.bold(text);
  program.configureHelp({ styleTitle: bold });
  for (const command of program.commands) {
    const [group = "", ...examples] = COMMAND_HELP[command.name()] ?? [];
    command.helpGroup(group).configureHelp({ styleTitle: bold }).helpCommand(false);
    command.addHelpText("after", () => examplesText(examples, bold));
  }
  const examples = ["refine", "status", "check"].flatMap((name) => COMMAND_HELP[name]?.[1] ?? []);
  const more = "`whetstone help COMMAND` tells one command in full; all of them: docs/cli.md";
  if (program.commands.length > 0) program.addHelpText("after", () => `${examplesText(examples, bold)}\n\n${more}`);
}

function examplesText(examples: readonly string[], bold: (text: string) => string): string {
  return ["", bold("Examples:"), ...examples.map((example) => `  whetstone ${example}`)].join("\n");
}

/** Thrown to leave the argument parser once it has printed help: there is nothing more to do. */
export class HelpShown extends Error {
  override readonly name = "HelpShown";
  /** Whether the person asked for it, or got it because they named no command. */
  readonly asked: boolean;

  constructor(asked: boolean) {
    super("help was shown");
    this.asked = asked;
  }
}
