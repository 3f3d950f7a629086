import { isNode, LineCounter, parseDocument, visit } from "yaml";
import * as z from "zod";
import { readEntries } from "../../engine/folder-home.ts";
import { UsageError } from "../../errors/whetstone-error.ts";
import { answerProblem, meantAnswer } from "../../model/answer-problem.ts";
import { defined } from "../../model/defined.ts";
import { severalOptions } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import { QUESTION_KINDS } from "../../model/question-kinds.ts";
import type { Asker } from "../../ports/asker.ts";
import type { Files } from "../../ports/files.ts";

export interface AnswersFileOptions {
  /** Answers given before this process started: their entries are used up, unless they are `always`. */
  readonly given?: readonly { readonly question: Question; readonly answer: Answer }[];
  /** Called with an entry that is for the question but is not a valid answer to it. */
  readonly onMisfit?: (prepared: PreparedAnswer, question: Question, problem: string) => void;
}

export interface AnswersFileAsker extends Asker {
  unused(): readonly PreparedAnswer[];
}

/** Answers from a file: the first entry that is for the question, is valid, and is not used up. */
export function createAnswersFileAsker(
  prepared: readonly PreparedAnswer[],
  options: AnswersFileOptions = {},
): AnswersFileAsker {
  const used = new Set<PreparedAnswer>();
  for (const { question, answer } of options.given ?? []) {
    if (answer.via !== "answers-file") continue;
    const entry = prepared.find((entry) => !used.has(entry) && isFor(entry, question));
    if (entry !== undefined && !entry.always) used.add(entry);
  }
  /** The entries tried for each question, in order; each is tried once. */
  const tried = new Map<string, PreparedAnswer[]>();
  return {
    unused: () => prepared.filter((entry) => !used.has(entry) && ![...tried.values()].flat().includes(entry)),
    async ask(question, signal, refusal) {
      if (signal.aborted) return "later";
      const triedHere = tried.get(question.id) ?? [];
      tried.set(question.id, triedHere);
      const last = triedHere.at(-1);
      if (refusal !== undefined && last !== undefined) options.onMisfit?.(last, question, refusal);
      for (const entry of prepared) {
        if (used.has(entry) || triedHere.includes(entry) || !isFor(entry, question)) continue;
        triedHere.push(entry);
        const answer = asAnswer(entry, question);
        const problem = answerProblem(question, answer);
        if (problem !== undefined) {
          options.onMisfit?.(entry, question, problem);
          continue;
        }
        if (!entry.always) used.add(entry);
        return answer;
      }
      return "later";
    },
  };
}

/** Every answer of a session so far with its question. */
export async function answersGiven(session: Files): Promise<{ question: Question; answer: Answer }[]> {
  const questions = new Map<string, Question>();
  const given: { question: Question; answer: Answer }[] = [];
  for (const event of (await readEntries(session)).flatMap((entry) => entry.event.events)) {
    if (event.type === "question_asked") questions.set(event.question.id, event.question);
    const question = event.type === "question_answered" ? questions.get(event.answer.question) : undefined;
    if (event.type === "question_answered" && question) given.push({ question, answer: event.answer });
  }
  return given;
}

interface PreparedAnswer {
  readonly id?: string;
  readonly kind?: Question["kind"];
  /** Ids of gaps or issues, or places of passages: the question must be about all of them. */
  readonly about: readonly string[];
  readonly options: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** May be used repeatedly; otherwise once. */
  readonly always: boolean;
  /** `answers.yaml:7`, for messages. */
  readonly place: string;
}

const MAX_BYTES = 1_000_000;
const FORM =
  'Write each answer like `- { about: GAP-TBD-001, edit: "The alarm rings 30 seconds." }` or `- { id: Q-R3-001, option: accept }`.';

const text = z.string({ error: "text (true and false in quotes)" });
const texts = z.union([text, z.array(text).min(1)], { error: "text or a list of texts" });

const entrySchema = z.strictObject({
  id: z.string({ error: "the id of a question, like Q-R3-001" }).min(1).optional(),
  kind: z.enum(QUESTION_KINDS, { error: `one of ${QUESTION_KINDS.join(", ")}` }).optional(),
  about: texts.optional(),
  option: text.optional(),
  options: z.array(text, { error: "a list of option ids" }).optional(),
  fields: z.record(z.string(), text, { error: "field ids with their texts" }).optional(),
  // Short forms for questions of the interview about a passage (SPEC 16.4).
  fill: text.optional(),
  edit: text.optional(),
  "edit-2": text.optional(),
  add: text.optional(),
  keep: z.literal(true, { error: "true" }).optional(),
  strike: z.literal(true, { error: "true" }).optional(),
  later: z.literal(true, { error: "true" }).optional(),
  always: z.boolean({ error: "true or false" }).optional(),
});

const LIST = { error: "a list of answers" };
const fileSchema = z.strictObject({ answers: z.array(entrySchema, LIST) }, LIST);

type Entry = z.infer<typeof entrySchema>;

const TEXT_WORDS = ["fill", "edit", "edit-2", "add"] as const;
const OPTION_WORDS = ["keep", "strike", "later"] as const;

/** Parses an answers file, YAML or JSON (docs/answers-file.md). Errors name the line and column. */
export function parseAnswersFile(content: string, file: string): PreparedAnswer[] {
  if (content.length > MAX_BYTES) throw new UsageError("the answers file is larger than 1 MB", { target: file });
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, prettyErrors: false });
  const [problem] = document.errors;
  if (problem)
    throw wrong(`the answers file is not valid YAML: ${problem.message}`, file, lines.linePos(problem.pos[0]));
  // Numbers become text exactly as written.
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "number") node.value = node.source ?? String(node.value);
    },
  });
  const value = toValue(document, file) ?? [];
  const isList = Array.isArray(value);
  const position: Locate = (path) => nodePosition(document, lines, isList ? path.slice(1) : path);
  const entries = check(isList ? { answers: value } : value, file, position);
  return entries.map((entry, index) => prepare(entry, file, position(["answers", index])));
}

export function isFor(prepared: PreparedAnswer, question: Question): boolean {
  if (prepared.id !== undefined && prepared.id !== question.id) return false;
  if (prepared.kind !== undefined && prepared.kind !== question.kind) return false;
  // If a question shows two passages, either place may be named; lists show a question's id beside its place.
  const names = [question.id, ...question.about, ...question.evidence.map(({ where }) => where)];
  return prepared.about.every((id) => names.includes(id));
}

export function asAnswer(prepared: PreparedAnswer, question: Question): Answer {
  const meant = meantAnswer(question, onNamedPassage(prepared, question));
  return { question: question.id, ...meant, via: "answers-file" };
}

const OTHER: Readonly<Record<string, string>> = { edit: "edit-2", strike: "strike-2" };

/** If the question shows two passages, plain `edit` and `strike` mean the one whose place the entry names. */
function onNamedPassage(
  { about, options, fields }: PreparedAnswer,
  { evidence: [, second] }: Question,
): Pick<PreparedAnswer, "options" | "fields"> {
  const isNumbered = [...options, ...Object.keys(fields)].some((id) => id.endsWith("-2"));
  if (isNumbered || second?.where === undefined || !about.includes(second.where)) return { options, fields };
  const other = (id: string) => OTHER[id] ?? id;
  const renamed = Object.entries(fields).map(([id, text]) => [other(id), text]);
  return { options: options.map(other), fields: Object.fromEntries(renamed) };
}

interface Position {
  readonly line: number;
  readonly col: number;
}

type Locate = (path: readonly PropertyKey[]) => Position;

function toValue(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`the answers file cannot be read: ${why}`, { target: file, cause });
  }
}

function check(values: unknown, file: string, position: Locate): Entry[] {
  const { data, error } = fileSchema.safeParse(values);
  if (data !== undefined) return data.answers;
  // A misspelt key also causes a missing one, so it is reported first.
  const issue = error.issues.find(({ code }) => code === "unrecognized_keys") ?? error.issues[0];
  const { path = [], message = "" } = issue ?? {};
  if (issue?.code === "unrecognized_keys") {
    const known = path.length === 0 ? ["answers"] : Object.keys(entrySchema.shape);
    const [key] = issue.keys;
    throw wrong(`unknown key "${key}"; allowed: ${known.join(", ")}`, file, position(path));
  }
  const name = path.length === 0 ? "the file" : path.slice(2).join(".") || "the answer";
  throw wrong(`${name} is not valid; expected: ${message}`, file, position(path));
}

function prepare(entry: Entry, file: string, position: Position): PreparedAnswer {
  const about = entry.about === undefined ? [] : [entry.about].flat();
  if (entry.id === undefined && entry.kind === undefined && about.length === 0) {
    throw wrong('each answer needs "id", "kind" or "about" to say which question it is for', file, position);
  }
  if (entry.option !== undefined && entry.options !== undefined) {
    throw wrong('use "option" or "options", not both', file, position);
  }
  const short = [...OPTION_WORDS, ...TEXT_WORDS].filter((word) => entry[word] !== undefined);
  const named = entry.option === undefined ? (entry.options ?? []) : [entry.option];
  const several = short.length === 0 ? undefined : severalOptions([...named, ...short]);
  if (several !== undefined) throw wrong(several, file, position);
  const options = named.length > 0 ? named : OPTION_WORDS.filter((word) => entry[word] !== undefined);
  const texts = TEXT_WORDS.flatMap((word) => (entry[word] === undefined ? [] : [[word, entry[word]] as const]));
  const fields = { ...entry.fields, ...Object.fromEntries(texts) };
  if (options.length === 0 && Object.keys(fields).length === 0) {
    throw wrong('each answer needs "option" or "fields" to say what it is', file, position);
  }
  const { id, kind, always = false } = entry;
  return { ...defined({ id, kind }), about, options, fields, always, place: `${file}:${position.line}` };
}

/** The position of the node at a path, or of its nearest parent. */
function nodePosition(
  document: ReturnType<typeof parseDocument>,
  lines: LineCounter,
  path: readonly PropertyKey[],
): Position {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]);
  }
  return { line: 1, col: 1 };
}

function wrong(message: string, file: string, { line, col }: Position): UsageError {
  return new UsageError(message, { target: `${file}:${line}:${col}`, fix: FORM });
}
