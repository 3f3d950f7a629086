import type { PassageAnswer } from "./decision.ts";
import { isGapId } from "./ids.ts";
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

/** States of a gap in which an answer still goes into the round, or into the next. */
const UNWRITTEN = new Set<string | undefined>(["OPEN", "IN_PROGRESS", "BLOCKED", "USER_DEFERRED"]);

/** Answers that are not in the spec yet, and whose questions do not wait anyway: each may be given anew (SPEC 16.4). */
export function changeableAnswers<T extends { readonly question: Question }>(
  { given, questions }: { readonly given: readonly T[]; readonly questions: readonly Question[] },
  stateOf: (gap: string) => string | undefined,
): T[] {
  return given.filter(
    ({ question: { id, about } }) =>
      UNWRITTEN.has(stateOf(about.find(isGapId) ?? "")) && !questions.some((open) => open.id === id),
  );
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
  if (chosen === "fill") return [{ kind: "edit", passage, text: filled(question, text) }];
  if (chosen === "add") return [added(passage, text)];
  // Either passage may be edited, and both at once.
  return ["edit", "edit-2"].flatMap((id) => {
    const shown = shownFor(question, id);
    const words = wordsOf(answer, id);
    const now = inRow(shown.body, (isSeen(answer) ? undefined : asWritten(shown, words)) ?? words);
    if (now.trim() === "" || sameText(now, shown.body)) return [];
    // Blanks at its end break a line: they are the author's.
    return [{ kind: "edit" as const, passage: shown.body, text: `${now}${/[ \t]*$/.exec(shown.body)?.[0] ?? ""}` }];
  });
}

/** The passage stood there to be changed, and the diff was shown: what is saved is the change, verbatim (SPEC 16.4). */
function isSeen({ via }: Answer): boolean {
  return via === "terminal" || via === "page";
}

function shownFor({ evidence }: Question, option: string): Evidence {
  return evidence[option.endsWith(SECOND) ? 1 : 0] ?? { title: "", body: "" };
}

function bodyFor(question: Question, option: string): string {
  return shownFor(question, option).body;
}

/** The words of a field as they were typed, without blank lines around them: indentation is the person's, too. */
function wordsOf({ fields }: Answer, id: string): string {
  return (fields[id] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** A line more; what has the id of the passage is the passage. */
function added(passage: string, words: string): PassageAnswer {
  const id = idOf(words);
  const isPassage = id !== undefined && id.id === idOf(passage)?.id && passage !== "";
  return { kind: isPassage ? "edit" : "add", passage, text: inRow(passage, words) };
}

/** The passage with words in place of others; what hangs below a bullet hangs below it still. */
function inPlaceOf(passage: string, replaced: string, words: string): string {
  const [before = "", behind = ""] = passage.split(replaced, 2);
  const below = withoutSigns(before, words, behind).replace(/\n(?=\S)/g, `\n${" ".repeat(leadOf(before).length)}`);
  // One full stop ends a sentence.
  return `${before}${below.endsWith(".") && behind.startsWith(".") ? below.slice(0, -1) : below}${behind}`;
}

/** `$15` in place of the marker of `$TBD`, `99 %` in that of `TBD%`: the sign stands there already. */
function withoutSigns(before: string, words: string, behind: string): string {
  const sign = /[$€£¥~≈≤≥<>±](?=\s?$)/u.exec(before)?.[0];
  const unit = /^\s?([%‰°$€£¥])/u.exec(behind)?.[1];
  const own = sign !== undefined && words.startsWith(sign) ? words.slice(sign.length).trimStart() : words;
  return unit !== undefined && own.endsWith(unit) ? own.slice(0, -unit.length).trimEnd() : own;
}

/** Words in a place of their own, letter for letter; the bullet, and a line that begins as the author's, are that line's. */
function filled(question: Question, words: string): string {
  const shown = shownFor(question, "fill");
  const whole = asWritten(shown, words);
  if (whole !== undefined) return whole;
  const own = leadOf(words);
  const said = own.trim() !== "" && own.trim() === leadOf(shown.body).trim() ? words.slice(own.length) : words;
  return inPlaceOf(shown.body, fieldOf(question, "fill")?.replaces ?? "", said);
}

/** The indentation, the bullet and a box, or the marks of a heading. */
export const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/;

function leadOf(text: string): string {
  return LEAD.exec(text)?.[0] ?? "";
}

function idOf(text: string): ReturnType<typeof leadingId> {
  return leadingId(text.slice(leadOf(text).length));
}

/** The bullet and the id that a line begins with. */
function headOf(line: string): string {
  const id = idOf(line);
  return `${leadOf(line)}${id === undefined ? "" : `${id.before}${id.id}${id.behind}`}`;
}

/** A row, item, labelled line or sentence of a passage. */
interface Unit {
  readonly start: number;
  readonly text: string;
}

/** Where an item, a label or a sentence begins behind another; the number of an item ends no sentence. */
const BREAK =
  /(?<=[.!?]["')\]*_]*)(?<!^[\s>]*\d{1,9}[.)])\s+(?=[\p{Lu}\p{N}*_`"'([])|\n(?=[\s>]*(?:\n|(?:[-*+]|\d{1,9}[.)])\s|[^\n:.!?|]{1,80}:[*_`]*(?:\s|$)))/gmu;

function unitsOf(passage: string): Unit[] {
  if (cellCount(passage) > 0) return [{ start: 0, text: passage }];
  const breaks = [...passage.matchAll(BREAK)];
  const starts = [0, ...breaks.map(({ 0: gap, index }) => index + gap.length)];
  return starts.map((start, at) => ({ start, text: passage.slice(start, breaks[at]?.index ?? passage.length) }));
}

/** The words of a passage that the question is about, as they are marked. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

/** The sentence or line that holds the words in question, and they; `undefined` where they stand there twice. */
function unitInQuestion(shown: Evidence) {
  const mark = markedWords(shown) ?? "";
  if (occurrences(shown.body, mark) !== 1) return undefined;
  const unit = unitsOf(shown.body).find(({ text }) => text.includes(mark));
  return unit && { ...unit, mark };
}

/** The passage with a text in place of the sentence in question, where it begins as that does up to the marker. */
export function asWritten(shown: Evidence, text: string): string | undefined {
  // A row with all its cells is the row.
  if (cellCount(shown.body) > 0 && cellCount(text) === cellCount(shown.body)) return text;
  const unit = unitInQuestion(shown);
  if (unit === undefined || text.includes("\n")) return undefined;
  const { others, lost } = othersIn(shown, text);
  // The whole passage stands as it is; one that has some of the others, and not all, is neither.
  if (others.length > 0 && lost.length < others.length) return lost.length === 0 ? text : undefined;
  const [head, own] = [headOf(unit.text), leadOf(text)];
  const [before = ""] = unit.text.slice(head.length).split(unit.mark, 1);
  const begins = wordsIn(before);
  const said = wordsIn(text.slice(headOf(text).length));
  if (begins.length === 0 || said.length <= begins.length || begins.some((word, at) => said[at] !== word))
    return undefined;
  // One word is too little to know a sentence by, but for a label.
  if (begins.length === 1 && !/[:|]/.test(before)) return undefined;
  const isHeaded = own.trim() !== "" || idOf(text) !== undefined || idOf(unit.text) === undefined;
  const line = own.trim() === "" ? `${isHeaded ? leadOf(unit.text) : head}${text.trimStart()}` : text;
  return `${shown.body.slice(0, unit.start)}${line}${shown.body.slice(unit.start + unit.text.length)}`;
}

/** The lines of a passage that hold the words in question, and what stands around them; all where that is not known. */
export function linesInQuestion({ evidence: [shown] }: Question) {
  const body = shown?.body ?? "";
  const mark = (shown && markedWords(shown)) ?? "";
  if (occurrences(body, mark) !== 1) return { before: "", lines: body, behind: "" };
  const at = body.indexOf(mark);
  const from = body.lastIndexOf("\n", at) + 1;
  const to = at + mark.length + (body.slice(at + mark.length).split("\n", 1)[0] ?? "").length;
  return { before: body.slice(0, from), lines: body.slice(from, to), behind: body.slice(to) };
}

function fieldOf({ fields }: Question, field: string): QuestionField | undefined {
  return fields.find(({ id }) => id === field);
}

/** The passage with a phrase in place of a marker inside it; `undefined` where only the person can say how it reads. */
export function withWordsInPlace(question: Question, said: string): string | undefined {
  const body = bodyFor(question, "edit");
  const { replaces = "", marker } = fieldOf(question, "edit") ?? {};
  const words = said.trim();
  if (replaces === "" || occurrences(body, replaces) !== 1) return undefined;
  // A sentence does not stand inside another; where a note is all there is, a phrase would say nothing without it.
  const isSentence = SENTENCE.test(words) || leadOf(words).trim() !== "";
  const isAll = restOf(body, replaces) === "";
  const [before = "", behind = ""] = body.split(replaces, 2);
  const isBetween = /[.!?]["')\]*_]*\s+$/.test(before) && /^\s*(?:$|\n|\s\p{Lu})/u.test(behind);
  if (isSentence) return isAll || isBetween ? inPlaceOf(body, replaces, words) : undefined;
  // A clause more would tear the sentence apart.
  if (isAll || (/[,;:]\s/.test(words) && /^[^\n]*[\p{L}\p{N}]/u.test(behind))) return undefined;
  // A name is one word.
  if (marker === undefined && (/\s/.test(words) || words.startsWith("#") !== replaces.startsWith("#")))
    return undefined;
  const own = wordsIn(words);
  const left = wordsIn(before.slice(headOf(before).length));
  const isAnew = own.length > 1 && left.length > 1 && own.slice(0, 2).join(" ") === left.slice(0, 2).join(" ");
  return isAnew || overlaps(left, own) || overlaps(own, wordsIn(behind)) ? undefined : inPlaceOf(body, replaces, words);
}

/** "yes, 5" says something about a sentence, and is no part of it either. */
const SENTENCE = /\n|[.!?](?:["')\]*_`]|\s|$)|^(?:yes|no)(?:$|\s?[,;:–—])/i;

/** What stands right beside the marker is said once more: one list ends as the other begins. */
function overlaps(first: readonly string[], second: readonly string[]): boolean {
  return second.some((_, at) => first.slice(-at - 1).join(" ") === second.slice(0, at + 1).join(" "));
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
  const isAdded = options[0]?.id === "add";
  const isAsked = isAdded && /\?(?:[\s*_"')\]]|$)/.test(first?.body ?? "");
  const isEmpty = isAdded && !options.some(({ id }) => id === "edit");
  // "No" answers a question, and a section may have nothing else to say.
  if (isAsked && /^(?:yes|no)\W*$/i.test(text)) return undefined;
  if (isEmpty && /^not applicable\W*$/i.test(text)) return undefined;
  return understoodAs(text);
}

/** Why words that say what to do cannot be carried out: they are asked about again (SPEC 16.4). */
export function shortProblem(question: Question, text: string): string | undefined {
  const short = saidToDo(question, text);
  const said = quoted(text);
  if (short === "unclear") return `${said} could mean two things: write what the spec should say, or keep or strike it`;
  if (short !== "strike") return undefined;
  const { options } = question;
  const isOffered = (option: string) => options.some(({ id }) => id === option);
  if (isOffered("strike-2"))
    return `${said} could mean either passage: ${isOffered("strike") ? "strike removes the first (s), " : ""}strike-2 removes the second (d)`;
  if (!isOffered("strike"))
    return `${said} is not possible: the passage is longer than what is shown. Edit it instead (e)`;
  const marker = fieldOf(question, "edit")?.marker;
  const shown = shownFor(question, "edit");
  const isAll = restOf(shown.body, markedWords(shown) ?? "") === "";
  if (marker === undefined || options[0]?.id === "fill" || isAll) return undefined;
  return `${said} could mean ${quoted(marker)} or the whole passage: strike removes the passage (s), edit changes it (e)`;
}

/** What a passage says beside some words, its bullet and its id. */
function restOf(passage: string, words: string): string {
  const rest = passage.replace(words, "");
  return wordsIn(rest.slice(headOf(rest).length)).join(" ");
}

function quoted(words: string): string {
  return `"${visibleLine(words, 80)}"`;
}

function editsProblem(question: Question, answer: Answer): string | undefined {
  const edits = passageAnswers(question, answer);
  if (edits === "later") return undefined;
  if (edits.length === 0) return "this changes nothing: choose keep if the passage is fine as it is";
  const problems = edits.map(
    ({ passage, text }) =>
      resultProblem(question, passage, text) ??
      // Whoever sees what goes may take it all the same.
      (isSeen(answer) ? undefined : dropProblem(question, passage, text)),
  );
  return problems.find((problem) => problem !== undefined);
}

/** Why a text would lose words of the author's: another sentence or line, the label, or more than half of the passage. */
function dropProblem(question: Question, passage: string, text: string): string | undefined {
  const shown = question.evidence.find(({ body }) => body === passage);
  if (shown === undefined || cellCount(passage) > 0) return undefined;
  const mark = markedWords(shown);
  const { lost } = othersIn(shown, text);
  const [label = ""] =
    /^[^\n:.!?|]{1,80}:(?=\W*$)/.exec(passage.split(mark ?? "\n", 1)[0]?.slice(headOf(passage).length) ?? "") ?? [];
  const isLabelLost = !wordsIn(text).join(" ").includes(wordsIn(label).join(" "));
  const isShort = text.trim().length * 2 < passage.replace(mark ?? "", "").trim().length;
  if (lost.length === 0 && !isShort && !isLabelLost) return undefined;
  const why =
    lost.length > 0
      ? `this would drop ${quoted(lost.join(" "))}`
      : `${quoted(text)} would drop the rest of the passage`;
  return `${why}: write the whole passage, or the sentence that changes from its first word. The passage: ${visibleLine(passage, 2000)}`;
}

/** The author's words that a text leaves out, as far as they stand together; those in question do not count. */
export function lostWords(question: Question, passage: string, text: string): string[] {
  const shown = question.evidence.find(({ body }) => body === passage);
  const mark = fieldOf(question, "edit")?.marker ?? (shown && markedWords(shown));
  const left = wordsIn(text);
  const lost: string[][] = [[]];
  for (const word of wordsIn(passage.replaceAll(mark || "\n", " "))) {
    const at = left.indexOf(word);
    if (at === -1) lost.at(-1)?.push(word);
    else {
      left.splice(at, 1);
      lost.push([]);
    }
  }
  return lost.flatMap((words) => (words.length === 0 ? [] : words.join(" ")));
}

/** The sentences and lines beside the one in question, and those of them of which a text leaves half or less. */
function othersIn(shown: Evidence, text: string) {
  const mark = markedWords(shown);
  const units = unitsOf(shown.body).map((unit) => unit.text);
  const others = units.length === 1 ? [] : units.filter((unit) => mark === undefined || !unit.includes(mark));
  return { others, lost: others.filter((unit) => !keepsMost(text, unit)) };
}

function keepsMost(text: string, passage: string): boolean {
  const [before, said] = [new Set(wordsIn(passage)), new Set(wordsIn(text))];
  return [...before].filter((word) => said.has(word)).length * 2 > before.size;
}

/** Why a passage cannot read so: the marker is still there, or a row has other cells. */
function resultProblem(question: Question, passage: string, text: string): string | undefined {
  const marker = fieldOf(question, "edit")?.marker;
  const before = marker === undefined ? 0 : occurrences(passage, marker);
  if (marker !== undefined && before > 0 && occurrences(text, marker) >= before)
    return `${quoted(marker)} is still there: write what the spec should say instead, or choose later`;
  return rowProblem(passage, text);
}

/** A row stays a row, whatever is written into it. */
function rowProblem(passage: string, text: string): string | undefined {
  const cells = cellsOf(passage);
  if (cells === 0 || text.split("\n").every((line) => cellCount(line) === cells)) return undefined;
  return `the passage is a table row: write a row with ${cells} cells`;
}

function addProblem(passage: string, text: string): string | undefined {
  if (/^\W*(?:TB[ACD]|tb[acd]|NEEDS CLARIFICATION)\b/.test(text))
    return `${quoted(text)} leaves it open: write what the spec should say, or choose later`;
  return rowProblem(passage, inRow(passage, text));
}

/** Inside a sentence nothing is filled in: the answer is the line as it should read (SPEC 16.4). */
export function fillProblem(question: Question, { options, fields }: Answer): string | undefined {
  const [first] = question.evidence;
  const isFill = options.includes("fill") || fields.fill !== undefined;
  if (!isFill || first === undefined || fieldOf(question, "fill") !== undefined) return undefined;
  return `fill only replaces a marker that stands alone; use edit and write the whole line: ${visibleLine(first.body, 2000)}`;
}

function sameText(a: string, b: string): boolean {
  return a.replace(/[ \t]+$/gm, "") === b.replace(/[ \t]+$/gm, "");
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu) ?? [];
}

function occurrences(text: string, words: string): number {
  return words === "" ? 0 : text.split(words).length - 1;
}

/** Cells of a line that is a row of a table, 0 for any other. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}

function cellsOf(passage: string): number {
  return cellCount(passage.split("\n")[0] ?? "");
}

/** Rows that were typed without the pipes around them, with them. */
function inRow(passage: string, text: string): string {
  const cells = cellsOf(passage);
  const isBare = (line: string) => cells > 1 && cellCount(line) !== cells && cellCount(`| ${line} |`) === cells;
  return text
    .split("\n")
    .map((line) => (isBare(line) ? `| ${line.trim()} |` : line))
    .join("\n");
}
