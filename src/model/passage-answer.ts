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
  const own = chosen === "add" || chosen === "fill" ? asWritten(question, text, chosen) : undefined;
  if (own !== undefined) return [{ kind: "edit", passage, text: own }];
  if (chosen === "add") return [{ kind: "add", passage, text }];
  if (chosen === "fill") return [{ kind: "edit", passage, text: filled(question, text) }];
  // Either passage may be edited, and both at once.
  return ["edit", "edit-2"].flatMap((id) => {
    const before = bodyFor(question, id);
    const words = wordsOf(answer, id);
    const now = answer.via === "terminal" ? words : wholePassage(question, id, words);
    if (now.trim() === "" || sameText(now, before)) return [];
    // Blanks at its end break a line: they are the author's.
    return [{ kind: "edit" as const, passage: before, text: `${now}${/[ \t]*$/.exec(before)?.[0] ?? ""}` }];
  });
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

/** The passage with words in place of others; what hangs below a bullet hangs below it still. */
function inPlaceOf(passage: string, replaced: string, words: string): string {
  const [before = "", behind = ""] = passage.split(replaced, 2);
  const below = words.replace(/\n(?=\S)/g, `\n${" ".repeat(leadOf(before).length)}`);
  // One full stop ends a sentence.
  return `${before}${below.endsWith(".") && behind.startsWith(".") ? below.slice(0, -1) : below}${behind}`;
}

function filled({ fields, evidence: [first] }: Question, words: string): string {
  const [body, own] = [first?.body ?? "", leadOf(words)];
  // Whoever types the bullet, too, means the one that is there.
  const said = own.trim() !== "" && own.trim() === leadOf(body).trim() ? words.slice(own.length) : words;
  return inPlaceOf(body, fields.find(({ id }) => id === "fill")?.replaces ?? "", said);
}

/** What is written without seeing the passage: words for a marker that stands alone, the passage, or a sentence of it. */
function wholePassage(question: Question, option: string, text: string): string {
  const isPart = leadOf(text).trim() === "" && !/^[^\n:.!?|]{0,80}[:|]/.test(text) && leadingId(text) === undefined;
  const isAlone = question.fields.some(({ id }) => id === "fill");
  if (isAlone && isPart && text !== "" && !text.includes("\n")) return filled(question, text);
  const shown = shownFor(question, option);
  return droppedFrom(shown, text).length === 0 ? text : (ofUnit(shown, text) ?? text);
}

/** The indentation, the bullet and a box, or the marks of a heading. */
export const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/;

function leadOf(text: string): string {
  return LEAD.exec(text)?.[0] ?? "";
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

/** The sentences and lines beside the one in question of which a text leaves half or less. */
function droppedFrom(shown: Evidence, text: string): string[] {
  const units = unitsOf(shown.body);
  const mark = markedWords(shown);
  const isAsked = (unit: string) => units.length === 1 || (mark !== undefined && unit.includes(mark));
  return units.map((unit) => unit.text).filter((unit) => !isAsked(unit) && !keepsMost(text, unit));
}

function keepsMost(text: string, passage: string): boolean {
  const [before, said] = [new Set(wordsIn(passage)), new Set(wordsIn(text))];
  return [...before].filter((word) => said.has(word)).length * 2 > before.size;
}

/** The passage with a text in place of the one sentence or line that is in question, which the text begins as. */
function ofUnit(shown: Evidence, text: string): string | undefined {
  const { body } = shown;
  const mark = markedWords(shown);
  if (mark === undefined || occurrences(body, mark) !== 1) return undefined;
  const isTyped = (each: Unit) => beginsAs(text, each.text, mark) && keepsMost(text, each.text.replace(mark, ""));
  const unit = [...unitsOf(body).filter((each) => each.text.includes(mark)), ...lineOf(body, mark)].find(isTyped);
  if (unit === undefined) return undefined;
  const [lead, own] = [leadOf(unit.text), leadOf(text)];
  const said =
    own.trim() === "" ? `${lead}${idIn(unit.text, text)}${text}` : `${/^[\s>]*/.exec(lead)?.[0]}${text.trim()}`;
  return `${body.slice(0, unit.start)}${said}${body.slice(unit.start + unit.text.length)}`;
}

/** The line around a mark, where sentences begin and end with it. */
function lineOf(body: string, mark: string): Unit[] {
  const start = body.lastIndexOf("\n", body.indexOf(mark)) + 1;
  const text = body.slice(start).split("\n", 1)[0] ?? "";
  const units = unitsOf(body);
  const isWhole =
    units.some((unit) => unit.start === start) &&
    units.some((unit) => unit.start + unit.text.length === start + text.length);
  return isWhole && text.includes(mark) ? [{ start, text }] : [];
}

/** The id of a line, where a text that begins as it does leaves it out. */
function idIn(line: string, text: string): string {
  const id = leadingId(line.slice(leadOf(line).length));
  return id === undefined || leadingId(text) !== undefined ? "" : `${id.before}${id.id}${id.behind}`;
}

/** Whether a text begins as a line does, up to its marker: by its label, or three words; bullet and id may be left out. */
function beginsAs(text: string, line: string, mark = ""): boolean {
  const cells = cellCount(line);
  if (cells > 0) return cellCount(text) === cells;
  const [own, lead] = [leadOf(text), leadOf(line)];
  if (own.trim() !== "" && own.trim() !== lead.trim()) return false;
  const rest = (each: string) => {
    const said = each.slice(leadOf(each).length);
    const id = leadingId(said);
    return id === undefined ? said : said.slice(`${id.before}${id.id}${id.behind}`.length);
  };
  const [said, before = ""] = [rest(text), (mark === "" ? rest(line) : rest(line).split(mark, 1)[0]) ?? ""];
  const label = (each: string) => wordsIn(/^[^\n:.!?|]{1,80}:/.exec(each)?.[0] ?? "").join(" ");
  if (label(before) !== "" && label(before) === label(said)) return true;
  const near = wordsIn(before).slice(0, 3);
  // What is marked may be nearly all of it.
  const first = near.length > 1 ? near : wordsIn(rest(line)).slice(0, 3);
  return first.length > 1 && first.every((word, at) => wordsIn(said)[at] === word);
}

/** A line more may begin as the one above it; one with its number, id, Given or When is that line. */
function isNamedAs(text: string, line: string): boolean {
  const [own, lead] = [leadOf(text), leadOf(line)];
  const id = leadingId(text.slice(own.length))?.id;
  if (id !== undefined) return id === leadingId(line.slice(lead.length))?.id;
  return (/\d/.test(own) && own.trim() === lead.trim()) || /^\W*(?:given|when)\b/i.test(text);
}

/** The lines of a passage that hold the words in question, and what stands around them; all where that is not known. */
export function linesInQuestion({ evidence: [shown] }: Question) {
  const body = shown?.body ?? "";
  const mark = (shown && markedWords(shown)) ?? "";
  if (mark === "" || occurrences(body, mark) !== 1) return { before: "", lines: body, behind: "" };
  const at = body.indexOf(mark);
  const from = body.lastIndexOf("\n", at) + 1;
  const [rest = ""] = body.slice(at + mark.length).split("\n", 1);
  const to = at + mark.length + rest.length;
  return { before: body.slice(0, from), lines: body.slice(from, to), behind: body.slice(to) };
}

/** The passage, where its line is typed whole: as it stands, or in place of the sentence in question. */
export function asWritten(question: Question, text: string, option = "edit"): string | undefined {
  const [shown, second] = question.evidence;
  if (shown === undefined || second !== undefined || editField(question) === undefined) return undefined;
  if (option === "add" && !isNamedAs(text, shown.body)) return undefined;
  const mark = markedWords(shown) ?? "";
  const isWhole =
    beginsAs(text, shown.body, mark) &&
    droppedFrom(shown, text).length === 0 &&
    keepsMost(text, shown.body.replace(mark, ""));
  return isWhole ? text : ofUnit(shown, text);
}

/** The words of a passage that the question is about, as they are marked. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

function editField({ fields }: Question): QuestionField | undefined {
  return fields.find(({ id }) => id === "edit");
}

/** The passage with a phrase in place of a token; `undefined` where only the person can say how it reads (SPEC 16.4). */
export function withWordsInPlace(question: Question, said: string): string | undefined {
  const [body, replaced = ""] = [bodyFor(question, "edit"), editField(question)?.replaces];
  const words = said.trim();
  if (replaced === "" || occurrences(body, replaced) !== 1) return undefined;
  const isSentence = /\n|[.!?](?:["')\]*_`]|\s|$)/.test(words);
  // What a note stands for is a line of its own; a phrase would say nothing without the note.
  if (isAllOf(body, replaced))
    return isSentence || leadOf(words).trim() !== "" ? inPlaceOf(body, replaced, words) : undefined;
  const isName = editField(question)?.marker === undefined;
  if (isSentence || YES_OR_NO.test(words) || (isName && !isNameFor(replaced, words))) return undefined;
  return repeats(body, replaced, words) ? undefined : inPlaceOf(body, replaced, words);
}

const YES_OR_NO = /^(?:yes|no)(?:$|[\s,;:–—-]*[,;:–—-])/i;

/** Whether nothing else is said in a passage, but for its bullet and id. */
function isAllOf(passage: string, words: string): boolean {
  const rest = passage.slice(leadOf(passage).length).replace(words, "");
  const id = leadingId(rest);
  return !/[\p{L}\p{N}]/u.test(id === undefined ? rest : rest.replace(id.id, ""));
}

/** As many words as the name has at most; a link's target begins as one. */
function isNameFor(name: string, words: string): boolean {
  return words.split(/\s+/).length <= name.split(/\s+/).length && (!name.startsWith("#") || words.startsWith("#"));
}

/** What stands beside it, or two words in a row of the passage, said once more. */
function repeats(body: string, replaced: string, words: string): boolean {
  const [before = "", behind = ""] = body.split(replaced, 2);
  const pairs = (list: readonly string[]) => list.slice(1).map((word, at) => `${list[at]} ${word}`);
  const known = new Set([...pairs(wordsIn(before)), ...pairs(wordsIn(behind))]);
  return isBeside(body, replaced, words) || pairs(wordsIn(words)).some((pair) => known.has(pair));
}

/** The words begin with the word or sign right before the replaced ones, or end with the word right behind. */
function isBeside(body: string, replaced: string, words: string): boolean {
  const [before = "", behind = ""] = body.split(replaced, 2);
  const said = wordsIn(words);
  if (/^[^\p{L}\p{N}\s]/u.test(words) && before.endsWith(words[0] ?? "")) return true;
  if (said.length === 0) return false;
  return said[0] === wordsIn(before).at(-1) || said.at(-1) === wordsIn(behind)[0];
}

/** Why an answer about a passage cannot be taken: only structure decides, and what could mean two things is asked. */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  if (text === "") return undefined;
  if (saidToDo(question, text) !== undefined) return shortProblem(question, text);
  const body = bodyFor(question, chosen);
  if (chosen === "fill") return fillingProblem(question, body, text);
  if (chosen === "add") return addProblem(body, text);
  return editsProblem(question, answer);
}

function fillingProblem(question: Question, body: string, text: string): string | undefined {
  const own = asWritten(question, text);
  if (own === undefined && doubles(question, text))
    return `"${visibleLine(text, 80)}" says again what stands beside it: write the whole line with edit: ${visibleLine(body, 2000)}`;
  return resultProblem(question, body, own ?? filled(question, text));
}

/** Whether words for a marker that stands alone begin or end as what stands beside it. */
export function doubles({ fields, evidence: [shown] }: Question, words: string): boolean {
  const replaced = fields.find(({ id }) => id === "fill")?.replaces;
  return replaced !== undefined && isBeside(shown?.body ?? "", replaced, words);
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
  const [shown] = question.evidence;
  const isAll = shown !== undefined && isAllOf(shown.body, markedWords(shown) ?? "");
  if (marker === undefined || options[0]?.id === "fill" || isAll) return undefined;
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
    const problem =
      resultProblem(question, passage, text) ??
      (answer.via === "terminal" ? undefined : dropProblem(question, passage, text));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Who edits at the terminal has the passage before them, and sees what goes; elsewhere nothing goes unsaid. */
function dropProblem({ evidence }: Question, passage: string, text: string): string | undefined {
  const shown = evidence.find(({ body }) => body === passage);
  if (shown === undefined) return undefined;
  const dropped = droppedFrom(shown, text);
  const rest = passage.replace(markedWords(shown) ?? "", "");
  if (dropped.length === 0 && !dropsPassage(text, rest)) return undefined;
  const why =
    dropped.length > 0
      ? `this would drop "${visibleLine(dropped.join(" "), 200)}"`
      : `"${visibleLine(text, 80)}" would drop the rest of the passage`;
  return `${why}: write the whole passage, or the sentence that changes from its first word. The passage: ${visibleLine(passage, 2000)}`;
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
