import { answerProblem } from "../../model/answer-problem.ts";
import { capitalised } from "../../model/in-words.ts";
import { fieldOf, PASSAGE_KEYS, passageAnswers } from "../../model/passage-answer.ts";
import { plural } from "../../model/plural.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import { wrapText } from "../wrap-line.ts";
import type { Asking, Typed } from "./field-prompts.ts";
import { questionName, writeText } from "./field-prompts.ts";
import { diffShown, letterHelp, type NamedKey, passageLines } from "./passage-lines.ts";
import { dropKeys, readLines } from "./read-lines.ts";

/** The letters that answer nothing. */
const OTHER_KEYS: readonly NamedKey<Exclude<AskOutcome, Answer>>[] = [
  ["n", "later", "skip"],
  ["b", "back", "back"],
  ["q", "leave", "stop"],
];

/** Asks about a passage: the person's words or one letter, then the diff, and it is taken (SPEC 16.4). */
export async function askPassage(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, terminal, options, signal } = asking;
  await dropKeys(options.input);
  const { words: position, more = 0 } = options.position?.(question) ?? {};
  if (more > 0) remark(asking, `${plural(more, "more question")} came up.`);
  terminal.print(["", ...passageLines(question, { columns: terminal.columns, paint: options.paint, position })]);
  const before = fieldOf(question, "add")?.initial;
  if (before !== undefined) remark(asking, `You answered before: ${visibleLine(before, 1000)} (a opens it)`);
  if (asking.refusal !== undefined) warn(asking, `Not accepted: ${asking.refusal}`);
  const keys = PASSAGE_KEYS.filter(([, option]) => question.options.some(({ id }) => id === option));
  while (!signal.aborted) {
    const last = typed.get(questionName(question));
    if (last !== undefined) remark(asking, last);
    terminal.print(["", ...choiceLines(asking, [...keys, ...OTHER_KEYS, ["?", "help", "help"]])]);
    const { text, left, interrupted } = await readLines(options, "", signal, { single: true, prompt: "  > " });
    if (interrupted) return "leave";
    const entry = text.trim();
    if (left) continue;
    if (entry === "?") {
      for (const line of letterHelp(question, [...keys, ...OTHER_KEYS])) remark(asking, line);
      continue;
    }
    const other = OTHER_KEYS.find(([key]) => key === entry);
    if (other !== undefined) return other[1];
    const option = keys.find(([key]) => key === entry)?.[1];
    const answer = await (option === undefined
      ? answerInWords(asking, text, typed)
      : answerWith(asking, option, typed));
    if (answer !== undefined) return answer;
  }
  return "later";
}

function warn({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(visibleLine(capitalised(text)), "  ", terminal.columns).map(options.paint.yellow));
}

function remark({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(text, "  ", terminal.columns).map(options.paint.dim));
}

function choiceLines({ question, terminal, options: { paint } }: Asking, keys: readonly NamedKey[]): string[] {
  const what = isAboutTwo(question) ? "Type one letter" : "Type your answer or one letter";
  return [
    ...wrapText(`${what}, then press Enter:`, "  ", terminal.columns).map(paint.dim),
    ...keyLines(keys, terminal.columns),
  ];
}

/** The keys with their names; a line does not break between the two. */
function keyLines(keys: readonly NamedKey[], columns: number): string[] {
  const named = keys.map(([key, , name]) => `${key} ${name}`.replaceAll(" ", "\u00a0")).join(" · ");
  return wrapText(named, "  ", columns).map((line) => line.replaceAll("\u00a0", " "));
}

/** Of two passages a letter says which one is meant; words do not. */
function isAboutTwo({ options }: Question): boolean {
  return options.some(({ id }) => id === "edit-2");
}

/** An answer; `undefined` if the question is asked again. */
type Said = Promise<Answer | "leave" | undefined>;

/** Words go into the place of their own that a question has, otherwise into the line. */
async function answerInWords(asking: Asking, text: string, typed: Typed): Said {
  const { question } = asking;
  const words = text.trim();
  // A single small letter that means nothing here is a slip, not an answer.
  if (/^[^\p{Lu}\p{N}]?$/u.test(words)) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is not one of the letters.`);
    return undefined;
  }
  const [first] = question.options;
  if (first?.id === "fill" || first?.id === "add") return answerWith(asking, first.id, typed, text);
  const next = isAboutTwo(question)
    ? "Type a letter first: it says which passage changes."
    : "Write the line as it should read.";
  warn(asking, next);
  return isAboutTwo(question) ? undefined : answerWith(asking, "edit", typed);
}

/** The answer of an option, once the person has seen what it changes; without `given` they write its text. */
async function answerWith(asking: Asking, option: string, typed: Typed, given?: string): Said {
  const { question } = asking;
  const field = fieldOf(question, option);
  const place = `${questionName(question)}\n${option}`;
  for (let words = given; ; words = undefined) {
    if (field !== undefined && words === undefined) {
      const { label, initial = "", long = false } = field;
      const written = await writeText(asking, visibleLine(label, 1100), typed.get(place) ?? initial, long);
      if (written.interrupted) return "leave";
      if (written.text.trim() === "") warn(asking, "Nothing was written.");
      else typed.set(place, written.text);
      if (written.left || written.text.trim() === "") return undefined;
      words = written.text;
    }
    if (words !== undefined) typed.set(place, words);
    typed.set(questionName(question), saidBefore("typed", option, words));
    const fields = words === undefined ? {} : { [option]: words };
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      warn(asking, problem);
      return undefined;
    }
    const next = await confirm(asking, answer);
    if (next === "take") {
      typed.set(questionName(question), saidBefore("answered", option, words));
      return answer;
    }
    if (next === "leave") {
      remark(asking, "Your last answer was not accepted, and is not kept.");
      return next;
    }
    if (next === "change" || field === undefined) return undefined;
  }
}

/** For whoever comes back to the question. */
function saidBefore(how: "typed" | "answered", option: string, words: string | undefined): string {
  const [key = "", , name] = PASSAGE_KEYS.find(([, id]) => id === option) ?? [];
  const shown = words === undefined ? name : `${visibleLine(words, 1000)} (${key} opens it to be changed)`;
  return `You ${how}: ${shown}`;
}

type Confirmed = "take" | "edit" | "change" | "leave";

const CONFIRM_HELP: Readonly<Record<Confirmed, string>> = {
  take: "take the answer as shown",
  edit: "write the text again",
  change: "choose another answer",
  leave: "stop here, without this answer",
};

/** What changes nothing is taken at once, and said; everything else is shown first, and `y` takes it. */
async function confirm(asking: Asking, answer: Answer): Promise<Confirmed> {
  const { question, terminal, options, signal } = asking;
  const diff = await options.preview?.(question, answer);
  const [chosen = ""] = answer.options;
  if (diff === undefined && chosen !== "keep" && chosen !== "later") {
    warn(asking, "That does not fit there. Edit the passage instead.");
    return "edit";
  }
  if (diff === undefined || diff.length === 0) {
    remark(asking, passageAnswers(question, answer) === "later" ? "Left for later." : "Kept as it is.");
    return "take";
  }
  // Keys that were pressed before the person saw the diff do not accept it.
  await dropKeys(options.input);
  terminal.print(["", ...diffShown(diff, { columns: terminal.columns, paint: options.paint }), ""]);
  const edit: readonly NamedKey<Confirmed>[] = fieldOf(question, chosen) === undefined ? [] : [["e", "edit", "edit"]];
  const keys: readonly NamedKey<Confirmed>[] = [["y", "take", "accept"], ...edit, ["c", "change", "choose again"]];
  while (!signal.aborted) {
    terminal.print(keyLines(keys, terminal.columns));
    const { text, left, interrupted } = await readLines(options, "", signal, { single: true, prompt: "  > " });
    if (left) return interrupted ? "leave" : "change";
    const letter = text.trim().toLowerCase();
    const key = keys.find(([key]) => key === letter);
    if (key !== undefined) return key[1];
    if (letter === "q") return "leave";
    if (letter !== "?") warn(asking, letter === "" ? "Type y to accept it." : "Type one of the letters.");
    if (letter === "?") for (const [key, id] of keys) remark(asking, `${key}  ${CONFIRM_HELP[id]}`);
  }
  return "change";
}
