import { answerProblem } from "../../model/answer-problem.ts";
import { droppedSentences } from "../../model/dropped-sentences.ts";
import { capitalised } from "../../model/in-words.ts";
import { lineWith } from "../../model/line-with.ts";
import {
  beginsAs,
  bodyFor,
  fieldOf,
  isEdit,
  isTypedAnew,
  leftOpen,
  passageAnswers,
  saidToDo,
  shortProblem,
  wordsIn,
  YES_OR_NO,
} from "../../model/passage-answer.ts";
import { PASSAGE_KEYS } from "../../model/passage-keys.ts";
import { plural } from "../../model/plural.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { questionWords } from "../../model/whole-question.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import { wrapText } from "../wrap-line.ts";
import type { Asking, Typed } from "./asking.ts";
import { writeText } from "./edit-text.ts";
import { holdKeys } from "./hold-keys.ts";
import { diffShown, letterHelp, type NamedKey, passageLines } from "./passage-lines.ts";
import { readLines, type TypedText } from "./read-lines.ts";
import type { TerminalStreams } from "./terminal.ts";

function warn({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(visibleLine(capitalised(text)), "  ", terminal.columns).map(options.paint.yellow));
}

function remark({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(text, "  ", terminal.columns).map(options.paint.dim));
}

/** The letters that answer nothing. */
const OTHER_KEYS: readonly NamedKey<Exclude<AskOutcome, Answer>>[] = [
  ["n", "later", "skip"],
  ["b", "back", "back"],
  ["q", "leave", "stop"],
];

const HELP: NamedKey = ["?", "help", "help"];

/** The letters at a diff and where a text is written; each means the same wherever it is offered. */
type DiffKey = NamedKey<"take" | "edit" | "original" | "change" | "back">;
const EDIT: DiffKey = ["e", "edit", "edit"];
const ORIGINAL: DiffKey = ["o", "original", "original"];
const AWAY: readonly DiffKey[] = [
  ["c", "change", "change answer"],
  ["b", "back", "back"],
];

type Confirmed = DiffKey[1] | "leave" | { readonly words: string };

/** Whether the person's own text would be opened in place of the passage. */
function isEdited(question: Question, option: string, typed: Typed): boolean {
  const field = fieldOf(question, option);
  const text = typed.get(placeOf(question, option));
  return field !== undefined && text !== undefined && text !== (field.initial ?? "");
}

/** Asks about a passage: the person's words or one letter, then the diff, and it is taken (SPEC 16.4). */
export async function askPassage(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, terminal, options } = asking;
  const { words: position, more = 0 } = options.position?.(question) ?? {};
  const layout = { columns: terminal.columns, paint: options.paint, position };
  if (more > 0) remark(asking, `${plural(more, "more question")} came up.`);
  terminal.print(["", ...passageLines(question, layout)]);
  if (asking.given !== undefined) remark(asking, givenLine(question, asking.given));
  if (asking.refusal !== undefined) warn(asking, `Not accepted: ${asking.refusal}`);
  const keys = keysOf(question);
  const isLetter = takesLetters(question);
  for (;;) {
    const kept = typed.get(placeOf(question, WORDS));
    const before = kept ?? fieldOf(question, "add")?.initial;
    terminal.print([""]);
    const which = kept === undefined ? "You answered before" : "You typed";
    const entered = isLetter ? "" : " (Enter goes on with it)";
    if (before !== undefined) remark(asking, `${which}: ${visibleLine(before, 1000)}${entered}`);
    // What the person made of a passage is opened again by its letter, so another one opens the passage itself.
    const edited = ["edit", "edit-2"].find((id) => isEdited(question, id, typed));
    const shownKeys = edited === undefined ? keys : [...keys, ORIGINAL];
    terminal.print(choiceLines(asking, shownKeys));
    const { text, left, interrupted } = await readEntry(asking);
    const entry = isLetter ? asLetter(text) : text.trim();
    if (asking.signal.aborted) return "later";
    if (left && entry !== "") keepWords(asking, text, typed);
    if (interrupted) return "leave";
    // Esc leaves what was typed, never the sitting.
    if (left && entry === "") warn(asking, "Type q to stop, or b to go back.");
    if (left) continue;
    if (entry === "?") {
      for (const line of letterHelp(question, [...shownKeys, ...OTHER_KEYS])) remark(asking, line);
      continue;
    }
    const other = OTHER_KEYS.find(([key]) => key === entry);
    if (other !== undefined) return other[1];
    const isOriginal = edited !== undefined && entry === ORIGINAL[0];
    if (isOriginal) typed.delete(placeOf(question, edited));
    const option = isOriginal ? edited : keys.find(([key]) => key === entry)?.[1];
    const said = entry === "" ? (before ?? "") : text;
    const answer = await (option === undefined
      ? answerInWords(asking, said, typed, entry === "")
      : answerWith(asking, option, typed));
    if (answer !== undefined) return asking.signal.aborted ? "later" : answer;
  }
}

/** Whoever comes back sees what they said, and how it stays. */
function givenLine({ options }: Question, { options: [chosen], fields }: Answer): string {
  const label = options.find(({ id }) => id === chosen)?.label ?? "";
  const words = visibleLine(fields[chosen ?? ""] ?? "", 300);
  const said = words === "" ? label : `${label}: "${words}"`;
  return `You answered: ${said} (n keeps it; a new answer replaces it)`;
}

/** The first of two passages by its number, too; a single capital is the letter where no letter is an answer. */
function asLetter(text: string): string {
  const entry = text.trim();
  return entry === "1" ? "e" : entry.length === 1 ? entry.toLowerCase() : entry;
}

const NO_BREAK = "\u00A0";

function choiceLines({ question, terminal, options: { paint } }: Asking, keys: readonly NamedKey[]): string[] {
  const isSlot = ownPlace(question) === undefined && fieldOf(question, "edit")?.replaces !== undefined;
  const own = `${isSlot ? "Type what goes there" : "Type your answer"} or one letter, then press Enter:`;
  const hint = takesLetters(question) ? `Type one letter, then press Enter: ${whichPassage(question)}` : own;
  // A letter stands on one line with its name.
  const choices = [...keys, ...OTHER_KEYS, HELP].map(
    ([key, , name]) => `${key}${NO_BREAK}${name.replace(" ", NO_BREAK)}`,
  );
  const lines = wrapText(choices.join(" · "), "  ", terminal.columns).map((line) =>
    line.replace(/(?<=^\s*|· )(\S)\u00A0/g, (_, key: string) => `${paint.bold(key)} `).replaceAll(NO_BREAK, " "),
  );
  return [...wrapText(hint, "  ", terminal.columns).map(paint.dim), ...lines];
}

function keysOf({ options }: Question): NamedKey[] {
  return PASSAGE_KEYS.filter(([, option]) => options.some(({ id }) => id === option));
}

/** What the letters do with two passages. */
const FOR_TWO: Readonly<Record<string, string>> = {
  edit: "edits the first",
  "edit-2": "edits the second",
  add: "adds a line",
  strike: "strikes the first",
  "strike-2": "strikes the second",
  keep: "keeps both",
};

/** The letters, or those that change one of the two. */
function whichPassage(question: Question, which = ""): string {
  return keysOf(question)
    .flatMap(([key, option]) => (FOR_TWO[option]?.endsWith(which) === true ? `${key} ${FOR_TWO[option]}` : []))
    .join(", ");
}

/** A line is read as a whole. Several at once are a pasted text, or, of one letter each, typed ahead for what follows. */
async function readEntry({ options, signal }: Asking): Promise<TypedText> {
  const typed = await readLines(options, "", signal, { single: true, prompt: "  > " });
  const [first = "", ...rest] = typed.text.split("\n");
  if (rest.length === 0 || rest.some((line) => line.trim().length > 1)) return typed;
  options.input.unshift(Buffer.from(`${rest.join("\r")}\r`));
  return { ...typed, text: first };
}

/** What words become that no letter went before; nothing where the answer is a line as it should read. */
function ownPlace({ options: [first] }: Question): string | undefined {
  return first?.id === "fill" || first?.id === "add" ? first.id : undefined;
}

function isAboutTwo({ options }: Question): boolean {
  return options.some(({ id }) => id === "edit-2");
}

/** Of two passages a letter says which one is meant; other words do not. */
function takesLetters(question: Question): boolean {
  return isAboutTwo(question) && ownPlace(question) === undefined;
}

/** An answer; `undefined` where it is asked again. */
type Said = Promise<Answer | "back" | "leave" | undefined>;

/** `isMeant` says that the words were refused as unclear, and the person goes on with them. */
async function answerInWords(asking: Asking, text: string, typed: Typed, isMeant = false): Said {
  const { question } = asking;
  const words = text.trim();
  // One small letter that means nothing here is a slip, not an answer.
  if (/^[^\p{Lu}\p{N}]?$/u.test(words)) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is not one of the letters.`);
    return undefined;
  }
  const own = ownPlace(question);
  const said = saidToDo(question, words);
  const isAnyPassage = takesLetters(question);
  // "Yes" says something of a line, which is opened for it.
  const hasLine = own === undefined || fieldOf(question, "edit")?.marker !== undefined;
  const isForLine = said === "unclear" && YES_OR_NO.test(words) && !isAnyPassage && hasLine;
  const short = isForLine || (isMeant && said === "unclear") ? undefined : said;
  // A text that is refused is not typed again.
  if (short === undefined || words.split(/\s+/).length > 3) typed.set(placeOf(question, WORDS), text);
  if (short !== undefined) {
    const problem = shortProblem(question, words);
    if (problem === undefined) return answerWith(asking, short, typed);
    const key = PASSAGE_KEYS.find(([, option]) => option === own)?.[0];
    const isWritable = short === "unclear" && key !== undefined;
    warn(asking, isWritable ? `${problem}. To write ${words} as it is, choose ${key} first` : problem);
    return undefined;
  }
  if (own !== undefined && !isForLine)
    return answerWith(asking, isTypedAnew(question, words) ? "edit" : own, typed, { words: text });
  if (isAnyPassage) {
    const [anew, second] = ["edit", "edit-2"].filter((id) => beginsAs(bodyFor(question, id), words, 3));
    if (anew !== undefined && second === undefined) return answerWith(asking, anew, typed, { words: text });
    // Words of one passage say which holds, not what becomes of the other.
    const [isFirst, isSecond] = question.evidence.map(({ body }) => body.includes(words));
    const letters = whichPassage(question, isFirst === isSecond ? "" : isSecond ? "first" : "second");
    const held = isFirst === isSecond ? "" : ` and are in the ${isSecond ? "second" : "first"} passage`;
    warn(asking, `Your words are kept${held}. Type one letter: ${letters}.`);
    return undefined;
  }
  const line = lineWith(question, words);
  return answerWith(asking, "edit", typed, "text" in line ? { words: line.text } : line);
}

/** What one of these letters chooses, or other words; Esc and "no" change the answer. */
async function readConfirmed(asking: Asking, asks: string, shown: readonly DiffKey[]): Promise<Confirmed> {
  const keys = [...shown, ...AWAY];
  for (;;) {
    asking.terminal.print(wrapText(`${asks}${named([...keys, HELP])}`, "  ", asking.terminal.columns));
    const { text, left, interrupted } = await readEntry(asking);
    const entry = text.trim();
    const letter = entry.toLowerCase();
    if (left) return interrupted ? "leave" : "change";
    const chosen = keys.find(([key]) => key === (letter === "yes" ? "y" : letter));
    if (chosen !== undefined) return chosen[1];
    if (/^no?[.!]?$/i.test(entry)) return "change";
    // More than a letter, or one that is no key.
    if (/^(?:..|[\p{Lu}\p{N}])/u.test(entry)) return { words: text };
    if (entry === "?") for (const line of letterHelp(asking.question, keys)) remark(asking, line);
    else warn(asking, entry === "" ? "Type y to accept it." : `"${entry}" is not one of the letters.`);
  }
}

function named(keys: readonly NamedKey[]): string {
  return keys.map(([key, , name]) => `${key} ${name}`).join(" · ");
}

/** They are there again, in this session and the next. */
function keepWords(asking: Asking, text: string, typed: Typed): undefined {
  for (const field of [WORDS, ownPlace(asking.question) ?? "add"]) typed.set(placeOf(asking.question, field), text);
  warn(asking, "What you typed is saved.");
}

/** Words that were typed for an option before it was chosen, or why the line is opened for them. */
interface Given {
  readonly words?: string | undefined;
  readonly because?: string;
}

/** The answer that an option and these words make, once the person has seen what it changes; without words they write them. */
async function answerWith(asking: Asking, option: string, typed: Typed, given: Given = {}): Said {
  const { question } = asking;
  const field = fieldOf(question, option);
  let { words } = given;
  let opened: string | undefined;
  let refused: string | undefined;
  for (;;) {
    if (field !== undefined && words === undefined) {
      const written = await write(asking, option, typed, { ...given, words: opened });
      if (typeof written !== "object") return written;
      words = written.words;
    }
    await asking.keepTyped?.();
    const fields = words === undefined ? {} : { [option]: words };
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      warn(asking, problem);
      // What they wrote is opened once more to be corrected.
      if (field === undefined || words === refused || words === field.initial) return undefined;
      [refused, opened, words] = [words, words, undefined];
      continue;
    }
    // Whoever changes the answer finds what they wrote last; a line that the program made of it is not that.
    const isWritten = option === (ownPlace(question) ?? "edit") && !(option === "edit" && words === given.words);
    if (words !== undefined && isWritten) typed.set(placeOf(question, WORDS), words);
    const next = await confirm(asking, answer, words !== undefined && words === given.words);
    if (next === "take") return answer;
    if (next === "leave" || next === "back") return next;
    const isOwn = option === "add" || option === "fill";
    const isOther = typeof next !== "string" && (!isOwn || isTypedAnew(question, next.words));
    if (isOther) return answerInWords(asking, next.words, typed);
    if (next === "change" || field === undefined) return undefined;
    if (next === "original") typed.delete(placeOf(question, option));
    opened = next === "edit" ? words : undefined;
    words = typeof next === "string" ? undefined : next.words;
  }
}

/** What the person writes into a field, with what was there before; `undefined` where they wrote nothing. */
async function write(asking: Asking, option: string, typed: Typed, { words: opened, because }: Given) {
  const place = placeOf(asking.question, option);
  const { initial = "", long, label = "" } = fieldOf(asking.question, option) ?? {};
  const said = typed.get(placeOf(asking.question, WORDS));
  let before = opened ?? typed.get(place) ?? (initial || said) ?? "";
  const why = because === undefined ? "" : `, because ${because}`;
  const shown =
    said !== undefined && isEdit(option)
      ? `You typed: ${visibleLine(said, 1000)}\nWrite the line as it should read${why}`
      : visibleLine(label, 1100);
  for (;;) {
    // The author's line is never further than a letter.
    const keys = isEdit(option) && before !== initial ? [ORIGINAL, ...AWAY] : AWAY;
    const prompt = `${shown} (or one letter at the end: ${named(keys)}):`;
    const { text, left, interrupted } = await writeText(asking, prompt, before, long === true);
    // A letter alone was meant for a prompt.
    const letter = (text.startsWith(before) ? text.slice(before.length) : text).trim();
    const isLetter = /^[a-z]$/.test(letter);
    if (text.trim() !== "" && !isLetter && text !== before) typed.set(place, text);
    if (interrupted) return "leave";
    const chosen = keys.find(([key]) => key === letter)?.[1];
    if (chosen === "back") return chosen;
    if (left || chosen === "change") return undefined;
    if (chosen === "original") {
      typed.delete(place);
      before = initial;
      continue;
    }
    if (text.trim() !== "" && !isLetter) return { words: text };
    warn(asking, isLetter ? `"${letter}" is not taken as text.` : "Nothing was written.");
    if (!isLetter) return undefined;
  }
}

/** What was typed as an answer, before it was a text of one of its fields. */
const WORDS = "words";

/** By its passage and the question, which the next session on the spec may ask under another id. */
function placeOf(question: Question, field: string): string {
  // The same question in a marker at two places is answered alike; "TBD" is not.
  const asked = field === WORDS ? question.fields.find(({ replaces }) => replaces?.includes("?")) : undefined;
  return `${asked?.replaces?.replaceAll("\n", " ") ?? passageName(question)}\n${field}`;
}

/** What of a place in the drafts is the question's: another one about the passage, or an equal passage, has words of its own. */
export function passageName(question: Question): string {
  const { about, id, evidence } = question;
  const gap = about[0] ?? id;
  // Not by its line, which moves with the author's edits.
  return `${gap} ${evidence[0]?.body ?? ""} ${questionWords(question)}`.replaceAll("\n", " ");
}

/** What changes nothing is taken at once, and said; everything else is shown first, and `y` takes it. `isPut`: into a line, by the program. */
async function confirm(asking: Asking, answer: Answer, isPut: boolean): Promise<Confirmed> {
  const { question, terminal, options } = asking;
  const diff = await options.preview?.(question, answer);
  const [chosen] = answer.options;
  if (diff === undefined && chosen !== "keep" && chosen !== "later") {
    warn(asking, "That does not fit there. Edit the passage instead.");
    return "edit";
  }
  if (diff === undefined || diff.length === 0) {
    remark(asking, passageAnswers(question, answer) === "later" ? "Left for later." : "Kept as it is.");
    return "take";
  }
  terminal.print(["", ...diffShown(diff, { columns: terminal.columns, paint: options.paint }), ""]);
  const left = chosen === "add" ? leftOpen(question, answer.fields.add ?? "") : undefined;
  if (left !== undefined) remark(asking, `"${visibleLine(left, 80)}" stays in the spec, so this stays listed as open.`);
  if (await dropTyped(options.input)) remark(asking, "Ignored what you typed before this was shown.");
  if (chosen?.startsWith("strike") === true) return readConfirmed(asking, "", [["y", "take", "strike it"]]);
  const others = isEdit(chosen ?? "") ? [EDIT, ORIGINAL] : [EDIT];
  // The author's note goes with its marker.
  const hasNote = question.fields.some(({ replaces = "" }) => wordsIn(replaces).length > 1);
  const asked = isPut && hasNote ? "Does it read well? " : "";
  const said = await readConfirmed(asking, asked, [["y", "take", "accept"], ...others]);
  const dropped = said === "take" ? droppedSentences(question, answer) : [];
  if (dropped.length === 0) return said;
  warn(asking, `Your text leaves out: ${dropped.join(" ")}`);
  return readConfirmed(asking, "", [["y", "take", "leave it out"], ...others]);
}

/** Keys that were pressed before the person saw a diff do not accept it. Says whether there were any. */
async function dropTyped(input: TerminalStreams["input"]): Promise<boolean> {
  const letGo = holdKeys(input);
  await new Promise((resolve) => setImmediate(resolve));
  letGo();
  return input.read() !== null;
}
