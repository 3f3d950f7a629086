import type { Command } from "commander";
import type { CliContext } from "../context.ts";
import type { CheckFlags, RuleFlag } from "./check-input.ts";

/** `whetstone check`: finds gaps that structure shows, alone and in CI (SPEC 16.2). */
export function registerCheck(program: Command, context: CliContext): void {
  program
    .command("check")
    .description("find gaps in specs; add --agent to let a model read them too")
    .argument("[SPEC...]", "markdown files, folders of them, or - for standard input")
    .option("--json", "one JSON document")
    .option("--sarif", "one SARIF 2.1.0 document, for code scanning")
    .option(
      "--fail-on <SEVERITY>",
      "exit with 1 for findings at or above this severity: CRITICAL, HIGH, MEDIUM, LOW or NONE",
      "HIGH",
    )
    .option("--rule <NAME[=SEVERITY]>", "switch a rule or a finding type on (repeatable)", switchOn)
    .option("--no-rule <NAME>", "switch a rule or a finding type off (repeatable)", switchOff)
    .option("--style", "judge the wording as well: words that nobody can test, at LOW")
    .option("--baseline <FILE>", `accepted findings, which neither show nor fail (default: ${BASELINE}, if there)`)
    .option("--update-baseline", "accept everything that is found now")
    .option("--agent <AGENT>", "let an agent read the specs, too: claude, openai:MODEL, …, or reviewer as configured")
    .option("--max <N>", "with --agent: the most gaps that it may name in a spec")
    .option("--cache <FOLDER>", "with --agent: where its surveys are kept (default: your state folder)")
    .option("-y, --yes", "with --agent: do not ask before an agent that costs money")
    .option("--list-rules", "show the rules and whether they are on")
    .option("--config <FILE>", "use this configuration file")
    .addHelpText("after", HELP)
    .action(async (specs: readonly string[], flags: CheckFlags) => {
      const { runCheck } = await import("./check-run.ts");
      await runCheck(specs, flags, context);
    });
}

/** As in check-baseline.ts, which is loaded only where it is needed. */
const BASELINE = "whetstone-baseline.json";

const HELP = `
A comment in the spec switches rules off where it stands:
  <!-- whetstone-disable-next-line open-question -->    also: disable-line, disable ... enable, disable-file
Exit code: 0 nothing at or above --fail-on, 1 something, 2 wrong usage; with --agent 3 not confirmed, 5 no such agent.`;

function switchOn(text: string, earlier: readonly RuleFlag[] = []): readonly RuleFlag[] {
  const [name = "", severity] = text.split("=", 2);
  return [...earlier, { name, value: severity ?? true }];
}

function switchOff(name: string, earlier: readonly RuleFlag[] = []): readonly RuleFlag[] {
  return [...earlier, { name, value: false }];
}
