import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { Asker } from "../../ports/asker.ts";
import type { AskingFlagOptions } from "../asking-flags.ts";
import type { CliContext } from "../context.ts";
import type { PreparedAnswer } from "./answers-file.ts";
import type { AnswersFileOptions } from "./answers-file-asker.ts";
import type { TerminalAskerOptions } from "./asking.ts";
import { composeAskers } from "./compose-askers.ts";
import { createPolicyAsker, isPolicy, POLICIES, type Policy } from "./policy-asker.ts";

export interface CreateAskerOptions extends Pick<TerminalAskerOptions, "around" | "preview" | "position"> {
  /** Questions that were answered before, so that an entry of the file is not used twice over a resume. */
  readonly given?: AnswersFileOptions["given"];
}

/** Answers file, then policy, then the person at the terminal, then later: each says by `via` that it was they. */
export async function createAsker(
  flags: AskingFlagOptions,
  context: Pick<CliContext, "cwd" | "env" | "output" | "interactive">,
  options: CreateAskerOptions = {},
): Promise<Asker> {
  const askers: Asker[] = [];
  if (flags.answers !== undefined) askers.push(await answersFileAsker(flags.answers, context, options));
  const policy = readPolicy(flags);
  if (policy !== "pause") askers.push(createPolicyAsker(policy));
  if (context.interactive) {
    const { createTerminalAsker } = await import("./terminal-asker.ts");
    const { input, output } = { input: process.stdin, output: process.stderr };
    askers.push(
      createTerminalAsker({ ...options, input, output, env: context.env, paint: context.output.screenPaint }),
    );
  }
  return composeAskers(askers);
}

async function answersFileAsker(
  file: string,
  { cwd, output }: Pick<CliContext, "cwd" | "output">,
  { given = [] }: CreateAskerOptions,
): Promise<Asker> {
  const { createAnswersFileAsker } = await import("./answers-file-asker.ts");
  return createAnswersFileAsker(await readAnswersFile(file, cwd), {
    given,
    onMisfit: ({ place }, question, problem) => output.note(`${place}: does not fit ${question.id}: ${problem}`),
  });
}

export async function readAnswersFile(file: string, cwd: string): Promise<PreparedAnswer[]> {
  const { parseAnswersFile } = await import("./answers-file.ts");
  return parseAnswersFile(await readFile(resolve(cwd, file), "utf8"), file);
}

export function readPolicy({ policy = "pause", yes }: AskingFlagOptions): Policy {
  if (!isPolicy(policy)) {
    throw new UsageError(`there is no policy ${JSON.stringify(policy)}`, {
      target: "--policy",
      fix: `Choose from: ${POLICIES.join(", ")}.`,
    });
  }
  return yes ? "recommended" : policy;
}
