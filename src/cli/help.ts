import type { Command, HelpConfiguration } from "commander";
import type { CliContext } from "./context.ts";

/** The headings of the help, and under each its commands with examples. */
export const HELP: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Refine a spec:": {
    refine: [
      "specs/checkout.md",
      "specs/checkout.md --engineer claude --reviewer openai:gpt-5.5 --budget 3",
      ".kiro/specs/checkout --in-place",
    ],
    init: ["specs/checkout.md", "specs/checkout.md --survey --engineer claude"],
    resume: ["", "specs/checkout.md --budget 10", "sessions/checkout --answers answers.yaml"],
    check: ["specs", "specs/checkout.md --fail-on CRITICAL", "specs --sarif > findings.sarif"],
    ui: ["", "specs/checkout.md --port 4000 --no-open"],
    demo: ["", "/tmp/whetstone-demo"],
  },
  "Follow a session:": {
    status: ["", "specs/checkout.md", "--json"],
    answer: [
      "",
      'Q-R2-001 --option give --field input="30 minutes"',
      "--file answers.yaml --session specs/checkout.md",
    ],
    pause: ["", 'specs/checkout.md --reason "waiting for legal"'],
    finish: ["", "specs/checkout.md"],
  },
  "See the result:": {
    diff: ["", "specs/checkout.md --stat", "> checkout.patch"],
    blame: ["", "specs/checkout.md --json"],
    export: ["> checkout.md", "specs/checkout.md --output next.md", "--in-place"],
    decisions: ["", "--archived", 'reapply DECISION-R4-001 --rationale "still true"'],
    report: ["", "specs/checkout.md --output checkout.html"],
  },
  "Correct a session:": {
    gap: [
      'add "What happens to a refund" --severity HIGH',
      'park LOW --reason "after the launch"',
      'severity GAP-PAY-001..004 HIGH --reason "money"',
    ],
    flag: [
      "ask FLAG-R3-001",
      'explain ISSUE-R3-002 --text "The limit is in section 4."',
      'waive ISSUE-R3-002 --reason "no such device"',
    ],
    rollback: ["--list", '2 --reason "wrong direction"', '--narrow --reason "too broad"'],
    archive: ["list", "show round_004_rolled_back_1.tar.gz", "prune --dry-run"],
  },
  "Look closer:": {
    inspect: ["round_001/engineer.md", "answer.md --role engineer --spec specs/checkout.md"],
    doctor: ["", "--probe", "sessions/checkout"],
    config: ["", "--gaps 25 --max-rounds 12", "--confirm"],
    help: ["", "refine"],
  },
};

/** Headings in bold, descriptions as sentences; commands have it from the program. */
export function helpStyle({ paint }: CliContext["output"]): HelpConfiguration {
  const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`;
  return { styleTitle: paint.bold, commandDescription: (command) => sentence(command.description()) };
}

export function dressHelp(program: Command, { output }: Pick<CliContext, "output">): void {
  const bold = (text: string) => output.paint.bold(text);
  const examplesText = (examples: readonly string[]) =>
    ["", bold("Examples:"), ...examples.map((example) => `  whetstone ${example}`.trimEnd())].join("\n");
  for (const [group, commands] of Object.entries(HELP)) {
    for (const [name, examples] of Object.entries(commands)) {
      const command = program.commands.find((each) => each.name() === name);
      command?.helpGroup(group).helpCommand(false);
      command?.addHelpText("after", () => examplesText(examples.map((example) => `${name} ${example}`)));
    }
  }
  const more = "`whetstone help COMMAND` describes one command in full; all of them: docs/cli.md";
  const first = ["refine specs/checkout.md", "status", "check specs"];
  program.addHelpText("after", () => `${examplesText(first)}\n\n${more}`);
}

/** `help gap add` as `gap add --help`: the parser's own help looks no deeper than `gap`. */
export function withHelpFlag(argv: readonly string[], program: Command): readonly string[] {
  const [word, group, name] = argv;
  if (word !== "help" || group === undefined || name === undefined) return argv;
  const above = program.commands.find((command) => command.name() === group);
  return above?.commands.some((command) => command.name() === name) ? [group, name, "--help"] : argv;
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
