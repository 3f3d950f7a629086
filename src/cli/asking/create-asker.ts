import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { slashed } from "../../engine/files/slashed.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import type { State } from "../../mediator/state.ts";
import { answerProblem } from "../../model/answer-problem.ts";
import { isPassageQuestion } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import { KIND_FACTS } from "../../model/question-kinds.ts";
import { questionPositions } from "../../model/question-positions.ts";
import type { Asker } from "../../ports/asker.ts";
import type { Files } from "../../ports/files.ts";
import { previewAnswer } from "../../server/preview-answer.ts";
import type { CliContext } from "../cli-context.ts";
import { specFolderOf } from "../session/session-parts.ts";
import { typedChoice } from "../typed-word.ts";
import type { AnswersFileAsker } from "./answers-file.ts";
import type { TerminalAskerOptions } from "./field-prompts.ts";

/** Options for answering questions when nobody is at the terminal (SPEC 14). */
export interface AskingFlagOptions {
  readonly answers?: string;
  readonly policy?: string;
  readonly yes?: true;
}

interface CreateAskerOptions extends Pick<TerminalAskerOptions, "around" | "preview" | "position" | "onInterrupt"> {
  /** The session, so that an entry of the answers file is not used again after a resume. */
  readonly session?: Files;
  /** The folder that the places of passages are relative to. */
  readonly specFolder?: string;
}

/** Asks the answers file, then the policy, then the person at the terminal; each answer names its source in `via`. */
export async function createAsker(
  flags: AskingFlagOptions,
  context: Pick<CliContext, "cwd" | "env" | "output" | "interactive">,
  options: CreateAskerOptions = {},
): Promise<AnswersFileAsker> {
  const askers: Asker[] = [];
  const file = flags.answers === undefined ? undefined : await answersFileAsker(flags.answers, context, options);
  if (file !== undefined) askers.push(file);
  const policy = readPolicy(flags);
  if (policy === "recommended") askers.push(recommendedAsker);
  if (context.interactive) {
    const { createTerminalAsker } = await import("./create-terminal-asker.ts");
    const streams = { input: process.stdin, output: process.stderr, env: context.env };
    const person = createTerminalAsker({ ...options, ...streams, paint: context.output.screenPaint });
    askers.push(policy === "pause" ? person : withoutInterview(person));
  }
  return {
    unused: () => file?.unused() ?? [],
    async ask(question, signal, refusal) {
      for (const asker of askers) {
        const answer = await asker.ask(question, signal, refusal);
        if (answer !== "later") return answer;
      }
      return "later";
    },
  };
}

/** With `--yes` there is no interview: open gaps are listed instead (SPEC 16.4). */
function withoutInterview(asker: Asker): Asker {
  return { ask: async (question, ...rest) => (isPassageQuestion(question) ? "later" : asker.ask(question, ...rest)) };
}

/** Reports errors in the answers file before a session is started. */
export async function checkAnswersFile({ answers }: AskingFlagOptions, { cwd }: Pick<CliContext, "cwd">) {
  if (answers !== undefined) await readAnswersFile(answers, cwd);
}

async function readAnswersFile(file: string, cwd: string) {
  const { parseAnswersFile } = await import("./answers-file.ts");
  const text = await readFile(resolve(cwd, file), "utf8").catch((cause: unknown) => {
    const why = { target: "--answers", fix: "Check the path.", cause };
    throw new UsageError(`cannot read the answers file ${file}`, why);
  });
  return parseAnswersFile(text, file);
}

async function answersFileAsker(
  file: string,
  { cwd, output }: Pick<CliContext, "cwd" | "output">,
  { session, specFolder = cwd }: CreateAskerOptions,
): Promise<AnswersFileAsker> {
  const { answersGiven, createAnswersFileAsker } = await import("./answers-file.ts");
  // A place may be named from the current folder, too: `specs/a.md:5` for `a.md:5`.
  const folder = `${slashed(relative(cwd, specFolder))}/`;
  const place = (name: string) => (name.startsWith(folder) ? name.slice(folder.length) : name);
  const prepared = (await readAnswersFile(file, cwd)).map((entry) => ({ ...entry, about: entry.about.map(place) }));
  return createAnswersFileAsker(prepared, {
    given: session === undefined ? [] : await answersGiven(session),
    onMisfit: ({ place }, question, problem) =>
      output.note(`${place}: not used for ${question.about.at(-1) ?? question.id}: ${problem}`),
  });
}

export function readPolicy({ policy = "pause", yes }: AskingFlagOptions): Policy {
  const known = typedChoice(policy, "--policy", POLICIES);
  return yes ? "recommended" : known;
}

/** How an unattended run treats questions that its answers file leaves open (SPEC 14). */
const POLICIES = ["pause", "recommended"] as const;
export type Policy = (typeof POLICIES)[number];

/** The recommended answer, or "later" for questions that only the User may decide. */
export function recommendedAnswer(question: Question): Answer | "later" {
  if (question.personOnly) return "later";
  const { byPolicy, otherwise } = KIND_FACTS[question.kind];
  const recommended = question.options.filter((option) => option.recommended === true && byPolicy === undefined);
  const instead = question.options.filter(({ id }) => id === (byPolicy ?? otherwise));
  const found = recommended.length > 0 ? recommended : instead;
  if (found.length === 0) return "later";
  const options = (question.multiple ? found : found.slice(0, 1)).map(({ id }) => id);
  // Prefilled text is kept, but an exact confirmation text is never typed for the User.
  const fields = Object.fromEntries(
    question.fields.flatMap((field) =>
      field.initial === undefined || field.exactText !== undefined ? [] : [[field.id, field.initial]],
    ),
  );
  const answer: Answer = { question: question.id, options, fields, via: "policy", policy: "recommended" };
  return answerProblem(question, answer) === undefined ? answer : "later";
}

export const recommendedAsker: Asker = {
  // A refused answer would be the same again, so the question is left to the User.
  ask: async (question, signal, refusal) =>
    signal.aborted || refusal !== undefined ? "later" : recommendedAnswer(question),
};

/** A session whose state may change meanwhile. */
interface Asked {
  readonly state: State;
  readonly files: Files;
}

/** Options that every command needs to ask at the terminal. */
export function sessionAsking(session: Asked): CreateAskerOptions {
  const specFolder = specFolderOf(session.files.root, session.state.session.specPath);
  const preview: CreateAskerOptions["preview"] = (...answer) => previewAnswer(session.state, ...answer);
  if (session.state.session.engineer !== "interview") return { specFolder, preview };
  const position = questionPositions();
  return { specFolder, preview, position: (question) => position(session.state, question) };
}
