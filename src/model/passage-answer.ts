import type { PassageAnswer } from "./decision.ts";
import { isGapId } from "./ids.ts";
import { type LeadingId, leadingId } from "./leading-id.ts";
import type { Answer, Evidence, Question, QuestionField } from "./question.ts";
import { understoodAs } from "./short-answer.ts";
import { withUnit } from "./unit.ts";
import { visibleLine } from "./visible-text.ts";

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

/** What an answer does to the passages; `later` if it puts the question off. */
export function passageAnswers(question: Question, answer: Answer): PassageAnswer[] | "later" {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  const action = text === "" ? chosen : (saidToDo(question, text) ?? chosen);
  const passage = bodyFor(question, chosen);
  if (action === "later") return "later";
  if (action === "keep") return [{ kind: "keep", passage: bodyFor(question, "keep"), text: "" }];
  if (action.startsWith("strike")) return [{ kind: "strike", passage, text: "" }];
  if (chosen === "fill") return [{ kind: "edit", passage, text: fillMarker(question, text) }];
  if (chosen === "add") {
    const isLeft = leftOpen(question, text) !== undefined;
    return [{ kind: "add", passage, text: asRows(passage, text), ...(isLeft ? { open: true } : {}) }];
  }
  // Of two passages, one or both may be edited.
  return ["edit", "edit-2"].flatMap((id) => {
    const body = bodyFor(question, id);
    const now = editedPassage(body, wordsOf(answer, id));
    if (now.trim() === "" || now.replace(/[ \t]+$/gm, "") === body.replace(/[ \t]+$/gm, "")) return [];
    // Trailing blanks of the passage stay: in markdown they break the line.
    return [{ kind: "edit" as const, passage: body, text: `${now}${/[ \t]*$/.exec(body)?.[0] ?? ""}` }];
  });
}

/** What words below the passage leave open in it: its marker, or a name that they do not define. */
export function leftOpen(question: Question, added: string): string | undefined {
  const { marker, replaces } = fieldOf(question, "edit") ?? {};
  if (question.options[0]?.id === "add") return undefined;
  // A line below them makes a choice.
  const isChoice = replaces === undefined || ALTERNATIVES.test(replaces) || replaces.endsWith("?");
  if (marker !== undefined || isChoice) return marker;
  const kind = (id = "") => id.replace(/\d+$/, "");
  // The line gets the passage's kind of id, and that is the missing one where it fits.
  const isDefined = added.includes(replaces) || kind(ownId(bodyFor(question, "add"))?.id) === kind(replaces);
  return isDefined ? undefined : replaces;
}

/** Words between which is to be chosen. */
export const ALTERNATIVES = / or | \/ /;

export function bodyFor({ evidence }: Question, option: string): string {
  return evidence[option.endsWith(SECOND) ? 1 : 0]?.body ?? "";
}

/** What typed words make of a passage: its bullet, id and bars stay where they leave them out. */
export function editedPassage(passage: string, words: string): string {
  return asRows(passage, words === "" ? words : withHead(passage, words));
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

/** Indents further lines so that they stay below the bullet, and quotes them if the first line is quoted. */
function indentBelow(text: string, lead: string): string {
  return text.replace(/\n(?=\S)/g, `\n${lead.replace(/[^\s>]/g, " ")}`);
}

/** The text that replaces a passage, with the passage's bullet and id where the typed text leaves them out. */
function withHead(passage: string, text: string): string {
  const [lead, typedLead] = [leadOf(passage), leadOf(text)];
  if (headOf(passage).trim() === "") return text;
  const areBoth = (kind: RegExp) => kind.test(lead) && kind.test(typedLead);
  // If the User typed another number, or another level of heading, that one is used.
  const isOther = areBoth(/\d[.)]\s/) || areBoth(/#\s/);
  const isSaid = isOther || areBoth(/[-*+]\s/) || areBoth(/>/);
  const rest = text.slice(isSaid ? typedLead.length : indentOf(text).length);
  const start = isOther ? `${indentOf(lead)}${typedLead.trimStart()}` : lead;
  return `${start}${withIdOf(passage, isSaid ? rest : indentBelow(rest, lead))}`;
}

/** The text with the passage's id before it, unless the User typed another id. */
function withIdOf(passage: string, text: string): string {
  const [original, typed] = [ownId(passage), leadingId(text)];
  if (original === undefined || (typed !== undefined && typed.id !== original.id)) return text;
  const rest =
    typed === undefined ? text : text.slice(`${typed.before}${typed.id}${typed.behind}`.length - 1).trimStart();
  return `${original.before}${original.id}${original.behind}${rest}`;
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? "";
}

const LABEL = /^[^\n:.!?|]{1,80}:[*_`]*\s+/;

/** The passage with the words in place of the marker; a bullet or label that the User typed again is not doubled. */
function fillMarker(question: Question, typed: string): string {
  const body = bodyFor(question, "fill");
  const marker = fieldOf(question, "edit")?.marker;
  const words = withUnit(typed, fieldOf(question, "fill")?.replaces ?? "", marker);
  if (cellCount(words) > 0 && cellCount(words) === cellCount(body)) return words;
  if (cellCount(body) > 0) return fillCell(question, words);
  const [before = "", rest = ""] = body.split(fieldOf(question, "fill")?.replaces ?? "", 2);
  const behind = /[.!?]$/.test(words) ? rest.replace(/^\./, "") : rest;
  const [lead, typedLead] = [leadOf(body), leadOf(words)];
  const answer = typedLead.trim() !== "" && typedLead.trim() === lead.trim() ? words.slice(typedLead.length) : words;
  const [label = ""] = LABEL.exec(answer) ?? [];
  // A list with several items goes below its label, not behind it.
  if (/^\s*[-*+]\s.*\n/.test(answer) && before.length > lead.length)
    return `${before.trimEnd()}\n${answer.trim().replace(/^(?=.)/gm, " ".repeat(lead.length))}${behind.replace(/^\./, "")}`;
  const isLabel = label !== "" && foldText(before.slice(lead.length)) === foldText(label);
  return `${before}${indentBelow(isLabel ? answer.slice(label.length) : answer, lead)}${behind}`;
}

/** The row with the words in the marker's cell; bars are escaped, because a bar would begin another cell. */
function fillCell(question: Question, words: string): string {
  const cell = words
    .trim()
    .replace(/(?<!\\)\|/g, "\\|")
    .replace(/\s*\n\s*/g, " ");
  return bodyFor(question, "fill").replace(fieldOf(question, "fill")?.replaces ?? "", () => cell);
}

function foldText(text: string): string {
  return text.replace(/[*_`\s]/g, "").toLowerCase();
}

/** The longest words that are marked in a passage: what the question is about. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

export function fieldOf({ fields }: Question, field: string): QuestionField | undefined {
  return fields.find(({ id }) => id === field);
}

/** Whether both texts begin with the same `count` words, bullets and ids aside: then the User typed the whole line. */
export function beginsAs(line: string, words: string, count: number): boolean {
  const [lineWords, typedWords] = [line, words].map((text) => wordsIn(text.slice(headOf(text).length)).slice(0, count));
  return typedWords?.length === count && typedWords.join() === lineWords?.join();
}

export function isEdit(option: string): boolean {
  return option === "edit" || option === `edit${SECOND}`;
}

/** Whether the User typed the whole passage anew although the question asks for something else. */
export function isTypedAnew(question: Question, words: string): boolean {
  return fieldOf(question, "edit") !== undefined && beginsAs(bodyFor(question, "edit"), words, 4);
}

/** The problem with an answer that chooses several options; only `edit` and `edit-2` may be given together. */
export function severalOptions(ids: readonly string[]): string | undefined {
  const [first, ...more] = [...new Set(ids.map((id) => (ids.includes("edit") && id === "edit-2" ? "edit" : id)))];
  return more.length === 0 ? undefined : `an answer has one option; this one has ${[first, ...more].join(" and ")}`;
}

/** Why an answer about a passage is refused: only structure decides, and what could mean two things is asked again. */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  const several = severalOptions([chosen, ...Object.keys(answer.fields).filter((id) => wordsOf(answer, id) !== "")]);
  if (several !== undefined) return several;
  if (text === "") return undefined;
  const short = saidToDo(question, text);
  // Whoever fills a place of its own at the terminal, and sees the diff, means the words themselves.
  const isOwnPlace = chosen !== "edit" && chosen === question.options[0]?.id;
  const isMeant = short === "unclear" && answer.via === "terminal" && isOwnPlace;
  if (short !== undefined && !isMeant) return shortProblem(question, text);
  const edits = passageAnswers(question, answer);
  if (edits === "later") return undefined;
  if (edits.length === 0) {
    const isMarked = fieldOf(question, "edit")?.marker !== undefined;
    return `this changes nothing: ${isMarked ? "write what the spec should say, or choose later" : "choose keep if the passage is fine as it is"}`;
  }
  const problems = edits.map((edit) => {
    if (edit.kind === "add") return addProblem(question, edit);
    const wrong = resultProblem(question, edit);
    if (wrong !== undefined) return wrong;
    // A single line "# 5" may be the whole answer; among several lines it would begin a section.
    return chosen === "fill" && text.includes("\n") ? sectionProblem(edit.passage, edit.text) : undefined;
  });
  return problems.find((problem) => problem !== undefined);
}

const YES_OR_NO = /^(?:yes|no)\W*$/i;

/** What the typed words say is to be done with the passage; `undefined` if they are words for the spec. */
export function saidToDo(question: Question, text: string): ReturnType<typeof understoodAs> {
  if (YES_OR_NO.test(text) && takesYesOrNo(question)) return undefined;
  // "in this release or later?" offers "later" as an answer.
  const said = text.trim().replace(/\W+$/, "").toLowerCase();
  const [{ body = "" } = {}] = question.evidence;
  if (/ or /i.test(body) && wordsIn(body).includes(said)) return undefined;
  const mayBeAll = fieldOf(question, "edit") === undefined || isBelowQuestion(question);
  if (mayBeAll && /^not applicable\W*$/i.test(text)) return undefined;
  // A line that is typed anew may begin with "Open:" without meaning "later".
  return isTypedAnew(question, text) ? undefined : understoodAs(text);
}

/** "Yes" and "no" are answers where the author asks the question outside a marker, or in one behind a label. */
function takesYesOrNo(question: Question): boolean {
  const { replaces = "" } = fieldOf(question, "fill") ?? {};
  const [before = ""] = bodyFor(question, "fill").split(replaces, 1);
  const isLabelled = replaces.includes("?") && before.slice(headOf(before).length).trim() !== "";
  const isAsked = isQuestion(question) && fieldOf(question, "edit")?.marker === undefined;
  return isLabelled || isAsked || isBelowQuestion(question);
}

/** Whether the heading above the passage is a question: `### Does it change any default behavior?`. */
function isBelowQuestion({ evidence: [shown] }: Question): boolean {
  return shown?.section?.endsWith("?") === true;
}

/** Whether the passage is a question; its answer is added below it. */
export function isQuestion({ options, evidence: [shown] }: Question): boolean {
  return options[0]?.id === "add" && /\?(?:[\s*_"')\]]|$)/.test(shown?.body ?? "");
}

/** Why words like "remove it" cannot be carried out here; the User is asked again (SPEC 16.4). */
function shortProblem(question: Question, text: string): string | undefined {
  const short = saidToDo(question, text);
  const typed = quoted(text);
  const isOffered = (option: string) => question.options.some(({ id }) => id === option);
  if (short === "unclear")
    return `${typed} could mean two things: write what the spec should say, or choose keep (k)${isOffered("strike") ? ", strike (s)" : ""} or later (l)`;
  if (short !== "strike") return undefined;
  if (isOffered("strike-2"))
    return `${typed} could mean either passage: ${isOffered("strike") ? "strike removes the first (s), " : ""}strike-2 removes the second (d)`;
  if (!isOffered("strike")) return `${typed} is not possible, because more hangs on the passage. Edit it instead (e)`;
  if (cellCount(bodyFor(question, "fill")) > 0)
    return `${typed} could mean the cell or the whole row: strike removes the row (s), edit changes it (e)`;
  const [shown] = question.evidence;
  const { marker, replaces } = fieldOf(question, "edit") ?? {};
  const part = marker ?? (shown && markedWords(shown));
  const all = shown?.body.slice(headOf(shown.body).length).trim();
  const isAll = part === undefined || [part.trim(), replaces].includes(all) || fieldOf(question, "edit") === undefined;
  if (isAll || isQuestion(question) || question.options[0]?.id === "fill") return undefined;
  return `${typed} could mean ${quoted(part)} or the whole passage: strike removes the passage (s), edit changes it (e)`;
}

function quoted(words: string): string {
  return `"${visibleLine(words, 80)}"`;
}

/** Why the edited passage is refused: the marker is still there, or a table row has another number of cells. */
function resultProblem(question: Question, { passage, text }: PassageAnswer): string | undefined {
  const marker = fieldOf(question, "edit")?.marker;
  const count = (words: string) => words.split(marker ?? "\0").length;
  if (marker !== undefined && count(passage) > 1 && count(text) >= count(passage))
    return `${quoted(marker)} is still there: write what the spec should say instead, or choose later`;
  return rowProblem(passage, text);
}

/** Refuses a text that would break the table: each of its lines must have as many cells as the row it replaces. */
function rowProblem(passage: string, text: string): string | undefined {
  const cells = cellsOf(passage);
  if (cells === 0 || text.split("\n").every((line) => cellCount(line) === cells)) return undefined;
  return `the passage is a table row: write a row with ${cells} cells`;
}

function addProblem(question: Question, { passage, text }: PassageAnswer): string | undefined {
  if (/^\W*(?:TB[ACD]|tbd|NEEDS CLARIFICATION)\b/.test(text))
    return `${quoted(text)} leaves it open: write what the spec should say, or choose later`;
  const isBelow = fieldOf(question, "edit") !== undefined;
  return (isBelow ? sectionProblem(passage, text) : undefined) ?? rowProblem(passage, text);
}

/** Refuses a heading that would begin a new section and take what follows with it; a lower heading is fine. */
function sectionProblem(passage: string, text: string): string | undefined {
  const level = /^#+(?=\s)/.exec(passage)?.[0].length ?? 0;
  const bare = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const heads = Array.from(bare.matchAll(/^ {0,3}(#{1,6})\s/gm), ([, marks = ""]) => marks.length);
  const isNew = heads.some((head) => level === 0 || head <= level) || /^[=-]{3,}\s*$/m.test(bare);
  if (!isNew || /[-*+\d]/.test(leadOf(passage))) return undefined;
  return `${quoted(text)} would begin a new section: write it without the marks of a heading`;
}

export const WORD = /[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu;

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** How many cells a table row has; 0 for any other line. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}

export function cellsOf(passage: string): number {
  return cellCount(passage.split("\n")[0] ?? "");
}

/** Puts the bars around rows that were typed without them. */
function asRows(passage: string, text: string): string {
  const cells = cellsOf(passage);
  const isBare = (line: string) => cells > 1 && cellCount(line) !== cells && cellCount(`| ${line} |`) === cells;
  return text
    .split("\n")
    .filter((line) => cells === 0 || line.trim() !== "")
    .map((line) => (isBare(line) ? `| ${line.trim()} |` : line))
    .join("\n");
}
