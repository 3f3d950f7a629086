import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type CliRun, NO_SURVEY, runCli, writeFiles } from "../../e2e/run-cli.ts";
import { lastingFolder } from "../../support/temporary-folder.ts";

const AGENT = fileURLToPath(new URL("scripted-agent.cjs", import.meta.url));
const PLAY = ".play";

/** What an agent answers in a run that fits all that is named. */
export interface Turn {
  readonly role: "engineer" | "reviewer";
  readonly round?: number;
  /** All of them are gaps of the run. */
  readonly gaps?: readonly string[];
  readonly attempt?: number;
  /** Words that the prompt must have. */
  readonly when?: string;
  /** The review of the whole at the end. */
  readonly final?: true;
  readonly document: string;
  /** It never ends by itself. */
  readonly hangs?: true;
  /** Files that somebody writes meanwhile, from the person's folder. */
  readonly edits?: Readonly<Record<string, string>>;
}

/** A run of an agent, as it took place. */
export interface Call {
  readonly role: "engineer" | "reviewer";
  readonly round: number;
  readonly attempt: number;
  readonly gaps: readonly string[];
  readonly prompt: string;
}

export interface AskedQuestion {
  readonly id: string;
  readonly kind: string;
  readonly header: string;
  readonly text: string;
  readonly about: readonly string[];
  readonly evidence: readonly { readonly title: string; readonly body: string }[];
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly description?: string;
    readonly effect?: string;
    readonly recommended?: boolean;
  }[];
  readonly fields: readonly {
    readonly id: string;
    readonly label: string;
    readonly required: boolean;
    readonly initial?: string;
  }[];
}

export interface Status {
  readonly gaps: readonly { readonly id: string; readonly state: string; readonly severity: string }[];
  readonly questions: readonly AskedQuestion[];
  readonly stop: { readonly type: string; readonly termination?: string };
}

export interface Setup {
  /** By path from the person's folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly turns: readonly Turn[];
  /** What is refined: `depot.md`, where nothing else is said. */
  readonly spec?: string;
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A person in a folder with a spec, and two agents that play by a table. */
export async function openDesk({ files, turns, spec = "depot.md" }: Setup) {
  const cwd = lastingFolder();
  await writeFiles(cwd, { ...files, [`${PLAY}/turns.json`]: JSON.stringify(turns) });
  const name = basename(spec, ".md");
  const command = JSON.stringify([process.execPath, AGENT, join(cwd, PLAY)]);
  const agents = ["--engineer-cmd", command, "--reviewer-cmd", command, ...NO_SURVEY];
  let known: Promise<Status> | undefined;
  const run = (...args: string[]): Promise<CliRun> => {
    known = undefined;
    // What the tests look for is told in full.
    const verbose = args[0] === "refine" || args[0] === "resume" ? ["--verbose"] : [];
    return runCli([...args, ...verbose], { cwd });
  };
  const expecting = async (code: number, ...args: string[]): Promise<CliRun> => {
    const done = await run(...args);
    expect(done.code, `${args[0]} ${args.slice(1).join(" ")}\n${done.stdout}\n${done.stderr}`).toBe(code);
    return done;
  };
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const has = (path: string) => existsSync(join(cwd, path));
  const refineArguments = ["refine", spec, ...agents, "--no-approve", "--set", "stall_threshold=4"];
  const inSession = (path: string) => join(dirname(spec), "sessions", name, path);
  const askStatus = async () => JSON.parse((await expecting(0, "status", "--json")).stdout) as Status;
  /** Asked again only after another command. */
  const status = (): Promise<Status> => {
    const asked = known ?? askStatus();
    known = asked;
    return asked;
  };

  return {
    cwd,
    /** The flags that name the two agents. */
    agents,
    run,
    expecting,
    read,
    has,
    status,
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    /** `whetstone refine`, with the exit code that it must have. */
    refine: (code: number, ...flags: string[]) => expecting(code, ...refineArguments, ...flags),
    /** The same where it may end or ask something: what the test looks at stands on disk either way. */
    begin: async (...flags: string[]) => {
      const done = await run(...refineArguments, ...flags);
      expect([0, 3, 4], done.stderr).toContain(done.code);
      return done;
    },
    resume: (code: number, ...flags: string[]) => expecting(code, "resume", ...flags),
    /** A file of the session's folder. */
    session: (path: string) => read(inSession(path)),
    hasInSession: (path: string) => has(inSession(path)),
    sessionPath: inSession,
    /** As it was sent, `engineer-GAP-…` or `reviewer`. */
    prompt: (round: number, who: string, attempt = 1) =>
      read(inSession(`round_${String(round).padStart(3, "0")}/prompts/${who}-${attempt}.md`)),
    summary: (round: number) => read(inSession(`round_${String(round).padStart(3, "0")}/summary.md`)),
    log: (round: number) => read(inSession(`round_${String(round).padStart(3, "0")}/log.md`)),
    calls: (): Call[] =>
      has(`${PLAY}/calls.jsonl`)
        ? read(`${PLAY}/calls.jsonl`)
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as Call)
        : [],
    state: async (gap: string) => (await status()).gaps.find((one) => one.id === gap)?.state,
    questions: async () => (await status()).questions,
    /** Answers the only question that waits, which must be of this kind. */
    answer: async (kind: string, option: string, fields: Readonly<Record<string, string>> = {}) => {
      const { questions } = await status();
      expect(questions.map((question) => question.kind)).toEqual([kind]);
      const words = Object.entries(fields).flatMap(([id, text]) => ["--field", `${id}=${text}`]);
      return expecting(0, "answer", questions[0]?.id ?? "", "--option", option, ...words);
    },
    /** Past the limit of rounds at which a test stopped the session. */
    extend: () => expecting(0, "answer", "--option", "extend"),
    /** Every file below a folder, from the person's folder, sorted. */
    files: (folder = "."): string[] =>
      readdirSync(join(cwd, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(cwd.length + 1)
            .replaceAll("\\", "/"),
        )
        .filter((path) => !path.startsWith(PLAY))
        .sort(),
  };
}

/** The same session once more, to go another way from here; its agents play by the same table unless given another. */
export async function fork(desk: Desk, turns: readonly Turn[] = []): Promise<Desk> {
  const copy = await openDesk({ files: {}, turns });
  cpSync(desk.cwd, copy.cwd, {
    recursive: true,
    filter: (path) => turns.length === 0 || path !== join(desk.cwd, PLAY, "turns.json"),
  });
  return copy;
}

/** Turns of a table, in fewer words. */
export const engineer = (round: number, gap: string, document: string, attempt?: number): Turn => ({
  role: "engineer",
  round,
  gaps: [gap],
  document,
  ...(attempt === undefined ? {} : { attempt }),
});

export const reviewer = (round: number, document: string, attempt?: number): Turn => ({
  role: "reviewer",
  round,
  document,
  ...(attempt === undefined ? {} : { attempt }),
});

/** The attempts of one run, in order. */
export const attempts = (turn: (document: string, attempt: number) => Turn, ...documents: readonly string[]): Turn[] =>
  documents.map((document, index) => turn(document, index + 1));

export const shown = ({ text, evidence, options }: AskedQuestion): string =>
  [
    text,
    ...evidence.map(({ title, body }) => `${title}\n${body}`),
    ...options.map((one) => Object.values(one).join("\n")),
  ].join("\n");
