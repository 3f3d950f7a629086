import { EXIT_CODES, type ExitCode } from "../../errors/exit-codes.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { answerableQuestion, questionsNow } from "../../mediator/make-question.ts";
import { whereOf } from "../../mediator/questions/passage-question.ts";
import type { State } from "../../mediator/state.ts";
import { answerProblem, findEmptyField, meantAnswer } from "../../model/answer-problem.ts";
import { commandLine } from "../../model/command-line.ts";
import type { GapId } from "../../model/ids.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { waysToAnswer, wholeQuestion } from "../../model/whole-question.ts";
import { previewAnswer } from "../../server/preview-answer.ts";
import type { AnswersFileAsker } from "../asking/answers-file.ts";
import { createAsker } from "../asking/create-asker.ts";
import type { CliContext } from "../cli-context.ts";
import { printWrapped } from "../wrap-line.ts";
import { locateState, nameSession } from "./locate-session.ts";
import { sendAndReport } from "./send-command.ts";
import { changeLine, type SeenSession, storeParts } from "./session-parts.ts";
import { shownFolder } from "./spec-place.ts";

export async function answerQuestion(
  word: string | undefined,
  options: AnswerArgs & { readonly session?: string },
  context: CliContext,
): Promise<void> {
  const { folder, state } = await locateState(options.session, context);
  const question = openQuestion({ state, folder: shownFolder(folder, context.cwd), root: folder }, word);
  const given = parseAnswerArgs(options);
  if (!given && !context.interactive && !context.json)
    return show(question, await nameSession(folder, context), context);
  const answer = given ? toAnswer(given, question) : await askHere(question, { folder, state }, context);
  if (answer === undefined) return;
  // Whoever answered here has seen the diff.
  const diff = given ? await previewAnswer(state, question, answer) : [];
  await sendAndReport(folder, { type: "answer", answer }, context, diff);
}

/** Without a terminal, shows the question and how to answer it. */
function show(question: Question, named: string | undefined, { output, exitWith }: CliContext): void {
  printWrapped(wholeQuestion(question, output.paint, named), output, "report");
  exitWith(EXIT_CODES.waiting);
}

/** Asks the question as a running session does; undefined if the person leaves it. */
async function askHere(
  question: Question,
  { folder, state }: { readonly folder: string; readonly state: State },
  context: CliContext,
): Promise<Answer | undefined> {
  const { sessionAsking } = await import("../asking/create-asker.ts");
  let left: ExitCode = EXIT_CODES.waiting;
  const onInterrupt = () => {
    left = EXIT_CODES.interrupted;
  };
  const asking = sessionAsking({ state, files: storeParts(folder).files });
  const asker = await createAsker({}, context, { ...asking, onInterrupt });
  const answer = await asker.ask(question, context.interruption());
  if (typeof answer !== "string") return answer;
  if (!context.interactive)
    throw new UsageError("the question was not answered", { target: question.id, fix: inWords(question) });
  context.output.note(`Not answered: ${question.id} still waits.`);
  context.exitWith(left);
  return undefined;
}

/** Lines about the entries of an answers file that were not used. */
export function unusedLines(asker: Pick<AnswersFileAsker, "unused">, state: State): string[] {
  const known = [...state.gaps].flatMap(({ id, places }) => [id, ...places.map((at) => whereOf(state, at))]);
  return asker.unused().map(({ place, about }) => {
    const unknown = about.find((name) => /^GAP-|\.md:\d+$/.test(name) && !known.includes(name));
    if (unknown === undefined) return `${place}: not used: no such question was asked`;
    // Places are relative to the folder of the spec.
    const meant = known.find((name) => unknown.endsWith(`/${name}`));
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    return `${place}: not used: there is no gap ${unknown.startsWith("GAP-") ? "" : "at "}${unknown}${hint}`;
  });
}

function inWords(question: Question): string {
  const [way = ""] = waysToAnswer(question);
  return `Answer on the command line: ${commandLine("answer", question.id)} ${way}`;
}

/** Lists show gap ids, so a gap id stands for the only question about that gap. */
function aboutGap(state: State, word: string): Question | undefined {
  const [only, ...more] = questionsNow(state).filter(({ about }) => about.includes(word.toUpperCase()));
  return more.length === 0 ? only : undefined;
}

function openQuestion(seen: SeenSession, word: string | undefined): Question {
  const { state, folder } = seen;
  const question =
    word === undefined ? questionsNow(state)[0] : (answerableQuestion(state, word) ?? aboutGap(state, word));
  if (question) return question;
  const over = state.stop.type === "ended" ? `The session has ended. ${changeLine(seen)}` : undefined;
  const gap = word?.toUpperCase().replace(/^Q-/, "GAP-") as GapId;
  const decision = state.decisions.findLast(({ gaps }) => gaps.includes(gap));
  if (decision) {
    const isPutOff = state.gaps.get(gap)?.state === "USER_DEFERRED";
    const way = isPutOff ? commandLine("gap", "take", gap) : `${commandLine("gap", "reopen", gap)} --reason "…"`;
    const reopen = `To be asked again: ${way}, then ${commandLine("resume", folder)}`;
    const answerText = visibleLine(decision.decision, 160);
    throw new UsageError(`${word} is answered: ${answerText}`, { target: decision.id, fix: over ?? reopen });
  }
  const open = state.questions.map(({ id }) => id).join(", ");
  throw new UsageError(word === undefined ? "no question is waiting" : `${word} is not waiting for an answer`, {
    fix: open === "" ? (over ?? "Run `whetstone resume` to continue.") : `Open questions: ${open}.`,
  });
}

/** The arguments of `whetstone answer [QUESTION] [--option ID]... [--field ID=TEXT]...`. */
interface AnswerArgs {
  readonly option?: readonly string[];
  readonly field?: readonly string[];
}

interface ParsedArgs {
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** Undefined if the arguments contain no answer: then the person is asked. */
export function parseAnswerArgs({ option: options = [], field = [] }: AnswerArgs): ParsedArgs | undefined {
  return options.length === 0 && field.length === 0 ? undefined : { options, fields: parseFields(field) };
}

/** The answer to the question. Throws a `UsageError` that says why it is not valid and what would be. */
export function toAnswer(given: ParsedArgs, question: Question): Answer {
  const { options, fields } = meantAnswer(question, given);
  // Said as it would be typed.
  const empty = findEmptyField(question, { options, fields });
  if (empty !== undefined) {
    throw new UsageError(`${options[0] ?? empty.id} needs text: --field ${empty.id}="…"`, { target: question.id });
  }
  const answer: Answer = { question: question.id, options, fields, via: "command" };
  const problem = answerProblem(question, answer);
  if (problem === undefined) return answer;
  throw new UsageError(`this answer cannot be used: ${problem}`, {
    target: question.id,
    fix: "Run `whetstone status` to see the question with its options and fields.",
  });
}

function parseFields(texts: readonly string[]): Record<string, string> {
  const fields = new Map<string, string>();
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) {
      throw new UsageError(`--field takes ID=TEXT, not ${JSON.stringify(text)}`, {
        fix: 'Write --field rationale="why".',
      });
    }
    const id = text.slice(0, equals);
    if (fields.has(id)) throw new UsageError(`--field ${id} was given twice`, { fix: "Give it once." });
    fields.set(id, text.slice(equals + 1));
  }
  return Object.fromEntries(fields);
}
