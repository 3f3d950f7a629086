import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../context.ts";

/** An agent that costs money is confirmed at the terminal; where there is none, only `--yes` says so (SPEC 15.2). */
export async function confirmCost(agent: string, context: CliContext): Promise<void> {
  const message = `${agent} may cost money.`;
  const exitCode = EXIT_CODES.waiting;
  if (!context.interactive)
    throw new WhetstoneError("NOT_CONFIRMED", `${message} Nothing was sent.`, { fix: "Add --yes.", exitCode });
  const { createTerminal } = await import("../asking/terminal.ts");
  const streams = { input: process.stdin, output: process.stderr, env: context.env };
  const answer = await createTerminal(streams, context.interruption()).menu(`${message} Go on?`, [
    { value: "go", label: "Go on" },
    { value: "stop", label: "Stop", hint: "nothing was sent yet" },
  ]);
  if (answer !== "go") throw new WhetstoneError("NOT_CONFIRMED", "Stopped; nothing was sent.", { exitCode });
}
