import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliRun, runCli, writeFiles } from "../../e2e/run-cli.ts";
import { lastingFolder } from "../../support/temporary-folder.ts";
import type { AskedQuestion, Status } from "./desk.ts";

/** Neither a key nor an agent program: the session is the interview. */
const BARE = { PATH: "" };

/** An entry of an answers file. */
export type Entry = Readonly<Record<string, string | boolean>>;

export type Interview = Awaited<ReturnType<typeof openInterview>>;

/** A person with `depot.md` and nothing else. */
export async function openInterview(source: string) {
  const cwd = lastingFolder();
  await writeFiles(cwd, { "depot.md": source });
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const run = (...args: string[]): Promise<CliRun> => runCli(args, { cwd, env: BARE });
  /** One entry on each line, so that a report can name it. */
  const file = (entries: readonly Entry[]): string => {
    writeFileSync(join(cwd, "answers.yaml"), entries.map((entry) => `- ${JSON.stringify(entry)}\n`).join(""));
    return "answers.yaml";
  };
  const status = async () => JSON.parse((await run("status", "--json", "sessions/depot")).stdout) as Status;
  return {
    cwd,
    run,
    read,
    status,
    has: (path: string) => existsSync(join(cwd, path)),
    refine: (entries: readonly Entry[], ...flags: string[]) =>
      run("refine", "depot.md", "--answers", file(entries), ...flags),
    resume: (entries: readonly Entry[]) => run("resume", "--answers", file(entries)),
    /** The working spec: the source with what was answered. */
    working: () => read("sessions/depot/spec.md"),
    questions: async (): Promise<readonly AskedQuestion[]> => (await status()).questions,
  };
}

/** The answers of one file, and what the person then has. */
export async function interviewed(source: string, entries: readonly Entry[]) {
  const person = await openInterview(source);
  const done = await person.refine(entries);
  return { ...person, ...done, spec: person.working(), told: `${done.stdout}\n${done.stderr}` };
}

/** Where these words begin, as an answers file names it. */
export function at(source: string, words: string): string {
  const index = source.indexOf(words);
  if (index < 0) throw new Error(`the source lacks ${words}`);
  return `depot.md:${source.slice(0, index).split("\n").length}`;
}
