import type { PassageAnswer } from "./decision.ts";
import type { Answer, Evidence, Question, QuestionField } from "./question.ts";
import { leadingId } from "./requirement-id.ts";
import { understoodAs } from "./short-answer.ts";
import { visibleLine } from "./visible-text.ts";

/** Options that act on the second of two passages. */
const SECOND = "-2";

/** A question about passages of the spec: its evidence is the passages, one after the other, letter for letter. */
export function isPassageQuestion({ kind, options }: Pick<Question, "kind" | "options">): boolean {
  return kind === "input" && options.some(({ id }) => id === "keep");
}

/** What an answer does to the passages: nothing where it puts the question off. */
export function passageAnswers(question: Question, answer: Answer): PassageAnswer[] | "later" {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  const short = text === "" ? chosen : (saidToDo(question, text) ?? chosen);
  const passage = bodyFor(question, chosen);
  if (short === "later") return "later";
  if (short === "keep") return [{ kind: "keep", passage: bodyFor(question, "keep"), text: "" }];
  if (short.startsWith("strike")) return [{ kind: "strike", passage, text: "" }];
  if (chosen === "add") return [{ kind: "add", passage, text }];
  if (chosen === "fill") return [{ kind: "edit", passage, text: filled(question, text) }];
  // Either passage may be edited, and both at once.
  return ["edit", "edit-2"].flatMap((id) => {
    const before = bodyFor(question, id);
    const now = answer.via === "terminal" ? wordsOf(answer, id) : wholePassage(question, before, wordsOf(answer, id));
    if (now.trim() === "" || sameText(now, before)) return [];
    // Blanks at its end break a line: they are the author's.
    return [{ kind: "edit" as const, passage: before, text: `${now}${/[ \t]*$/.exec(before)?.[0] ?? ""}` }];
  });
}

function bodyFor({ evidence }: Question, option: string): string {
  return evidence[option.endsWith(SECOND) ? 1 : 0]?.body ?? "";
}

/** The words of a field as they were typed, without blank lines around them: indentation is the person's, too. */
function wordsOf({ fields }: Answer, id: string): string {
  return (fields[id] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** The passage with words in place of others; what hangs below a bullet hangs below it still. */
function inPlaceOf(passage: string, replaced: string, words: string): string {
  const [before = "", behind = ""] = passage.split(replaced, 2);
  const below = words.replace(/\n(?=\S)/g, `\n${" ".repeat(leadOf(before).length)}`);
  // One full stop ends a sentence.
  return `${before}${below.endsWith(".") && behind.startsWith(".") ? below.slice(0, -1) : below}${behind}`;
}

function filled({ fields, evidence: [first] }: Question, words: string): string {
  const [body, replaced] = [first?.body ?? "", fields.find(({ id }) => id === "fill")?.replaces ?? ""];
  return isLine(words, body) ? words : inPlaceOf(body, replaced, words);
}

/** What is written without seeing the passage: words for a marker that stands alone, or a line without what hangs on it. */
function wholePassage(question: Question, passage: string, text: string): string {
  if (text === "" || text.includes("\n")) return text;
  const isPart = leadOf(text).trim() === "" && !/^[^\n:.!?|]{0,80}[:|]/.test(text) && leadingId(text) === undefined;
  const isAlone = question.fields.some(({ id }) => id === "fill");
  return isAlone && isPart ? filled(question, text) : [text, ...nestedLines(passage)].join("\n");
}

/** The items and paragraphs below the first of an item. */
function nestedLines(passage: string): string[] {
  const isItem = /[-*+.)]\s+(?:\[.\]\s+)?$/.test(leadOf(passage));
  return isItem ? passage.split(/\n(?=[^\S\n]*(?:\n|(?:[-*+]|\d{1,9}[.)])\s))/).slice(1) : [];
}

/** The indentation, the bullet and a box, or the marks of a heading. */
export const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/;

function leadOf(text: string): string {
  return LEAD.exec(text)?.[0] ?? "";
}

/** Whoever begins as the passage does, with its bullet, id, label or three words, writes the line and not words in it. */
function isLine(words: string, passage: string): boolean {
  const cells = cellCount(passage.split("\n")[0] ?? "");
  if (cells > 0) return cellCount(words) === cells;
  const [own, lead] = [leadOf(words), leadOf(passage)];
  if (own.trim() !== "" && own.trim() === lead.trim()) return true;
  const [said, line] = [words.slice(own.length), passage.slice(lead.length)];
  const id = leadingId(line);
  if (id !== undefined && leadingId(said)?.id === id.id) return true;
  const text = id === undefined ? line : line.slice(`${id.before}${id.id}${id.behind}`.length);
  const label = wordsIn(/^[^\n:.!?|]{1,80}:/.exec(text)?.[0] ?? "");
  const begins = (first: readonly string[], least: number) =>
    first.length >= least && first.every((word, at) => wordsIn(said)[at] === word);
  return begins(label, 1) || begins(wordsIn(text).slice(0, 3), 3);
}

/** The passage as it should read, typed whole: it drops little of it. */
export function isWholeLine(question: Question, words: string): boolean {
  const passage = bodyFor(question, "edit");
  return isLine(words, passage) && !dropsPassage(words, passage);
}

/** The words of a passage that the question is about, as they are marked. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

function editField({ fields }: Question): QuestionField | undefined {
  return fields.find(({ id }) => id === "edit");
}

/** The passage with words in place of those in question; `undefined` where these do not stand in it exactly once. */
export function withWordsInPlace(question: Question, words: string): string | undefined {
  const [body, replaced] = [bodyFor(question, "edit"), editField(question)?.replaces];
  const isOnce = replaced !== undefined && occurrences(body, replaced) === 1;
  return isOnce ? inPlaceOf(body, replaced, words) : undefined;
}

/** Why an answer about a passage cannot be taken: only structure decides, and what could mean two things is asked. */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  if (text === "") return undefined;
  if (saidToDo(question, text) !== undefined) return shortProblem(question, text);
  const body = bodyFor(question, chosen);
  if (chosen === "fill") return resultProblem(question, body, filled(question, text));
  if (chosen === "add") return addProblem(body, text);
  return editsProblem(question, answer);
}

/** What words say is to be done with the passage; `undefined` where they are words for the spec. */
export function saidToDo({ evidence: [first], options }: Question, text: string): ReturnType<typeof understoodAs> {
  const isAsked = options[0]?.id === "add" && /\?(?:[\s*_"')\]]|$)/.test(first?.body ?? "");
  const isEmpty = options[0]?.id === "add" && !options.some(({ id }) => id === "edit");
  // "No" answers a question, and a section may have nothing else to say.
  if (isAsked && /^(?:yes|no)\W*$/i.test(text)) return undefined;
  if (isEmpty && /^not applicable\W*$/i.test(text)) return undefined;
  return understoodAs(text);
}

/** Why words that say what to do cannot be carried out: they are asked about again (SPEC 16.4). */
export function shortProblem(question: Question, text: string): string | undefined {
  const short = saidToDo(question, text);
  const said = `"${visibleLine(text, 80)}"`;
  if (short === "unclear") return `${said} could mean two things: write what the spec should say, or keep or strike it`;
  if (short !== "strike") return undefined;
  const { options } = question;
  const isOffered = (option: string) => options.some(({ id }) => id === option);
  if (isOffered("strike-2"))
    return `${said} could mean either passage: ${isOffered("strike") ? "strike takes out the first (s), " : ""}strike-2 takes out the second (d)`;
  if (!isOffered("strike")) {
    return `${said} is not possible: more belongs to the passage than is shown. Edit it instead (e)`;
  }
  const marker = editField(question)?.marker;
  if (marker === undefined || options[0]?.id === "fill") return undefined;
  return `${said} could mean ${quoted(marker)} or the whole passage: strike takes out the passage (s), edit changes it (e)`;
}

function quoted(words: string): string {
  return `"${visibleLine(words, 60)}"`;
}

function editsProblem(question: Question, answer: Answer): string | undefined {
  const edits = passageAnswers(question, answer);
  if (edits === "later") return undefined;
  if (edits.length === 0) {
    return "this changes nothing: choose keep if the passage is fine as it is";
  }
  for (const { passage, text } of edits) {
    const problem = resultProblem(question, passage, text);
    if (problem !== undefined) return problem;
    // Who edits at the terminal has the passage before them, and sees what goes.
    const rest = passage.replace(editField(question)?.replaces ?? "", "");
    if (answer.via !== "terminal" && dropsPassage(text, rest)) {
      return `"${visibleLine(text, 80)}" would drop the rest of the passage: write the whole line with edit, or choose add`;
    }
  }
  return undefined;
}

/** Why a passage cannot read so: the marker is still there, or a row has other cells. */
function resultProblem(question: Question, passage: string, text: string): string | undefined {
  const marker = editField(question)?.marker;
  const before = marker === undefined ? 0 : occurrences(passage, marker);
  if (marker !== undefined && before > 0 && occurrences(text, marker) >= before) {
    return `${quoted(marker)} is still there: write what the spec should say instead, or choose later`;
  }
  return rowProblem(passage, text);
}

/** A row stays a row, whatever is written into it. */
function rowProblem(passage: string, text: string): string | undefined {
  const cells = cellCount(passage.split("\n")[0] ?? "");
  if (cells === 0 || text.split("\n").every((line) => cellCount(line) === cells)) return undefined;
  return `the passage is a table row: write a row with ${cells} cells`;
}

function addProblem(passage: string, text: string): string | undefined {
  if (/^\W*(?:TB[ACD]|tb[acd]|NEEDS CLARIFICATION)\b/.test(text)) {
    return `"${visibleLine(text, 80)}" leaves it open: write what the spec should say, or choose later`;
  }
  return rowProblem(passage, text);
}

/** Inside a sentence nothing is filled in: the answer is the line as it should read (SPEC 16.4). */
export function fillProblem(question: Question, { options, fields }: Answer): string | undefined {
  const [first] = question.evidence;
  const isFill = options.includes("fill") || fields.fill !== undefined;
  if (!isFill || first === undefined || question.fields.some(({ id }) => id === "fill")) return undefined;
  return `fill is for a marker that stands alone: write the whole line with edit: ${visibleLine(first.body, 2000)}`;
}

function sameText(a: string, b: string): boolean {
  return a.replace(/[ \t]+$/gm, "") === b.replace(/[ \t]+$/gm, "");
}

/** Under a third of its words, and less than half as long: the author's words would be lost. */
function dropsPassage(text: string, passage: string): boolean {
  const [before, said] = [new Set(wordsIn(passage)), new Set(wordsIn(text))];
  const isShort = text.trim().length * 2 < passage.trim().length;
  return isShort && [...before].filter((word) => said.has(word)).length * 3 < before.size;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu) ?? [];
}

function occurrences(text: string, words: string): number {
  return text.split(words).length - 1;
}

/** Cells of a line that is a row of a table, 0 for any other. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}
