import { answerProblem } from "../../model/answer-problem.ts";
import {
  fieldOf,
  inPlace,
  lostWords,
  passageAnswers,
  saidToDo,
  shortProblem,
  withHead,
  withPhrase,
} from "../../model/passage-answer.ts";
import { PASSAGE_KEYS } from "../../model/passage-keys.ts";
import type { Answer, Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { questionWords } from "../../model/whole-question.ts";
import type { AskOutcome } from "../../ports/asker.ts";
import { wrapText } from "../wrap-line.ts";
import type { Asking, Typed } from "./asking.ts";
import { writeText } from "./edit-text.ts";
import { holdKeys } from "./hold-keys.ts";
import { letterHelp } from "./letter-help.ts";
import { diffShown, passageLines } from "./passage-lines.ts";
import { readLines, type TypedText } from "./read-line.ts";
import type { TerminalStreams } from "./terminal.ts";

function warn({ terminal, options }: Asking, text: string): void {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  terminal.print(wrapText(visibleLine(sentence), "  ", terminal.columns).map(options.paint.yellow));
}

function remark({ terminal, options }: Asking, text: string): void {
  terminal.print(wrapText(text, "  ", terminal.columns).map(options.paint.dim));
}

type Named<T extends string = string> = readonly [key: string, id: T, name: string];

/** The letters that answer nothing. */
const OTHER_KEYS: readonly Named<Exclude<AskOutcome, Answer>>[] = [
  ["n", "later", "skip"],
  ["b", "back", "back"],
  ["q", "leave", "stop"],
];

const HELP: Named = ["?", "help", "help"];

/** Asks about a passage: the person's words or one letter, then the diff, and it is taken (SPEC 16.4). */
export async function askPassage(asking: Asking, typed: Typed): Promise<AskOutcome> {
  const { question, terminal, options } = asking;
  const layout = { columns: terminal.columns, paint: options.paint, position: options.position?.(question) };
  terminal.print(["", ...passageLines(question, layout)]);
  if (asking.given !== undefined) remark(asking, givenLine(question, asking.given));
  if (asking.refusal !== undefined) warn(asking, `Not accepted: ${asking.refusal}`);
  const keys = PASSAGE_KEYS.filter(([, option]) => question.options.some(({ id }) => id === option));
  // The first of two passages by its number, too; elsewhere a number is an answer.
  const isTwo = keys.some(([, option]) => option === "edit-2");
  for (;;) {
    const kept = typed.get(placeOf(question, WORDS));
    const before = kept ?? fieldOf(question, "add")?.initial;
    terminal.print([""]);
    const which = kept === undefined ? "You answered before" : "You typed";
    if (before !== undefined) remark(asking, `${which}: ${visibleLine(before, 1000)} (press Enter to use it)`);
    terminal.print(choiceLines(asking, keys));
    const { text, left, interrupted } = await readEntry(asking);
    const entry = text.trim() === "1" && isTwo ? "e" : text.trim();
    if (asking.signal.aborted) return "later";
    if (left && entry !== "") keepWords(asking, text, typed);
    if (left && (entry === "" || interrupted)) return "leave";
    if (left) continue;
    if (entry === "?") {
      for (const line of letterHelp(question, [...keys, ...OTHER_KEYS])) remark(asking, line);
      continue;
    }
    const other = OTHER_KEYS.find((names) => isNamed(entry, names));
    if (other !== undefined) return other[1];
    const option = keys.find((names) => isNamed(entry, names))?.[1];
    const said = entry === "" ? (before ?? "") : text;
    const answer = await (option === undefined
      ? answerInWords(asking, said, typed)
      : answerWith(asking, option, typed));
    if (answer !== undefined) return answer;
  }
}

/** Whoever comes back sees what they said, and how it stays. */
function givenLine({ options }: Question, { options: [chosen], fields }: Answer): string {
  const label = options.find(({ id }) => id === chosen)?.label ?? "";
  const words = visibleLine(fields[chosen ?? ""] ?? "", 300);
  const said = words === "" ? label : `${label}: "${words}"`;
  return `You answered: ${said} (n keeps it; a new answer replaces it)`;
}

function isNamed(entry: string, [key, , name]: Named): boolean {
  const said = entry.toLowerCase();
  // "B" may be an answer.
  return entry === key || (said.length > 1 && (said === name || SAME[said] === name));
}

const SAME: Readonly<Record<string, string>> = { next: "skip", undo: "back", quit: "stop", exit: "stop" };

const NO_BREAK = "\u00A0";

function choiceLines({ question, terminal, options: { paint } }: Asking, keys: readonly Named[]): string[] {
  const isSlot = ownPlace(question) === undefined && fieldOf(question, "edit")?.replaces !== undefined;
  const own = `${isSlot ? "Type what goes there" : "Type your answer"} or one letter, then press Enter:`;
  const strikes = keys.filter(([, option]) => option.startsWith("strike")).map(([key]) => key);
  const hint =
    ownPlace(question) === undefined && keys.some(([, option]) => option === "edit-2")
      ? `Which passage should change? e edits the first, 2 the second, ${strikes.join(" or ")} strikes one, k keeps both:`
      : own;
  // A letter stands on one line with its name.
  const choices = [...keys, ...OTHER_KEYS, HELP].map(
    ([key, , name]) => `${key}${NO_BREAK}${name.replace(" ", NO_BREAK)}`,
  );
  const lines = wrapText(choices.join(" · "), "  ", terminal.columns).map((line) =>
    line.replace(/(?<=^\s*|· )(\S)\u00A0/g, (_, key: string) => `${paint.bold(key)} `).replaceAll(NO_BREAK, " "),
  );
  return [...wrapText(hint, "  ", terminal.columns).map(paint.dim), ...lines];
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

/** An answer; `undefined` where it is asked again. */
type Said = Promise<Answer | undefined>;

async function answerInWords(asking: Asking, text: string, typed: Typed): Said {
  const { question } = asking;
  const words = text.trim();
  // One small letter that means nothing here is a slip, not an answer.
  if (/^[^\p{Lu}\p{N}]?$/u.test(words)) {
    warn(asking, words === "" ? "Nothing was typed." : `"${words}" is not one of the letters.`);
    return undefined;
  }
  const problem = shortProblem(question, words);
  if (problem !== undefined) warn(asking, problem);
  const short = saidToDo(question, words);
  if (short !== undefined) return problem === undefined ? answerWith(asking, short, typed) : undefined;
  typed.set(placeOf(question, WORDS), text);
  const own = ownPlace(question);
  if (own !== undefined) return answerWith(asking, own, typed, { words: text });
  const line = withPhrase(question, words);
  return line === undefined
    ? placeWords(asking, text, typed)
    : answerWith(asking, "edit", typed, { words: line, isComposed: true });
}

type Way = readonly [key: string, option: string, name: string, made: Made];

/** Words at a line: only the person can say what they do to it. */
async function placeWords(asking: Asking, text: string, typed: Typed): Said {
  const ways = waysFor(asking.question, text);
  const names = ways.map(([key, , name]) => `${key} ${name}`).join(" · ");
  remark(asking, "Where should your words go?");
  const keys = ways.map(([key]) => key);
  const said = await readLetter(
    asking,
    `${names} · b back`,
    keys,
    "Enter alone does nothing here. Type one of the letters.",
  );
  if (typeof said !== "string") return answerInWords(asking, said.words, typed);
  const way = ways.find(([key]) => key === said);
  return way && answerWith(asking, way[1], typed, way[3]);
}

/** One of these letters, `b` for back, or other words. `nothing` is said where Enter alone is pressed. */
async function readLetter(asking: Asking, prompt: string, letters: readonly string[], nothing: string) {
  for (;;) {
    asking.terminal.print(wrapText(prompt, "  ", asking.terminal.columns));
    const { text, left } = await readEntry(asking);
    const entry = text.trim();
    if (left) return "b";
    if (entry === "b" || letters.includes(entry)) return entry;
    if (/^yes$/i.test(entry) && letters.includes("y")) return "y";
    // More than a letter, or one that is no key.
    if (/^(?:..|[\p{Lu}\p{N}])/u.test(entry)) return { words: text };
    warn(asking, entry === "" ? nothing : `"${entry}" is not one of the letters.`);
  }
}

function waysFor(question: Question, text: string): Way[] {
  const { evidence, options, id } = question;
  const placed = inPlace(question, text.trim());
  const instead = withHead(evidence[0]?.body ?? "", text);
  const isTaken = (option: string, words: string) =>
    answerProblem(question, { question: id, options: [option], fields: { [option]: words }, via: "terminal" }) ===
    undefined;
  const marker = fieldOf(question, "edit")?.marker;
  const isTwo = evidence.length > 1;
  const isSection = /^#.*\n/.test(evidence[0]?.body ?? "");
  const ways: Way[] = [
    ["e", "edit", isTwo ? "rewrite passage 1" : "rewrite the line", {}],
    ["2", "edit-2", "rewrite passage 2", {}],
    ["p", "edit", `replace "${visibleLine(placed?.old ?? "", 40)}"`, { words: placed?.line ?? "", isComposed: true }],
    ["r", "edit", "replace the line", { words: instead, isComposed: true }],
    ["a", "add", `add below it${marker === undefined ? "" : " and keep the marker"}`, { words: text }],
  ];
  return ways.filter(([key, option, , { words }]) => {
    if (!options.some((each) => each.id === option) || (key === "r" && (isTwo || isSection || words === placed?.line)))
      return false;
    if (key === "p" && placed === undefined) return false;
    return words === undefined || isTaken(option, words);
  });
}

/** They are there again, in this session and the next. */
function keepWords(asking: Asking, text: string, typed: Typed): undefined {
  for (const field of [WORDS, ownPlace(asking.question) ?? "add"]) typed.set(placeOf(asking.question, field), text);
  warn(asking, "What you typed is saved.");
}

/** The words of an answer where they are known; else the person writes them. */
interface Made {
  readonly words?: string;
  /** The person did not write it so. */
  readonly isComposed?: boolean;
}

/** The answer that an option and the person's words make, once they have seen what it changes. */
async function answerWith(asking: Asking, option: string, typed: Typed, made: Made = {}): Said {
  const { question } = asking;
  const field = fieldOf(question, option);
  let { words } = made;
  for (;;) {
    if (field !== undefined && words === undefined) {
      words = await write(asking, option, typed, field.label);
      if (words === undefined) return undefined;
    } else if (words !== undefined) typed.set(placeOf(question, option), words);
    await asking.keepTyped?.();
    const fields = words === undefined ? {} : { [option]: words };
    const answer: Answer = { question: question.id, options: [option], fields, via: "terminal" };
    const problem = answerProblem(question, answer);
    if (problem !== undefined) {
      warn(asking, problem);
      return undefined;
    }
    const next = await confirm(asking, answer, made.isComposed === true && words === made.words);
    if (next === "take") return answer;
    const isOwn = option === "add" || option === "fill";
    if (typeof next !== "string" && !isOwn) return answerInWords(asking, next.words, typed);
    if (next === "back" || field === undefined) return undefined;
    words = typeof next === "string" ? undefined : next.words;
  }
}

/** What the person writes into a field, with what stood there before; `undefined` where they wrote nothing. */
async function write(asking: Asking, option: string, typed: Typed, label: string): Promise<string | undefined> {
  const place = placeOf(asking.question, option);
  const { initial = "", long } = fieldOf(asking.question, option) ?? {};
  const said = typed.get(placeOf(asking.question, WORDS));
  const before = typed.get(place) ?? (initial || said) ?? "";
  const isOther = said !== undefined && option.startsWith("edit");
  const shown = isOther
    ? `You typed: ${visibleLine(said, 1000)}\nWrite it as it should read:`
    : visibleLine(label, 1100);
  const { text, left } = await writeText(asking, shown, before, long === true);
  // A letter alone was meant for a prompt.
  const isSlip =
    text.startsWith(before) && /^\s*[a-z]?\s*$/.test(text.slice(before.length)) && text.trim() !== before.trim();
  // The note that a line is opened with says nothing yet.
  const isNote = text === initial && initial !== asking.question.evidence[0]?.body && option === "edit";
  const isNothing = isSlip || isNote || text.trim() === "";
  if (!isNothing) typed.set(place, text);
  else if (!left) warn(asking, isSlip ? "You typed only a letter, so nothing changed." : "Nothing was written.");
  return left || isNothing ? undefined : text;
}

/** What was typed as an answer, before it was a text of one of its fields. */
const WORDS = "words";

/** By its passage and the question, which the next session on the spec may ask under another id. */
function placeOf(question: Question, field: string): string {
  return `${passageName(question)}\n${field}`;
}

/** What of a place in the drafts is the question's: another one about the passage has words of its own. */
export function passageName(question: Question): string {
  const { about, id, evidence } = question;
  return `${evidence[0]?.body ?? about[0] ?? id} ${questionWords(question).text}`.replaceAll("\n", " ");
}

type Confirmed = "take" | "again" | "back" | { readonly words: string };

/** What changes nothing is taken at once, and said; everything else is shown first. */
async function confirm(asking: Asking, answer: Answer, isComposed: boolean): Promise<Confirmed> {
  const { question, terminal, options } = asking;
  const meant = passageAnswers(question, answer);
  const diff = await options.preview?.(question, answer);
  const [chosen] = answer.options;
  if (diff === undefined && chosen !== "keep" && chosen !== "later") {
    warn(asking, "That does not fit there. Edit the passage instead.");
    return "again";
  }
  if (diff === undefined || diff.length === 0) {
    remark(asking, meant === "later" ? "Left for later." : "Kept as it is.");
    return "take";
  }
  terminal.print(["", ...diffShown(diff, { columns: terminal.columns, paint: options.paint }), ""]);
  if (await dropTyped(options.input)) remark(asking, "Ignored what you typed before this was shown.");
  const edits = (meant === "later" ? [] : meant).filter(({ kind }) => kind === "edit");
  if (chosen?.startsWith("strike")) return readConfirmation(asking, "strike");
  const lost = edits.flatMap((edit) => lostWords(question, edit));
  if (lost.length === 0) return readConfirmation(asking, isComposed ? "composed" : "written");
  warn(asking, `This removes the author's words: ${lost.map((words) => `"${words}"`).join(", ")}`);
  return readConfirmation(asking, "lossy");
}

/** Keys that were pressed before the person saw a diff do not accept it. Says whether there were any. */
async function dropTyped(input: TerminalStreams["input"]): Promise<boolean> {
  const letGo = holdKeys(input);
  await new Promise((resolve) => setImmediate(resolve));
  letGo();
  return input.read() !== null;
}

const PROMPTS = {
  strike: ["y strike it · b back", "y"],
  lossy: ["y accept without them · e edit again · b back", "ye"],
  composed: ["Does the new line read right? y accept · e edit it · b back", "ye"],
  written: ["Enter accept · e edit again · b back", "ye"],
} as const;

/** Enter takes what the person wrote, and nothing else: it neither strikes, nor takes a line that they did not write. */
async function readConfirmation(asking: Asking, shown: keyof typeof PROMPTS): Promise<Confirmed> {
  const [prompt, letters] = PROMPTS[shown];
  const nothing = `Enter alone does not ${shown === "strike" ? "strike" : "accept"} it. Type y.`;
  const said = await readLetter(asking, prompt, [...letters, ...(shown === "written" ? [""] : [])], nothing);
  if (typeof said !== "string") return said;
  return said === "b" ? "back" : said === "e" ? "again" : "take";
}
