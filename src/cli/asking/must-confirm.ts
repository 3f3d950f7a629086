import { EXIT_CODES } from "../../errors/exit-codes.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import type { CliContext } from "../cli-context.ts";
import { readLines } from "./read-lines.ts";

/** Throws unless the person at the terminal agrees; where nobody can be asked, the error names `fix`. */
export async function mustConfirm(
  { message, nothing, fix }: { readonly message: string; readonly nothing: string; readonly fix: string },
  { interactive, interruption, output }: CliContext,
): Promise<void> {
  const refused = (facts: { readonly fix?: string } = {}) =>
    new WhetstoneError("NOT_CONFIRMED", `${message} ${nothing}`, { ...facts, exitCode: EXIT_CODES.waiting });
  if (!interactive) throw refused({ fix });
  output.note(`${message} Continue? Type y or n, then press Enter:`);
  const streams = { input: process.stdin, output: process.stderr };
  const { text } = await readLines(streams, "", interruption(), { single: true, prompt: "  > " });
  if (!/^y(?:es)?$/i.test(text.trim())) throw refused();
}
