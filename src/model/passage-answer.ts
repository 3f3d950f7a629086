import type { PassageAnswer } from "./decision.ts";
import { isGapId } from "./ids.ts";
import type { Answer, Evidence, Question, QuestionField } from "./question.ts";
import { type LeadingId, leadingId } from "./requirement-id.ts";
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
  const said = text === "" ? chosen : (saidToDo(question, text) ?? chosen);
  const passage = bodyFor(question, chosen);
  if (said === "later") return "later";
  if (said === "keep") return [{ kind: "keep", passage: bodyFor(question, "keep"), text: "" }];
  if (said.startsWith("strike")) return [{ kind: "strike", passage, text: "" }];
  if (chosen === "fill") return [{ kind: "edit", passage, text: filled(question, text) }];
  if (chosen === "add") {
    const isLeft = question.options[0]?.id !== "add" && fieldOf(question, "edit")?.marker !== undefined;
    return [{ kind: "add", passage, text: inRow(passage, text), ...(isLeft ? { open: true } : {}) }];
  }
  // Either passage may be edited, and both at once.
  return ["edit", "edit-2"].flatMap((id) => {
    const [body, words] = [bodyFor(question, id), wordsOf(answer, id)];
    const now = inRow(body, words === "" ? words : withHead(body, words));
    if (now.trim() === "" || sameText(now, body)) return [];
    // Blanks at its end break a line: they are the author's.
    return [{ kind: "edit" as const, passage: body, text: `${now}${/[ \t]*$/.exec(body)?.[0] ?? ""}` }];
  });
}

/** The diff was shown before it was taken. */
function isSeen({ via }: Answer): boolean {
  return via === "terminal" || via === "page";
}

export function bodyFor({ evidence }: Question, option: string): string {
  return evidence[option.endsWith(SECOND) ? 1 : 0]?.body ?? "";
}

/** The words of a field as they were typed, without blank lines around them: indentation is the person's, too. */
function wordsOf({ fields }: Answer, id: string): string {
  return (fields[id] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** The indentation, the bullet and a box, or the marks of a heading. */
const LEAD = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/;

export function leadOf(text: string): string {
  return LEAD.exec(text)?.[0] ?? "";
}

/** The id that a passage begins with; "G4 (Validation) can …" names a thing, and is not the id of the line. */
export function ownId(passage: string): LeadingId | undefined {
  const found = leadingId(passage.slice(leadOf(passage).length));
  return found !== undefined && /[:.)\]*_–—-]/.test(`${found.before}${found.behind}`) ? found : undefined;
}

/** The bullet and the id that a line begins with. */
export function headOf(line: string): string {
  const id = ownId(line);
  return `${leadOf(line)}${id === undefined ? "" : `${id.before}${id.id}${id.behind}`}`;
}

/** What hangs below a bullet hangs below it still, and what is quoted is quoted. */
function hanging(text: string, lead: string): string {
  return text.replace(/\n(?=\S)/g, `\n${lead.replace(/[^\s>]/g, " ")}`);
}

/** A text in place of a passage, whose bullet and id stay where the text leaves them out. */
function withHead(passage: string, text: string): string {
  const [lead, said] = [leadOf(passage), leadOf(text)];
  if (headOf(passage).trim() === "") return text;
  const areBoth = (kind: RegExp) => kind.test(lead) && kind.test(said);
  // Another number, or another level of a heading, is the person's own.
  const isOther = areBoth(/\d[.)]\s/) || areBoth(/#\s/);
  const isSaid = isOther || areBoth(/[-*+]\s/) || areBoth(/>/);
  const rest = text.slice(isSaid ? said.length : indentOf(text).length);
  const start = isOther ? `${indentOf(lead)}${said.trimStart()}` : lead;
  return `${start}${withIdOf(passage, isSaid ? rest : hanging(rest, lead))}`;
}

/** The id as the passage has it, unless the text has another. */
function withIdOf(passage: string, text: string): string {
  const [own, said] = [ownId(passage), leadingId(text)];
  if (own === undefined || (said !== undefined && said.id !== own.id)) return text;
  const rest = said === undefined ? text : text.slice(`${said.before}${said.id}${said.behind}`.length - 1).trimStart();
  return `${own.before}${own.id}${own.behind}${rest}`;
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? "";
}

const LABEL = /^[^\n:.!?|]{1,80}:[*_`]*\s+/;

/** Words in a place of their own, letter for letter; a bullet and a label that stand there already are said once. */
function filled(question: Question, typed: string): string {
  const body = bodyFor(question, "fill");
  const words = withQuestion(question, typed);
  if (cellCount(words) > 0 && cellCount(words) === cellCount(body)) return words;
  if (cellCount(body) > 0) return inCell(question, words);
  const [before = "", rest = ""] = body.split(fieldOf(question, "fill")?.replaces ?? "", 2);
  const behind = /[.!?]$/.test(words) ? rest.replace(/^\./, "") : rest;
  const [lead, own] = [leadOf(body), leadOf(words)];
  const said = own.trim() !== "" && own.trim() === lead.trim() ? words.slice(own.length) : words;
  const [label = ""] = LABEL.exec(said) ?? [];
  // A list goes below its label.
  if (/^\s*[-*+]\s.*\n/.test(said) && before.length > lead.length)
    return `${before.trimEnd()}\n${said.trim().replace(/^(?=.)/gm, " ".repeat(lead.length))}${behind}`;
  const isLabel = label !== "" && plain(before.slice(lead.length)) === plain(label);
  return `${before}${hanging(isLabel ? said.slice(label.length) : said, lead)}${behind}`;
}

/** "Yes" says nothing without its question, and the first cell of a row names what the others are about. */
function withQuestion(question: Question, words: string): string {
  const { keeps, replaces = "" } = fieldOf(question, "fill") ?? {};
  const [before = ""] = bodyFor(question, "fill").split(replaces, 1);
  const isNeeded = /^(?:yes|no)\b/i.test(words) || /^\s*\|\s*$/.test(before);
  return keeps === undefined || !isNeeded ? words : `${keeps} ${words}`;
}

/** A bar in a cell would begin another one. */
function inCell(question: Question, words: string): string {
  const said = words
    .trim()
    .replace(/(?<!\\)\|/g, "\\|")
    .replace(/\s*\n\s*/g, " ");
  return bodyFor(question, "fill").replace(fieldOf(question, "fill")?.replaces ?? "", () => said);
}

function plain(text: string): string {
  return text.replace(/[*_`\s]/g, "").toLowerCase();
}

/** The words of a passage that the question is about, as they are marked. */
export function markedWords({ body, marks = [] }: Evidence): string | undefined {
  return marks.filter((mark) => mark.trim() !== "" && body.includes(mark)).toSorted((a, b) => b.length - a.length)[0];
}

export function fieldOf({ fields }: Question, field: string): QuestionField | undefined {
  return fields.find(({ id }) => id === field);
}

/** The same words first, whatever the bullet and the id: it is the whole line. */
export function beginsAs(line: string, words: string, count: number): boolean {
  const [own, said] = [line, words].map((text) => wordsIn(text.slice(headOf(text).length)).slice(0, count));
  return said?.length === count && said.join() === own?.join();
}

/** The passage typed anew, at a question that asks for something else. */
export function isTypedAnew(question: Question, words: string): boolean {
  return fieldOf(question, "edit") !== undefined && beginsAs(bodyFor(question, "edit"), words, 4);
}

/** Two things to do with one passage: one of them would be dropped. Only both of two passages may be edited at once. */
export function severalOptions(ids: readonly string[]): string | undefined {
  const [first, ...more] = [...new Set(ids.map((id) => (ids.includes("edit") && id === "edit-2" ? "edit" : id)))];
  return more.length === 0 ? undefined : `an answer has one option; this one has ${[first, ...more].join(" and ")}`;
}

/** Why an answer about a passage cannot be taken: only structure decides, and what could mean two things is asked. */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  const several = severalOptions([chosen, ...Object.keys(answer.fields).filter((id) => wordsOf(answer, id) !== "")]);
  if (several !== undefined) return several;
  if (text === "") return undefined;
  if (saidToDo(question, text) !== undefined) return shortProblem(question, text);
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
    // "# 5" may be all there is to say; among other lines it is a heading.
    if (chosen === "fill") return text.includes("\n") ? sectionProblem(edit.passage, edit.text) : undefined;
    return isSeen(answer) ? undefined : dropProblem(question, edit, text);
  });
  return problems.find((problem) => problem !== undefined);
}

/** What words say is to be done with the passage; `undefined` where they are words for the spec. */
export function saidToDo(question: Question, text: string): ReturnType<typeof understoodAs> {
  // "No" answers a question, also one that heads the section; a section may have nothing else to say.
  const isAsked =
    asks(question) || question.fields.some(({ keeps }) => keeps !== undefined) || isBelowQuestion(question);
  if (isAsked && /^(?:yes|no)\W*$/i.test(text)) return undefined;
  const mayBeAll = fieldOf(question, "edit") === undefined || isBelowQuestion(question);
  if (mayBeAll && /^not applicable\W*$/i.test(text)) return undefined;
  // A line that is typed anew may begin with "Open:".
  return isTypedAnew(question, text) ? undefined : understoodAs(text);
}

/** The section of the passage is a question: `### Does it change any default behavior?`. */
function isBelowQuestion({ text }: Question): boolean {
  return /\bsection "[^"]{1,90}\?": /.test(text);
}

/** The passage is a question, which an answer stands below. */
function asks({ options, evidence: [shown] }: Question): boolean {
  return options[0]?.id === "add" && /\?(?:[\s*_"')\]]|$)/.test(shown?.body ?? "");
}

/** Why words that say what to do cannot be carried out: they are asked about again (SPEC 16.4). */
export function shortProblem(question: Question, text: string): string | undefined {
  const short = saidToDo(question, text);
  const said = quoted(text);
  if (short === "unclear")
    return `${said} could mean two things: write what the spec should say, or choose keep (k), strike (s) or later (l)`;
  if (short !== "strike") return undefined;
  const isOffered = (option: string) => question.options.some(({ id }) => id === option);
  if (isOffered("strike-2"))
    return `${said} could mean either passage: ${isOffered("strike") ? "strike removes the first (s), " : ""}strike-2 removes the second (d)`;
  if (!isOffered("strike")) return `${said} is not possible, because more hangs on the passage. Edit it instead (e)`;
  if (cellCount(bodyFor(question, "fill")) > 0)
    return `${said} could mean the cell or the whole row: strike removes the row (s), edit changes it (e)`;
  const [shown] = question.evidence;
  const part = fieldOf(question, "edit")?.marker ?? (shown && markedWords(shown));
  const isAll = part === undefined || part.trim() === shown?.body.trim();
  if (isAll || asks(question) || question.options[0]?.id === "fill") return undefined;
  return `${said} could mean ${quoted(part)} or the whole passage: strike removes the passage (s), edit changes it (e)`;
}

function quoted(words: string): string {
  return `"${visibleLine(words, 80)}"`;
}

/** Of an edit that nobody saw as a diff: half of the author's words stay, or it is refused. */
function dropProblem(question: Question, { passage, text }: PassageAnswer, said: string): string | undefined {
  const shown = question.evidence.find(({ body }) => body === passage);
  const before = wordsIn(passage.replace((shown && markedWords(shown)) || "\n", " "));
  const now = wordsIn(text);
  const kept = before.filter((word) => now.some((each) => each.startsWith(word) || word.startsWith(each)));
  if (cellCount(passage) > 0 || kept.length * 2 >= before.length) return undefined;
  const instead = asks(question) ? "add writes an answer below it" : "write all of it, as it should read";
  return `${quoted(said)} would drop the rest of the passage: ${instead}. The passage: ${visibleLine(passage, 2000)}`;
}

/** Why a passage cannot read so: the marker is still there, or a row has other cells. */
function resultProblem(question: Question, { passage, text }: PassageAnswer): string | undefined {
  const marker = fieldOf(question, "edit")?.marker;
  const count = (words: string) => words.split(marker ?? "\0").length;
  if (marker !== undefined && count(passage) > 1 && count(text) >= count(passage))
    return `${quoted(marker)} is still there: write what the spec should say instead, or choose later`;
  return rowProblem(passage, text);
}

/** A row stays a row, whatever is written into it. */
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

/** Below other text a heading would take what follows with it; one below a higher heading stands in its section. */
function sectionProblem(passage: string, text: string): string | undefined {
  const level = /^#+(?=\s)/.exec(passage)?.[0].length ?? 0;
  const bare = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, "");
  const heads = Array.from(bare.matchAll(/^ {0,3}(#{1,6})\s/gm), ([, marks = ""]) => marks.length);
  const isNew = heads.some((own) => level === 0 || own <= level) || /^[=-]{3,}\s*$/m.test(bare);
  if (!isNew || /[-*+\d]/.test(leadOf(passage))) return undefined;
  return `${quoted(text)} would begin a new section: write it without the marks of a heading`;
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

export const WORD = /[\p{L}\p{N}]+(?:[-'’.][\p{L}\p{N}]+)*/gu;

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Cells of a line that is a row of a table, 0 for any other. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}

export function cellsOf(passage: string): number {
  return cellCount(passage.split("\n")[0] ?? "");
}

/** Rows that were typed without the pipes around them, with them. */
function inRow(passage: string, text: string): string {
  const cells = cellsOf(passage);
  const isBare = (line: string) => cells > 1 && cellCount(line) !== cells && cellCount(`| ${line} |`) === cells;
  return text
    .split("\n")
    .filter((line) => cells === 0 || line.trim() !== "")
    .map((line) => (isBare(line) ? `| ${line.trim()} |` : line))
    .join("\n");
}
