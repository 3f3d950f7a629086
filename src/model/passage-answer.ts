import { isBareWord, isProse } from "./code-line.ts";
import type { PassageAnswer } from "./decision.ts";
import type { Answer, Question } from "./question.ts";
import { leadingId } from "./requirement-id.ts";
import { isMarker, understoodAs } from "./short-answer.ts";
import { isUnitAnswer, lacksUnit, withUnit } from "./unit-answer.ts";
import { visibleLine } from "./visible-text.ts";
import { fitsBetween, isNoteOnChoice, isReply, readsAs, wordsIn } from "./words-in-place.ts";

/** Options that act on the second of two passages. */
const SECOND = "-2";

/** A question about passages of the spec: its evidence is the passages, one after the other, letter for letter. */
export function isPassageQuestion({ kind, options }: Pick<Question, "kind" | "options">): boolean {
  return kind === "input" && options.some(({ id }) => id === "keep");
}

/** What an answer does to the passages: nothing where it puts the question off. */
export function passageAnswers(question: Question, answer: Answer): PassageAnswer[] | "later" {
  const chosen = answer.options[0] ?? "";
  const passages = question.evidence.map(({ body }) => body);
  const on = (id: string) => passages[id.endsWith(SECOND) ? 1 : 0] ?? "";
  const short = shortAnswer(answer, chosen);
  if (chosen === "later" || short === "later") return "later";
  if (short === "keep" || chosen === "keep") return [{ kind: "keep", passage: on("keep"), text: "" }];
  if (short === "strike" || chosen.startsWith("strike")) return [{ kind: "strike", passage: on(chosen), text: "" }];
  if (chosen === "add") return [{ kind: "add", passage: on("add"), text: wordsOf(answer, "add") }];
  if (chosen === "fill") return [{ kind: "edit", passage: on("fill"), text: filled(question, answer) }];
  // Either passage may be edited, and both at once.
  return ["edit", "edit-2"].flatMap((id) => {
    const text = wordsOf(answer, id);
    return text.trim() === "" || text === on(id) ? [] : [{ kind: "edit" as const, passage: on(id), text }];
  });
}

/** The words of a field as they were typed, without blank lines around them: indentation is the person's, too. */
export function wordsOf({ fields }: Answer, id: string): string {
  return (fields[id] ?? "")
    .replace(/\r\n?/g, "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

function shortAnswer(answer: Answer, chosen: string): ReturnType<typeof understoodAs> {
  const text = wordsOf(answer, chosen);
  return text === "" ? undefined : understoodAs(text);
}

/** The passage with the person's words in place of those that were asked about, or as they write it anew. */
function filled(question: Question, answer: Answer): string {
  const [passage] = question.evidence;
  const [text, body] = [wordsOf(answer, "fill"), passage?.body ?? ""];
  if (isRewritten(text, body)) return text.includes("\n") ? text : [text, ...nestedLines(body)].join("\n");
  const words = question.fields.find(({ id }) => id === "fill")?.replaces ?? "";
  const [before = "", behind = ""] = body.split(words, 2);
  // What hangs below a bullet hangs below it still, and the sentence has its full stop already.
  const said = (lacksUnit(words) ? withUnit(words, text) : text).replace(
    /\n(?=\S)/g,
    `\n${" ".repeat(leadOf(before).length)}`,
  );
  return `${before}${behind.startsWith(".") ? said.replace(/\.$/, "") : said}${behind}`;
}

/** Why words cannot take the place of a marker: they would break the sentence around it, or say nothing by themselves. */
function fillProblem(question: Question, answer: Answer, text: string, said: string): string | undefined {
  const passage = question.evidence[0]?.body ?? "";
  const field = question.fields.find(({ id }) => id === "fill");
  const row = rowProblem(passage, filled(question, answer));
  if (row !== undefined || isRewritten(text, passage)) return row;
  const replaced = field?.replaces ?? "";
  const [before = "", behind = ""] = passage.split(replaced);
  if (lacksUnit(replaced) && (!isUnitAnswer(text) || isReply(text))) {
    return `${said} is no unit: write the unit of ${replaced}, or a number with its unit, or choose edit`;
  }
  if (isLinkTarget(before, behind) && !/^(?:<[^<>\n]+>|[^\s#/.:]*[#/.:]\S*)$/.test(text)) {
    return `${said} is no target of a link: write #heading, a path or an address, or choose edit`;
  }
  if (field?.sentence === true) return addProblem(question, "fill", text, said);
  if (fitsBetween(before, text, behind) && !isNoteOnChoice(before, replaced)) return undefined;
  return `it would read "${readsAs(before, text, behind)}": write only the words that go there, or choose edit`;
}

function isLinkTarget(before: string, behind: string): boolean {
  return before.endsWith("](") && behind.startsWith(")");
}

/** Why an answer about a passage cannot be taken: what could mean two things is asked, never written (SPEC 16.4). */
export function passageProblem(question: Question, answer: Answer): string | undefined {
  const chosen = answer.options[0] ?? "";
  const text = wordsOf(answer, chosen);
  if (text === "") return undefined;
  const short = understoodAs(text);
  const said = `"${visibleLine(text, 80)}"`;
  if (short === "unclear" && !isSign(question, chosen, text)) {
    return isWholeSection(question, chosen, text) ? undefined : unclear(question, said);
  }
  if (short === "strike" && !question.options.some(({ id }) => id === "strike")) {
    return `${said} is not possible here, because the passage has more lines than are shown: edit it instead`;
  }
  if (short !== undefined && short !== "unclear") return undefined;
  if (isMarker(text)) return `${said} leaves it open: write what holds, or choose later`;
  if (chosen === "fill") return fillProblem(question, answer, text, said);
  return chosen.startsWith("edit") ? editProblem(question, answer, chosen) : addProblem(question, chosen, text, said);
}

/** "%" is a unit. */
function isSign({ fields }: Question, chosen: string, text: string): boolean {
  return (
    chosen === "fill" && /^[%°€$]$/.test(text) && lacksUnit(fields.find(({ id }) => id === "fill")?.replaces ?? "")
  );
}

/** That there is nothing to say is a text, too, where a section has none. */
function isWholeSection({ fields }: Question, chosen: string, text: string): boolean {
  const isSection = chosen === "add" && fields.find(({ id }) => id === "add")?.sentence === false;
  return isSection && /^\W*(?:none|nothing)\W*$/i.test(text);
}

function unclear({ evidence: [first] }: Question, said: string): string {
  return /\?[\s*_"')\]]*$/.test(first?.body ?? "")
    ? `${said} is too short to go into the spec: write a sentence that says what applies, or choose keep or strike`
    : `${said} could mean two things: choose keep or strike, or write what it should say`;
}

/** Where an edit is called one: everywhere else words are an answer first. */
const NAMED: ReadonlySet<Answer["via"]> = new Set(["answers-file", "command", "library"]);

/** Words that can stand in the place of a passage: a sentence, or several. */
export function isWholeSentence(text: string): boolean {
  return /^[\s\p{P}]*[\p{Lu}\p{N}]/u.test(text) && /[.!?:]["')*_`]*$/.test(text.trimEnd()) && wordsIn(text).length > 2;
}

function editProblem(question: Question, answer: Answer, chosen: string): string | undefined {
  const passage = question.evidence[chosen.endsWith(SECOND) ? 1 : 0]?.body ?? "";
  const text = wordsOf(answer, chosen);
  if (sameText(text, passage) && (passageAnswers(question, answer) as PassageAnswer[]).length === 0) {
    return "this changes nothing: choose keep if the passage is fine as it is";
  }
  const row = rowProblem(passage, text);
  // Who edits the passage at the terminal has seen what is lost; who names the edit in so many words means it.
  const isMeant = answer.via === "terminal" || (NAMED.has(answer.via) && isWholeSentence(text));
  if (row !== undefined || isMeant || !isAnotherText(text, passage)) return row;
  return `"${visibleLine(text, 80)}" would replace the whole passage: write the passage as it should read, or choose add`;
}

/** A row stays a row, whatever is written into it. */
function rowProblem(passage: string, text: string): string | undefined {
  const cells = cellCount(passage.split("\n")[0] ?? "");
  if (cells === 0 || text.split("\n").every((line) => cellCount(line) === cells)) return undefined;
  return `the passage is a table row: write a row with ${cells} cells`;
}

/** Why words cannot stand by themselves: fewer than three say nothing, below a question or a heading fewer than two. */
function addProblem(
  { fields, evidence: [first, second], options, about }: Question,
  chosen: string,
  text: string,
  said: string,
): string | undefined {
  const body = first?.body ?? "";
  const { sentence, code } = fields.find(({ id }) => id === chosen) ?? {};
  if (code && isBareWord(text) && !isProse(text) && !isBareWord(body))
    return `${said} would be a line of the code: write such a line, or a whole sentence`;
  if (sentence === undefined) return undefined;
  const isRow = sentence && cellCount(body.split("\n")[0] ?? "") > 0;
  const hasId = leadingId(body.replace(/^\s*\|\s*/, "")) !== undefined;
  if (isRow && (text.includes("|") || !hasId)) return rowProblem(body, text);
  const isListed = about[0]?.startsWith("GAP-OQ-") === true;
  const isQuestion = chosen === "add" && (isListed || /\?[\s*_"')\]]*$/.test(body));
  const isAnswer = isQuestion && /\p{L}{3}/u.test(text);
  // Two options stand above it: "Option A" says which.
  const isPick = second !== undefined && options[0]?.id === "add";
  // "Redis" answers "Redis or PostgreSQL?", and a number "How many?".
  const isChoice = (word: string) =>
    word.length > 1 && word !== "or" && /\bor\b/i.test(body) && wordsIn(body).includes(word);
  const isCount = (word: string) => /\d/.test(word) && /\bhow many\b/i.test(body);
  const isChosen = isQuestion && wordsIn(text).some((word) => isChoice(word) || isCount(word));
  if (isAnswer || isChosen || wordsIn(text).length >= (!sentence || isQuestion || isPick ? 2 : 3)) return undefined;
  return `${said} would be a line of its own: write a whole sentence`;
}

function sameText(a: string, b: string): boolean {
  return a.replace(/[ \t]+$/gm, "") === b.replace(/[ \t]+$/gm, "");
}

/** An answer to the question, and not the passage as it should read: it has few of its words, and does not begin as it does. */
function isAnotherText(text: string, passage: string): boolean {
  const before = new Set(wordsIn(passage));
  if (before.size < 2 || isRewritten(text, passage)) return false;
  const said = new Set(wordsIn(text));
  return [...before].filter((word) => said.has(word)).length * 3 < before.size;
}

/** So many words that begin as the passage does are the passage anew, not what goes into it. */
const BEGINS_ALIKE = 3;
/** With a bullet or an id before them, so many words stand for a passage. */
const LEAST_ANEW = 6;

/** Whoever writes the whole passage in place of its marker begins with its bullet, its id, or its first words, and says most of it. */
function isRewritten(text: string, passage: string): boolean {
  const cells = cellCount(passage.split("\n")[0] ?? "");
  if (cells > 0 && cellCount(text) === cells) return true;
  const all = new Set(wordsIn(passage.split(/\n\s*[-*+]\s/)[0] ?? ""));
  const kept = new Set(wordsIn(text));
  const isMost = [...all].filter((word) => kept.has(word)).length * 2 >= all.size - 1;
  if (!isMost && wordsIn(text).length < LEAST_ANEW) return false;
  const lead = leadOf(passage).trim();
  if (lead !== "" && text.trimStart().startsWith(`${lead} `)) return true;
  const id = leadingId(passage.slice(leadOf(passage).length));
  if (id !== undefined && leadingId(text)?.id === id.id) return true;
  const [said, stands] = [wordsIn(text).slice(0, BEGINS_ALIKE), wordsIn(passage).slice(0, BEGINS_ALIKE)];
  return isMost && said.length === BEGINS_ALIKE && said.join(" ") === stands.join(" ");
}

/** The items below that of the first line. */
function nestedLines(passage: string): string[] {
  const lines = passage.split("\n");
  const nested = lines.findIndex((line, at) => at > 0 && /^\s+(?:[-*+]|\d{1,9}[.)])\s/.test(line));
  return nested === -1 ? [] : lines.slice(nested);
}

/** The indentation, the bullet and a box of a line. */
function leadOf(line: string): string {
  return /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?)?/.exec(line)?.[0] ?? "";
}

/** Cells of a line that is a row of a table, 0 for any other. */
export function cellCount(line: string): number {
  if (!/^\s*\|.*\|\s*$/.test(line)) return 0;
  return line.trim().replace(/\\\|/g, "  ").split("|").length - 2;
}
