import { answerProblem } from "../../model/answer-problem.ts";
import { isWholeLine, passageAnswers, saidToDo, shortProblem, withWordsInPlace } from "../../model/passage-answer.ts";
import { PASSAGE_KEYS } from "../../model/passage-keys.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import { wrapText } from "../wrap-line.ts";
import type { Asking, Typed } from "./asking.ts";
import { writeText } from "./edit-text.ts";
import { holdKeys } from "./hold-keys.ts";
import { diffShown, passageLines } from "./passage-lines.ts";
import { readLines, type TypedText } from "./read-line.ts";
import type { TerminalStreams } from "./terminal.ts";

function warn({ terminal, options }: Asking, text: string): void {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  terminal.print(wrapText(sentence, "  ", terminal.columns).map(options.paint.yellow));
}

function remark({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(text, "  ", terminal.columns).map(options.paint.dim));
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
  if (asking.given !== undefined) remark(asking, givenLine(question, asking.given));
  if (asking.refusal !== undefined) warn(asking, `Not taken: ${visibleLine(asking.refusal)}`);
  const keys = PASSAGE_KEYS.filter(([, option]) => question.options.some(({ id }) => id === option));
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

/** Whoever comes back sees what they said, and how it stays. */
function givenLine({ options }: Question, { options: [chosen], fields }: Answer): string {
  const label = options.find(({ id }) => id === chosen)?.label ?? "";
  const words = visibleLine(fields[chosen ?? ""] ?? "", 300);
  const said = words === "" ? label : `${label}: "${words}"`;
  return `You answered: ${said} (n leaves it so, another answer takes its place)`;
}

function isNamed(entry: string, [key, , name]: readonly [string, string, string]): boolean {
  const said = entry.toLowerCase();
  // "B" may be an answer.
  return entry === key || (said.length > 1 && (said === name || SAME[said] === name));
}

const SAME: Readonly<Record<string, string>> = { next: "skip", undo: "back", quit: "stop", exit: "stop" };

const NO_BREAK = "\u00A0";

function choiceLines({ question, terminal, options: { paint } }: Asking, keys: typeof PASSAGE_KEYS): string[] {
  const hint = naturalOption(question) === undefined ? "One letter" : "Your answer, or one letter";
  // A letter stands on one line with its name.
  const choices = [...keys, ...OTHER_KEYS].map(([key, , name]) => `${key}${NO_BREAK}${name.replace(" ", NO_BREAK)}`);
  const lines = wrapText(choices.join(" · "), "  ", terminal.columns).map((line) =>
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

/** What words mean that no letter went before: the answer that comes first. Which of two passages to edit, nobody knows. */
function naturalOption({ options: [first], evidence }: Question): string | undefined {
  return evidence.length > 1 && first?.id !== "add" ? undefined : first?.id;
}

async function answerInWords(asking: Asking, text: string, left: boolean, typed: Typed): Promise<Answer | undefined> {
  const { question } = asking;
  const words = text.trim();
  // One letter that means nothing here is a slip, not an answer.
  if (words.length < 2 && !/\d/.test(words)) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is none of the letters.`);
    return undefined;
  }
  if (left) return keepWords(asking, text, typed, "");
  const problem = shortProblem(question, words);
  const short = saidToDo(question, words);
  if (problem !== undefined) warn(asking, visibleLine(problem));
  if (short !== undefined) return problem === undefined ? answerWith(asking, short, typed) : undefined;
  const natural = naturalOption(question);
  if (natural === undefined) return keepWords(asking, text, typed, " Say with a letter which passage changes.");
  return natural === "edit" ? editWith(asking, text, typed) : answerWith(asking, natural, typed, text);
}

/** Words typed inside a sentence are shown in place of the marked ones, or else beside the passage to be edited. */
async function editWith(asking: Asking, words: string, typed: Typed): Promise<Answer | undefined> {
  const { question } = asking;
  const line = isWholeLine(question, words) ? words : withWordsInPlace(question, words);
  typed.set(placeOf(question, "add"), words);
  if (line !== undefined) return answerWith(asking, "edit", typed, line);
  remark(asking, "What you typed is kept: Esc, then a, adds it below. Here is the passage:");
  return answerWith(asking, "edit", typed);
}

/** They are there again at the letter that goes on with them. */
function keepWords({ question, ...asking }: Asking, text: string, typed: Typed, hint: string): undefined {
  const natural = naturalOption(question);
  const option = natural === undefined || natural === "edit" ? "add" : natural;
  typed.set(placeOf(question, option), text);
  const key = PASSAGE_KEYS.find(([, id]) => id === option)?.[0] ?? "";
  warn(
    { question, ...asking },
    `What you typed is kept: ${key} ${option === "add" ? "adds it below" : "goes on with it"}.${hint}`,
  );
}

/** The answer that an option and the person's words make, once they have seen what it changes. */
async function answerWith(asking: Asking, option: string, typed: Typed, said?: string): Promise<Answer | undefined> {
  const { question } = asking;
  for (let text = said; ; text = undefined) {
    const fields = await write(asking, option, typed, text);
    if (fields === undefined) return undefined;
    await asking.keepTyped?.();
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      warn(asking, visibleLine(problem));
      return undefined;
    }
    // Words that were put into a sentence, or typed for the passage without it, have not been read in its place yet.
    const words = typed.get(placeOf(question, "add"));
    const unread = words === undefined ? [] : [words, withWordsInPlace(question, words)];
    const isUnread = option === "edit" && unread.includes(fields.edit);
    const next = await confirm(asking, answer, isUnread);
    if (next === "take") return answer;
    if (typeof next !== "string") {
      const isOwn = option === "add" || option === "fill";
      return isOwn ? answerWith(asking, option, typed, next.words) : answerInWords(asking, next.words, false, typed);
    }
    if (next === "back" || fields[option] === undefined) return undefined;
  }
}

/** The words of an option: those that were said already, or what the person writes now. */
async function write(
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
async function confirm(asking: Asking, answer: Answer, isUnread: boolean): Promise<Confirmed> {
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
  const strikes = meant !== "later" && meant.some(({ kind }) => kind === "strike");
  return readConfirmation(asking, strikes ? "strike" : isUnread ? "unread" : "written");
}

/** Keys that were pressed before the person saw a diff do not accept it. Says whether there were any. */
async function dropTyped(input: TerminalStreams["input"]): Promise<boolean> {
  const letGo = holdKeys(input);
  await new Promise((resolve) => setImmediate(resolve));
  letGo();
  return input.read() !== null;
}

type Shown = "strike" | "unread" | "written";

const PROMPTS: Readonly<Record<Shown, string>> = {
  strike: "  y strike it · b back",
  unread: "  Read the new line. y take it · Enter edit it · b back",
  written: "  Enter accept · e edit again · b back",
};

/** What can be said at a diff as at the question above it. */
const KEYS_BESIDE: ReadonlySet<string> = new Set(["l", "n", "q", "k", "s", "a"]);

/** Enter is pressed too easily: it neither strikes, nor takes a line that nobody wrote as it stands there. */
async function readConfirmation(asking: Asking, shown: Shown): Promise<Confirmed> {
  for (;;) {
    asking.terminal.print([PROMPTS[shown]]);
    const { text, left } = await readEntry(asking);
    const entry = text.trim().toLowerCase();
    if (left || entry === "b") return "back";
    if (/^(?:y|yes)$/.test(entry) || (entry === "" && shown === "written")) return "take";
    if ((entry === "e" && shown !== "strike") || (entry === "" && shown === "unread")) return "again";
    if (entry.length > 1) return { words: text };
    if (KEYS_BESIDE.has(entry)) {
      asking.options.input.unshift(Buffer.from(`${entry}\r`));
      return "back";
    }
    warn(asking, entry === "" ? "Enter alone strikes nothing: type y." : `"${entry}" is none of the letters.`);
  }
}

function isChange({ options }: Question, { options: [chosen] }: Answer): boolean {
  return chosen !== "keep" && chosen !== "later" && options.length > 0;
}
