import { answerProblem } from "../../model/answer-problem.ts";
import {
  asWritten,
  doubles,
  linesInQuestion,
  passageAnswers,
  saidToDo,
  shortProblem,
  withWordsInPlace,
} from "../../model/passage-answer.ts";
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
  const before = naturalOption(question) === "edit" ? typed.get(placeOf(question, "add")) : undefined;
  if (before !== undefined) remark(asking, `You typed: ${visibleLine(before, 1000)}`);
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

/** An answer; `undefined` where it is asked again. */
type Said = Promise<Answer | undefined>;

async function answerInWords(asking: Asking, text: string, left: boolean, typed: Typed): Said {
  const { question } = asking;
  const words = text.trim();
  // One small letter that means nothing here is a slip, not an answer.
  if (/^[^\p{Lu}\p{N}]?$/u.test(words)) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is none of the letters.`);
    return undefined;
  }
  if (left) return keepWords(asking, text, typed, "");
  const natural = naturalOption(question);
  // "Yes" says something about a sentence, but not how it reads.
  const isReply = natural === "edit" && /^(?:yes|no)\W*$/i.test(words);
  const problem = isReply ? undefined : shortProblem(question, words);
  const short = isReply ? undefined : saidToDo(question, words);
  if (problem !== undefined) warn(asking, visibleLine(problem));
  if (short !== undefined) return problem === undefined ? answerWith(asking, short, typed) : undefined;
  if (natural === undefined) return keepWords(asking, text, typed, " Say with a letter which passage changes.");
  const line =
    asWritten(question, words, natural) ?? (natural === "edit" ? withWordsInPlace(question, words) : undefined);
  const isOwn = natural === "fill" ? !doubles(question, words) : natural !== "edit";
  if (line === undefined && isOwn) return answerWith(asking, natural, typed, text);
  typed.set(placeOf(question, "add"), words);
  return line === undefined ? editLines(asking, words, typed) : readLine(asking, line, typed);
}

/** A line that nobody wrote as it stands there is read first: it is taken with y, changed, or left. */
async function readLine(asking: Asking, line: string, typed: Typed): Said {
  const { question } = asking;
  const answer: Answer = { question: question.id, options: ["edit"], fields: { edit: line }, via: "terminal" };
  const problem = answerProblem(question, answer);
  if (problem !== undefined) {
    warn(asking, visibleLine(problem));
    return undefined;
  }
  const next = await confirm(asking, answer, true);
  if (next === "take") return answer;
  if (typeof next !== "string") return answerInWords(asking, next.words, false, typed);
  const changed = next === "again" ? await changedText(asking, line) : undefined;
  return changed && "text" in changed ? answerWith(asking, "edit", typed, changed.text) : undefined;
}

/** Words that have no place in a sentence are shown above it, and the person writes it; else it stays open. */
async function editLines(asking: Asking, words: string, typed: Typed): Said {
  const { before, lines, behind } = linesInQuestion(asking.question);
  const changed = await changedText(asking, lines, `You typed: ${visibleLine(words, 1000)}\n`);
  if (changed !== undefined && "text" in changed)
    return answerWith(asking, "edit", typed, `${before}${changed.text}${behind}`);
  if (changed === undefined) return undefined;
  return { question: asking.question.id, options: ["later"], fields: {}, via: "terminal" };
}

/** What the person makes of a text; `same` where it stays, or only a key was pressed behind it. */
async function changedText(
  asking: Asking,
  before: string,
  hint = "",
): Promise<{ readonly text: string } | { readonly same: true } | undefined> {
  const { text, left } = await writeText(asking, `${hint}Change it; as it is, nothing changes:`, before, false);
  if (left) return undefined;
  if (!isKeyBehind(before, text) && text.trim() !== "") return { text };
  remark(asking, "Nothing changed. It stays open, and what you typed is kept.");
  return { same: true };
}

function isKeyBehind(before: string, text: string): boolean {
  return text.startsWith(before) && /^\s*[a-z]?\s*$/.test(text.slice(before.length));
}

/** They are there again at the letter that goes on with them. */
function keepWords({ question, ...asking }: Asking, text: string, typed: Typed, hint: string): undefined {
  const natural = naturalOption(question);
  const option = natural === undefined || natural === "edit" ? "add" : natural;
  typed.set(placeOf(question, option), text);
  const key = PASSAGE_KEYS.find(([, id]) => id === option && question.fields.some((field) => field.id === id))?.[0];
  const use = key === undefined ? "" : `: ${key} ${option === "add" ? "adds it below" : "goes on with it"}`;
  warn({ question, ...asking }, `What you typed is kept${use}.${hint}`);
}

/** The answer that an option and the person's words make, once they have seen what it changes. */
async function answerWith(asking: Asking, option: string, typed: Typed, said?: string): Said {
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
    const next = await confirm(asking, answer, false);
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
  if (option.startsWith("edit") && text !== before && isKeyBehind(before, text)) {
    typed.delete(place);
    warn(asking, "Only a letter was typed behind it: nothing changed.");
    return undefined;
  }
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
    const entry = text.trim();
    if (left || entry === "b") return "back";
    if (/^(?:y|yes)$/i.test(entry) || (entry === "" && shown === "written")) return "take";
    if ((entry === "e" && shown !== "strike") || (entry === "" && shown === "unread")) return "again";
    if (/^(?:..|[\p{Lu}\p{N}])/u.test(entry)) return { words: text };
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
