import type { PassageAnswer } from "./decision.ts";
import { isGapId } from "./ids.ts";
import { type LeadingId, leadingId } from "./leading-id.ts";
import type { Answer, Evidence, Question, QuestionField } from "./question.ts";
import { visibleLine } from "./visible-text.ts";

/** For each option of a passage question: its key at the terminal and on the page, its id, and its short name. */
export const PASSAGE_KEYS: readonly (readonly [key: string, option: string, name: string])[] = [
  ["f", "fill", "fill"],
  ["e", "edit", "edit"],
  ["2", "edit-2", "edit 2nd"],
  ["a", "add", "add"],
  ["k", "keep", "keep"],
  ["s", "strike", "strike"],
  ["d", "strike-2", "strike 2nd"],
  ["l", "later", "later"],
];

/** Ids of options that act on the second of two passages end so: `edit-2`, `strike-2`. */
const SECOND = "-2";

/** Whether a question is about passages of the spec; the bodies of its evidence are those passages, unchanged. */
export function isPassageQuestion({ kind, options }: Pick<Question, "kind" | "options">): boolean {
  return kind === "input" && options.some(({ id }) => id === "keep");
}

/** What an Engineer asks, for people: without the facts that the interview adds for the program. */
export function wordsAsked(reason: string): string {
  const [words = ""] = reason.split(/^```asked\n/m, 1);
  return words.trim();
}

/** States of a gap whose answer is not in the spec yet: it goes into this round or the next. */
const UNWRITTEN = new Set<string | undefined>(["OPEN", "IN_PROGRESS", "BLOCKED", "USER_DEFERRED"]);

/** Answers that may be given anew (SPEC 16.4): not in the spec yet, and their questions are not open anyway. */
export function changeableAnswers<T extends { readonly question: Question }>(
  { given, questions }: { readonly given: readonly T[]; readonly questions: readonly Question[] },
  stateOf: (gap: string) => string | undefined,
): T[] {
  return given.filter(
    ({ question: { id, about } }) =>
      UNWRITTEN.has(stateOf(about.find(isGapId) ?? "")) && !questions.some((open) => open.id === id),
  );
}

/** Whether two answers choose and say the same. */
export function sameAnswer(a: Answer, b: Answer): boolean {
  const content = ({ options, fields }: Answer) => JSON.stringify([options, Object.entries(fields).sort()]);
  return content(a) === content(b);
}

/** What an answer does to the passages; `later` if it puts the question off. The words are the User's, as typed (SPEC 16.4). */
export function passageAnswers(question: Question, answer: Answer): PassageAnswer[] | "later" {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  const passage = bodyFor(question, chosen);
  if (chosen === "later") return "later";
  if (chosen === "keep") return [{ kind: "keep", passage, text: "" }];
  if (chosen.startsWith("strike")) return [{ kind: "strike", passage, text: "" }];
  if (chosen === "fill") return [{ kind: "edit", passage, text: fillMarker(question, passage, text) }];
  if (chosen === "add") {
    // The marker stays, unless the words answer it.
    const isOpen = question.options[0]?.id !== "add" && fieldOf(question, "edit")?.marker !== undefined;
    return [{ kind: "add", passage, text, ...(isOpen ? { open: true as const } : {}) }];
  }
  // Of two passages, one or both may be edited.
  return ["edit", "edit-2"].flatMap((id) => {
    const body = bodyFor(question, id);
    const now = withHead(body, wordsOf(answer, id));
    return now === "" || now === body.trimEnd() ? [] : [{ kind: "edit" as const, passage: body, text: now }];
  });
}

function bodyFor({ evidence }: Question, option: string): string {
  return evidence[option.endsWith(SECOND) ? 1 : 0]?.body ?? "";
}

/** The words of a field as typed, without blank lines around them; their indentation stays. */
export function wordsOf({ fields }: Pick<Answer, "fields">, id: string): string {
  return (fields[id] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** What a line begins with: indentation, quotation marks, and a bullet with its checkbox or the marks of a heading. */
const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/;

export function leadOf(text: string): string {
  return LEAD.exec(text)?.[0] ?? "";
}

/** The id that a passage begins with; in "G4 (Validation) can …" it names a thing and is not the line's id. */
export function ownId(passage: string): LeadingId | undefined {
  const found = leadingId(passage.slice(leadOf(passage).length));
  return found !== undefined && /[:.)\]*_–—-]/.test(`${found.before}${found.behind}`) ? found : undefined;
}

/** The bullet and the id that a line begins with, as written. */
export function headOf(line: string): string {
  const id = ownId(line);
  return `${leadOf(line)}${id === undefined ? "" : `${id.before}${id.id}${id.behind}`}`;
}

/** The typed text, with the passage's indentation, bullet and id where it leaves them out: text of theirs hangs on them. */
export function withHead(passage: string, typed: string): string {
  if (typed === "") return "";
  const isBare = leadOf(typed).trim() === "";
  const indent = /^\s/.test(typed) ? "" : (/^\s*/.exec(passage)?.[0] ?? "");
  const lead = isBare ? leadOf(passage) : `${indent}${leadOf(typed)}`;
  const rest = typed.slice(leadOf(typed).length);
  const id = leadingId(rest) === undefined ? headOf(passage).slice(leadOf(passage).length) : "";
  return `${lead}${id}${rest}`;
}

/** The passage with the words in place of exactly the marker; in a cell they stay in it, below a bullet they stay below it. */
function fillMarker(question: Question, passage: string, words: string): string {
  const isCell = cellCount(passage) > 0;
  const inCell = words.replace(/(?<!\\)\|/g, "\\|").replace(/\s*\n\s*/g, " ");
  const below = words.replace(/\n(?=\S)/g, `\n${leadOf(passage).replace(/[^\s>]/g, " ")}`);
  return passage.replace(fieldOf(question, "fill")?.replaces ?? "", () => (isCell ? inCell : below));
}

/** The longest words that are marked in a passage: what the question is about. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

export function fieldOf({ fields }: Question, field: string): QuestionField | undefined {
  return fields.find(({ id }) => id === field);
}

export function isEdit(option: string): boolean {
  return option === "edit" || option === `edit${SECOND}`;
}

/** The problem with an answer that chooses several options; only `edit` and `edit-2` may be given together. */
export function severalOptions(ids: readonly string[]): string | undefined {
  const [first, ...more] = [...new Set(ids.map((id) => (ids.includes("edit") && id === "edit-2" ? "edit" : id)))];
  return more.length === 0 ? undefined : `an answer has one option; this one has ${[first, ...more].join(" and ")}`;
}

/** Words that put an answer off instead of giving it. */
const NON_ANSWER =
  /^(?:tb[acd]|todo|to be (?:clarified|decided|determined)|later|undecided|unknown|not decided yet)?[^\p{L}\p{N}]*$/iu;

/** Whether the words leave the question open: "tbd", "?". */
export function isNonAnswer(text: string): boolean {
  return NON_ANSWER.test(text.trim());
}

/** Why an answer about a passage is refused: only structure decides. */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const several = severalOptions([chosen, ...Object.keys(answer.fields).filter((id) => wordsOf(answer, id) !== "")]);
  if (several !== undefined) return several;
  const text = wordsOf(answer, chosen);
  if (text !== "" && isNonAnswer(text))
    return `${quoted(text)} leaves it open: write what the spec should say, or choose later`;
  const answers = passageAnswers(question, answer);
  if (answers === "later") return undefined;
  if (answers.length === 0) return "this changes nothing: choose keep if the passage is fine as it is, or later";
  const problems = answers.map((each) => textProblem(question, each) ?? partProblem(each, answer));
  return problems.find((problem) => problem !== undefined);
}

function quoted(words: string): string {
  return `"${visibleLine(words, 80)}"`;
}

/** Why the new text is refused: the marker is still there, or a table row has another number of cells. */
function textProblem(question: Question, { kind, passage, text }: PassageAnswer): string | undefined {
  const marker = fieldOf(question, "edit")?.marker;
  const count = (words: string) => words.split(marker ?? "\0").length;
  if (kind === "edit" && count(passage) > 1 && count(text) >= count(passage))
    return `${quoted(marker ?? "")} is still there: write what the spec should say instead, or choose later`;
  const cells = cellsOf(passage);
  if (text === "" || cells === 0 || text.split("\n").every((line) => cellCount(line) === cells)) return undefined;
  return `the passage is a table row: write a row with ${cells} cells`;
}

/** Refuses an edit much shorter than the passage where nobody is shown the diff: it may be meant for a part of it. */
function partProblem({ kind, passage, text }: PassageAnswer, { via, options: [chosen] }: Answer): string | undefined {
  const isShown = via === "terminal" || via === "page";
  if (isShown || kind !== "edit" || chosen === "fill" || countWords(text) * 2 >= countWords(passage)) return undefined;
  return `an edit replaces the whole passage: write all of it, as it should read: ${visibleLine(passage, 2000)}`;
}

function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** How many cells a table row has; 0 for any other line. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}

function cellsOf(passage: string): number {
  return cellCount(passage.split("\n")[0] ?? "");
}
