import { readFile } from "node:fs/promises";
import { CUT, type EditedFile, editFile, editorCommand, type OpenEditor, openWith } from "../../agents/human/editor.ts";
import { WhetstoneError } from "../../errors/whetstone-error.ts";
import { answerProblem, isNeeded } from "../../model/answer-problem.ts";
import type { DiffLine } from "../../model/diff-line.ts";
import type { Answer, Question, QuestionField } from "../../model/question.ts";
import type { QuestionPosition } from "../../model/question-positions.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-line.ts";
import { readLines, type TypedText } from "./read-lines.ts";
import type { Terminal, TerminalStreams } from "./terminal.ts";

/** The fields to ask for with these options: required ones, theirs, and those of no other option. */
export function askedFields(question: Question, chosen: readonly string[]): QuestionField[] {
  const ofOthers = question.options
    .filter((option) => !chosen.includes(option.id))
    .flatMap(({ requires = [], offers = [] }) => [...requires, ...offers]);
  const offered = question.options.flatMap(({ id, offers = [] }) => (chosen.includes(id) ? offers : []));
  const isAsked = (field: QuestionField) =>
    isNeeded(question, chosen, field) || offered.includes(field.id) || !ofOthers.includes(field.id);
  return question.fields.filter(isAsked);
}

/** Texts by field, without empty ones; undefined if the person goes back, "leave" if they leave. */
export async function fillFields(
  asking: Asking,
  chosen: readonly string[],
  typed: Typed,
): Promise<Readonly<Record<string, string>> | "leave" | undefined> {
  const { question } = asking;
  const filled: Record<string, string> = {};
  const fields = askedFields(question, chosen);
  for (const field of fields) {
    const place = `${questionName(question)}\n${field.id}`;
    const before = typed.get(place);
    const prefilled = before === undefined ? field : { ...field, initial: before };
    // The last field is required if the answer is not valid without it.
    const lacks = field === fields.at(-1) && answerProblem(question, answerOf(question, chosen, filled)) !== undefined;
    const { text, left, interrupted } = await fillField(asking, prefilled, lacks || isNeeded(question, chosen, field));
    if (!left || text !== (field.initial ?? "")) typed.set(place, text);
    if (left) return interrupted ? "leave" : undefined;
    if (text.trim() !== "") filled[field.id] = text;
  }
  return filled;
}

/** A question may be asked again in other words: then what was typed belongs to another one. */
export function questionName({ id, text }: Question): string {
  return `${id} ${text}`.replaceAll("\n", " ");
}

export function answerOf({ id }: Question, options: readonly string[], fields: Answer["fields"]): Answer {
  return { question: id, options, fields, via: "terminal" };
}

async function fillField(asking: Asking, field: QuestionField, needed: boolean): Promise<TypedText> {
  const { exactText, long = false } = field;
  const problem = (text: string): string | undefined => {
    if (text.trim() === "") return needed ? "This is required." : undefined;
    return exactText === undefined || text === exactText ? undefined : `Type exactly: ${exactText}`;
  };
  const label = visibleLine(field.label, 200);
  const exact = exactText === undefined ? "" : `\nType exactly: ${visibleLine(exactText)}`;
  const message = needed ? `${label}${exact}` : `${label} (optional; press Enter to skip)${exact}`;
  let before = field.initial ?? "";
  for (;;) {
    const written = await writeText(asking, message, before, long);
    const wrong = written.left ? undefined : problem(written.text);
    if (wrong === undefined) return written;
    asking.terminal.print([asking.options.paint.yellow(`  ${wrong}`)]);
    before = written.text;
  }
}

const MAX_CHARACTERS = 1_000_000;

/** Returns text from the person's editor. If that fails, the error says where their text is kept. */
export async function editText(
  open: OpenEditor,
  initial: string,
  hint: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<string> {
  const file = await editFile(open, "answer.md", `${initial}\n\n${CUT}\n\n${hint}\n`, signal);
  if (file.problem !== undefined) throw await unusedText(file, "EDITOR_FAILED", file.problem);
  const text = (await readFile(file.path, "utf8").catch(() => "")).replace(/\r\n/g, "\n").split(CUT)[0] ?? "";
  if (text.length > MAX_CHARACTERS) {
    throw await unusedText(file, "TEXT_TOO_LONG", `The text is longer than ${MAX_CHARACTERS} characters.`);
  }
  await file.leave(true);
  // Keeps indentation; removes only blank lines around the text.
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

async function unusedText(file: EditedFile, code: "EDITOR_FAILED" | "TEXT_TOO_LONG", what: string) {
  const kept = await file.leave(false);
  return new WhetstoneError(code, kept === undefined ? what : `${what} What you wrote is saved in ${kept}`);
}

/** Lets the person write: several lines in their editor if they have one; otherwise, or if it fails, at the prompt. */
export async function writeText(asking: Asking, label: string, before: string, long: boolean): Promise<TypedText> {
  const { options, signal, terminal, question } = asking;
  const say = (text: string, paint: (line: string) => string) =>
    terminal.print(wrapText(text, "  ", terminal.columns).map(paint));
  const isLong = long || before.includes("\n");
  const editor = isLong ? editorCommand(options.env) : undefined;
  if (editor !== undefined) {
    try {
      const hint = `${label}\n\n${question.text}`;
      return { text: await editText(openWith(editor, options.env), before, hint, signal), left: false };
    } catch (error) {
      if (!(error instanceof WhetstoneError)) throw error;
      say(visibleLine(error.message), options.paint.yellow);
    }
  }
  const ending =
    before.trim() === "" ? "an empty line ends it" : "change what is there; an empty line after the last ends it";
  say(`${label}${isLong ? ` (Enter: next line; ${ending})` : ""}`, options.paint.dim);
  return readLines(options, before, signal, { single: !isLong });
}

export interface TerminalAskerOptions extends TerminalStreams {
  readonly paint: Paint;
  /** Wraps the asking, so that progress is paused meanwhile. */
  readonly around?: <T>(work: () => Promise<T>) => Promise<T>;
  /** What an answer would change in the spec; undefined if it cannot be applied. */
  readonly preview?: (question: Question, answer: Answer) => Promise<readonly DiffLine[] | undefined>;
  /** Called when the person leaves a question with Ctrl-C. */
  readonly onInterrupt?: () => void;
  /** The position of a question among those about passages. */
  readonly position?: (question: Question) => QuestionPosition;
}

/** What a person typed, by question and field: shown again when they return to it. */
export type Typed = Map<string, string>;

export interface Asking {
  readonly question: Question;
  readonly signal: AbortSignal;
  readonly refusal: string | undefined;
  readonly options: TerminalAskerOptions;
  readonly terminal: Terminal;
  /** Whether the last key was Esc. */
  readonly wasEscape: () => boolean;
}
