import { answerProblem } from "../../model/answer-problem.ts";
import { isWholeSentence, passageAnswers } from "../../model/passage-answer.ts";
import type { Answer, Question } from "../../model/question.ts";
import { understoodAs } from "../../model/short-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import type { Asking, Typed } from "./asking.ts";
import { writeText } from "./edit-text.ts";
import { holdKeys } from "./hold-keys.ts";
import { diffShown, passageLines } from "./passage-lines.ts";
import { wrapped } from "./question-lines.ts";
import { readLines, type TypedText } from "./read-line.ts";
import type { TerminalStreams } from "./terminal.ts";

/** The key of each option, and how it is called on the one line of choices. */
const KEYS: readonly (readonly [key: string, option: string, name: string])[] = [
  ["f", "fill", "fill"],
  ["e", "edit", "edit"],
  ["2", "edit-2", "edit 2nd"],
  ["a", "add", "add"],
  ["k", "keep", "keep"],
  ["s", "strike", "strike"],
  ["d", "strike-2", "strike 2nd"],
  ["l", "later", "later"],
];

function warn({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapped(text, "  ", terminal.columns).map(options.paint.yellow));
}

function remark({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapped(text, "  ", terminal.columns).map(options.paint.dim));
}

type Outcome = Exclude<AskOutcome, Answer>;

/** The letters that answer nothing. */
const OTHER_KEYS: readonly (readonly [key: string, outcome: Outcome, name: string])[] = [
  ["n", "later", "skip"],
  ["b", "back", "back"],
  ["q", "leave", "stop"],
];

/** Asks about a passage: the person's words or one letter, then the diff, and it is taken (SPEC 16.4). */
export async function askPassage(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, terminal, options } = asking;
  const layout = { columns: terminal.columns, paint: options.paint, position: options.position?.(question) };
  terminal.print(["", ...passageLines(question, layout)]);
  if (asking.refusal !== undefined) warn(asking, `Not taken: ${visibleLine(asking.refusal)}`);
  const keys = KEYS.filter(([, option]) => question.options.some(({ id }) => id === option));
  // The first of two passages by its number, too; elsewhere a number is an answer.
  const isTwo = keys.some(([, option]) => option === "edit-2");
  for (;;) {
    terminal.print(["", ...choiceLines(asking, keys)]);
    const { text, left } = await readEntry(asking);
    const entry = text.trim() === "1" && isTwo ? "e" : text.trim();
    const other = OTHER_KEYS.find((names) => isNamed(entry, names));
    if (asking.signal.aborted) return "later";
    if (left && entry === "") return "leave";
    if (other !== undefined && !left) return other[1];
    const option = keys.find((names) => isNamed(entry, names))?.[1];
    const answer =
      option !== undefined && !left
        ? await answerWith(asking, option, typed)
        : await answerInWords(asking, text, left, typed);
    if (answer !== undefined) return answer;
  }
}

function isNamed(entry: string, [key, , name]: readonly [string, string, string]): boolean {
  const said = entry.toLowerCase();
  return said === key || said === name || SAME[said] === name;
}

const SAME: Readonly<Record<string, string>> = { next: "skip", undo: "back", quit: "stop", exit: "stop" };

const NO_BREAK = "\u00A0";

function choiceLines({ question, terminal, options: { paint } }: Asking, keys: typeof KEYS): string[] {
  const hint = naturalOption(question) === undefined ? "One letter" : "Your answer, or one letter";
  // A letter stands on one line with its name.
  const choices = [...keys, ...OTHER_KEYS].map(([key, , name]) => `${key}${NO_BREAK}${name.replace(" ", NO_BREAK)}`);
  const lines = wrapped(choices.join(" · "), "  ", terminal.columns).map((line) =>
    line.replace(/(?<=^\s*|· )(\S)\u00A0/g, (_, key: string) => `${paint.bold(key)} `).replaceAll(NO_BREAK, " "),
  );
  return [paint.dim(`  ${hint}, and Enter:`), ...lines];
}

/** A line is read as a whole. Several at once are a pasted text, or, of one letter each, typed ahead for what follows. */
async function readEntry({ options, signal }: Asking): Promise<TypedText> {
  const typed = await readLines(options, "", signal, { single: true, prompt: "  > " });
  const [first = "", ...rest] = typed.text.split("\n");
  if (rest.length === 0 || rest.some((line) => line.trim().length > 1)) return typed;
  options.input.unshift(Buffer.from(`${rest.join("\r")}\r`));
  return { ...typed, text: first };
}

/** What words mean that no letter went before: the answer that comes first. Which of two passages, nobody knows. */
function naturalOption({ options: [first], evidence }: Question): string | undefined {
  return evidence.length > 1 && first?.id !== "add" ? undefined : first?.id;
}

async function answerInWords(asking: Asking, text: string, left: boolean, typed: Typed): Promise<Answer | undefined> {
  const { question } = asking;
  const words = text.trim();
  const natural = naturalOption(question);
  const option = natural ?? "add";
  // One letter that means nothing here is a slip, not an answer.
  const isAnswer = natural !== undefined && (words.length > 1 || /\d/.test(words)) && !left;
  if (isAnswer) return answerWith(asking, option, typed, text);
  const short = natural === undefined && !left ? understoodAs(words) : undefined;
  if (short === "keep" || short === "later") return answerWith(asking, short, typed);
  if (words.length < 2) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is none of the letters.`);
    return undefined;
  }
  typed.set(placeOf(question, option), text);
  const key = KEYS.find(([, id]) => id === option)?.[0] ?? "";
  const which = left ? "" : " Say with a letter which passage changes.";
  warn(asking, `What you typed is kept: ${key} goes on with it.${which}`);
  return undefined;
}

/** The answer that an option and the person's words make, once they have seen what it changes. */
async function answerWith(asking: Asking, chosen: string, typed: Typed, said?: string): Promise<Answer | undefined> {
  const { question } = asking;
  let [option, text] = [chosen, said];
  for (;;) {
    const fields = await fill(asking, option, typed, text);
    if (fields === undefined) return undefined;
    await asking.keepTyped?.();
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    // Words said at the question were not written into the passage: they are held to what those of the page are.
    const replaces = text !== undefined && (option.startsWith("edit") || option === "fill");
    const problem = answerProblem(question, replaces ? { ...answer, via: "page" } : answer);
    if (problem !== undefined) {
      warn(asking, visibleLine(problem));
      if (replaces && option !== "fill") keepRefused(asking, option, fields[option] ?? "", typed);
      else if (option === "fill")
        warn(asking, "What you typed is kept: f goes on with it, e begins with the passage as it stands.");
      return undefined;
    }
    const next = await confirm(asking, answer);
    if (next === "take") return answer;
    if (next === "back" || (next === "again" && fields[option] === undefined)) return undefined;
    // Other words in place of those that were shown.
    if (next !== "again" && fields[option] === undefined) option = naturalOption(question) ?? "add";
    text = next === "again" ? undefined : next.words;
  }
}

/** The words are there again where they can be added; a sentence also in the passage's place, which else begins with it. */
function keepRefused(asking: Asking, option: string, text: string, typed: Typed): void {
  const mayReplace = isWholeSentence(text);
  if (!mayReplace) typed.delete(placeOf(asking.question, option));
  typed.set(placeOf(asking.question, "add"), text);
  const edits = mayReplace ? "e writes it in place of the passage" : "e begins with the passage as it stands";
  warn(asking, `What you typed is kept: a adds it below, ${edits}.`);
}

/** The words of an option: those that were said already, or what the person writes now. */
async function fill(
  asking: Asking,
  option: string,
  typed: Typed,
  said: string | undefined,
): Promise<Record<string, string> | undefined> {
  const { question } = asking;
  const field = question.fields.find(({ id }) => id === option);
  if (field === undefined) return {};
  const place = placeOf(question, field.id);
  if (said !== undefined) {
    typed.set(place, said);
    return { [field.id]: said };
  }
  const before = typed.get(place) ?? field.initial ?? "";
  const { text, left } = await writeText(asking, visibleLine(field.label, 100), before, field.long === true);
  if (text.trim() !== "") typed.set(place, text);
  if (!left && text.trim() === "") warn(asking, "Nothing was written.");
  return left || text.trim() === "" ? undefined : { [field.id]: text };
}

function placeOf({ about, id }: Question, field: string): string {
  return `${about[0] ?? id} ${field}`;
}

type Confirmed = "take" | "again" | "back" | { readonly words: string };

/** What changes nothing is taken at once, and said; everything else is shown first. */
async function confirm(asking: Asking, answer: Answer): Promise<Confirmed> {
  const { question, terminal, options } = asking;
  const meant = passageAnswers(question, answer);
  const diff = await options.preview?.(question, answer);
  if (diff === undefined && isChange(question, answer)) {
    warn(asking, "That does not fit there. Edit the passage instead.");
    return "again";
  }
  if (diff === undefined || diff.length === 0) {
    remark(asking, meant === "later" ? "Left for later." : "Kept as it is.");
    return "take";
  }
  terminal.print(["", ...diffShown(diff, { columns: terminal.columns, paint: options.paint }), ""]);
  if (await dropTyped(options.input)) remark(asking, "What you typed before this was shown is not taken.");
  return readConfirmation(asking, meant !== "later" && meant.some(({ kind }) => kind === "strike"));
}

/** Keys that were pressed before the person saw a diff do not accept it. Says whether there were any. */
async function dropTyped(input: TerminalStreams["input"]): Promise<boolean> {
  const letGo = holdKeys(input);
  await new Promise((resolve) => setImmediate(resolve));
  letGo();
  return input.read() !== null;
}

/** Nothing is struck by Enter alone: that is pressed too easily. */
async function readConfirmation(asking: Asking, strikes: boolean): Promise<Confirmed> {
  for (;;) {
    asking.terminal.print([strikes ? "  y strike it · b back" : "  Enter accept · e edit again · b back"]);
    const { text, left } = await readEntry(asking);
    const entry = text.trim().toLowerCase();
    if (left || entry === "b") return "back";
    if (/^(?:y|yes)$/.test(entry) || (entry === "" && !strikes)) return "take";
    if (entry === "e" && !strikes) return "again";
    if (entry.length > 1) return { words: text };
    warn(asking, entry === "" ? "Enter alone strikes nothing: type y." : `"${entry}" is none of the letters.`);
  }
}

function isChange({ options }: Question, { options: [chosen] }: Answer): boolean {
  return chosen !== "keep" && chosen !== "later" && options.length > 0;
}
