import type { ConflictOption } from "./disagreement.ts";
import { type IssueId, isIssueId, listedWords } from "./ids.ts";
import { changesInventory, readInventoryChoice } from "./inventory-choice.ts";
import { isNonAnswer, isPassageQuestion, passageProblem } from "./passage-answer.ts";
import { namesOf } from "./plural.ts";
import type { Answer, Question, QuestionField, QuestionOption } from "./question.ts";
import { isProblem } from "./select-gaps.ts";
import { isBlocking, SEVERITIES, type Severity } from "./severity.ts";
import { visibleLine } from "./visible-text.ts";

/** Why an answer does not fit and is refused, or `undefined` if it fits (SPEC 14). */
export function answerProblem(question: Question, answer: Answer): string | undefined {
  if (answer.question !== question.id)
    return `the answer is for ${answer.question}, but the question is ${question.id}`;
  const isPassage = isPassageQuestion(question);
  const isInventory = question.kind === "inventory";
  const misfit =
    optionProblem(question, answer) ??
    fieldProblem(question, answer) ??
    (isPassage || isInventory ? undefined : idleProblem(question, answer)) ??
    leavesOpen(question, answer) ??
    loweringProblem(question, answer) ??
    (isInventory ? inventoryProblem(question, answer) : undefined);
  return misfit ?? (isPassage ? passageProblem(question, answer) : undefined);
}

/** What an answer means: names in any case, an option by its field alone, and the texts that are there already. */
export function meantAnswer(question: Question, given: Pick<Answer, "options" | "fields">): typeof given {
  const fields = meantFields(question, given.fields);
  const options = meantOptions(question, { ...given, fields });
  return { options, fields: prefilled(question, options, fields) };
}

/** Letter case is ignored, and a field alone chooses the option that requires it. */
function meantOptions(
  { options }: Question,
  { options: chosen, fields }: Pick<Answer, "options" | "fields">,
): readonly string[] {
  const named = (word: string) => options.find(({ id }) => id.toLowerCase() === word.toLowerCase())?.id ?? word;
  if (chosen.length > 0) return chosen.map(named);
  const meant = options.filter(({ requires = [] }) => requires.some((id) => fields[id] !== undefined));
  return meant.slice(0, 1).map(({ id }) => id);
}

/** For a question with only one of `fill` and `add`, either name means that one (SPEC 16.4). */
function meantFields({ fields: asked }: Question, given: Answer["fields"]): Answer["fields"] {
  const [only, ...more] = asked.filter(({ id }) => id === "fill" || id === "add");
  const other = only?.id === "fill" ? "add" : "fill";
  const { [other]: words, ...rest } = given;
  const isAlias = only !== undefined && more.length === 0 && words !== undefined && rest[only.id] === undefined;
  return isAlias ? { ...rest, [only.id]: words } : given;
}

/** Adds the initial text of required fields that the answer leaves out. */
function prefilled(question: Question, chosen: readonly string[], given: Answer["fields"]): Answer["fields"] {
  const demanded = demandedFields(question, chosen);
  const left = question.fields.flatMap(({ id, exactText, initial }) =>
    initial !== undefined && exactText === undefined && demanded.includes(id) ? [[id, initial]] : [],
  );
  return { ...Object.fromEntries(left), ...given };
}

/** The fields that the chosen options require, besides those that are always required. */
function demandedFields({ options }: Question, chosen: readonly string[]): string[] {
  return options.filter(({ id }) => chosen.includes(id)).flatMap(({ requires = [] }) => requires);
}

export function isNeeded(question: Question, chosen: readonly string[], { id, required }: QuestionField): boolean {
  return required || demandedFields(question, chosen).includes(id);
}

/** The first field that must have a text and has none. */
export function findEmptyField(
  question: Question,
  { options, fields }: Pick<Answer, "options" | "fields">,
): QuestionField | undefined {
  return question.fields.find((field) => isNeeded(question, options, field) && (fields[field.id] ?? "").trim() === "");
}

function letterProblem({ label, letters }: QuestionField, text: string): string | undefined {
  if (letters === undefined) return undefined;
  const { letter, words } = readOptionLetter(text) ?? { letter: text.toUpperCase(), words: "" };
  if (!/^[A-Z]$/.test(letter) || letters.includes(letter) || (letter === "D" && words !== "")) return undefined;
  return `"${label}": ${letter} is not offered; choose ${letters.join(", ")} or write your own words`;
}

/** Only the offered ids may be named; an answer with others would have no effect (SPEC 14). */
function idsProblem({ label, ids = [] }: QuestionField, text: string): string | undefined {
  const unknown = listedWords(text).find((word) => !ids.includes(word));
  if (unknown === undefined) return undefined;
  return `"${label}": ${visibleLine(unknown, 80)} is not one of ${namesOf(ids, ", ", 12) || "the gaps this applies to"}`;
}

/** Refuses lowerings that change nothing: the question would count as answered (SPEC 8, 14). */
function loweringProblem({ kind, about }: Question, { options: [chosen], fields }: Answer): string | undefined {
  if (kind !== "disagree-rate" || chosen !== "review") return undefined;
  const { lowerings, wrong } = readLowerings(fields.lower ?? "");
  const unknown = lowerings.find(({ issue }) => !about.includes(issue))?.issue;
  if (wrong === undefined && unknown === undefined) return undefined;
  return `"${visibleLine(wrong ?? unknown ?? "", 80)}" does not lower anything; name issues from the question with MEDIUM or LOW (ISSUE-R7-001=LOW)`;
}

/** Refuses words that name no listed gap or change nothing (SPEC 14). */
function inventoryProblem(question: Question, answer: Answer): string | undefined {
  const { gaps = [], fields: asked } = question;
  const choice = readInventoryChoice(gaps, answer.fields, asked.find(({ id }) => id === "take")?.ids);
  if (isProblem(choice)) return choice.problem;
  const scope = asked.find(({ id }) => id === "scope")?.initial ?? "";
  const demands = demandedFields(question, answer.options).length > 0;
  return demands && !changesInventory(choice, scope) ? "this changes nothing" : undefined;
}

/** Refuses input such as "tbd", which would otherwise count as the User's decision. */
function leavesOpen({ options }: Question, { options: [chosen], fields }: Answer): string | undefined {
  if (chosen !== "give" || !isNonAnswer(fields.input ?? "")) return undefined;
  const undecided = options.find(({ id }) => id === "defer");
  const defer = undecided === undefined ? "" : `, or choose "${undecided.label}"`;
  return `"${visibleLine(fields.input ?? "", 80)}" leaves it open; write what the spec should say${defer}`;
}

function optionProblem(question: Question, answer: Answer): string | undefined {
  const known = question.options.map((option) => option.id);
  const unknown = answer.options.find((id) => !known.includes(id));
  if (unknown !== undefined) return `there is no option "${unknown}"; choose from: ${known.join(", ")}`;
  if (new Set(answer.options).size !== answer.options.length) return "an option appears twice";
  // A misspelled field chooses no option.
  if (known.length > 0 && answer.options.length === 0)
    return strayProblem(question, answer) ?? `choose from: ${known.join(", ")}`;
  if (answer.options.length > 1 && !question.multiple) return "choose only one option";
  return undefined;
}

function strayProblem({ fields }: Question, answer: Answer): string | undefined {
  const known = fields.map(({ id }) => id);
  const stray = Object.keys(answer.fields).find((id) => !known.includes(id));
  if (stray === undefined) return undefined;
  return `there is no field "${visibleLine(stray, 80)}"${known.length === 0 ? "" : `; its fields: ${known.join(", ")}`}`;
}

function fieldProblem(question: Question, answer: Answer): string | undefined {
  const stray = strayProblem(question, answer);
  if (stray !== undefined) return stray;
  const empty = findEmptyField(question, answer);
  if (empty !== undefined) return `"${empty.label}" is required`;
  for (const field of question.fields) {
    const text = answer.fields[field.id] ?? "";
    if (field.exactText !== undefined && isNeeded(question, answer.options, field) && text !== field.exactText) {
      return `"${field.label}" must be exactly: ${field.exactText}`;
    }
    const wrong =
      letterProblem(field, text.trim()) ?? (field.ids && text.trim() !== "" ? idsProblem(field, text) : undefined);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Refuses text in a field of an option that was not chosen, except in the inventory: it would be dropped (SPEC 14). */
function idleProblem({ options, fields }: Question, answer: Answer): string | undefined {
  for (const { id: field, label, initial } of fields) {
    const { [field]: text = "" } = answer.fields;
    const isOwner = ({ requires = [], offers = [] }: QuestionOption) => [...requires, ...offers].includes(field);
    const owners = options.filter(isOwner).map(({ id }) => id);
    const isIdle = owners.length > 0 && !owners.some((id) => answer.options.includes(id));
    if (isIdle && text.trim() !== "" && text !== initial) {
      return `"${label}" goes with ${owners.join(" or ")}: with ${answer.options.join(", ")} it would have no effect`;
    }
  }
  return undefined;
}

/** An issue and the lower severity that the User gives it (SPEC 8). */
export interface Lowering {
  readonly issue: IssueId;
  readonly severity: Severity;
}

/** Reads `ISSUE-R7-001=LOW, ISSUE-R7-002=MEDIUM`; `wrong` is the first part that is neither. */
export function readLowerings(text: string): { readonly lowerings: Lowering[]; readonly wrong?: string } {
  const lowerings: Lowering[] = [];
  for (const part of listedWords(text)) {
    const [issue = "", word = ""] = part.split("=");
    const severity = SEVERITIES.find((known) => known === word.toUpperCase());
    if (!isIssueId(issue) || severity === undefined || isBlocking(severity)) return { lowerings, wrong: part };
    lowerings.push({ issue, severity });
  }
  return { lowerings };
}

/** Reads `A`, `a.`, `Option A` or `A: words`; a sentence that begins with the article is not one (SPEC 10.4). */
export function readOptionLetter(
  text: string,
): { readonly letter: ConflictOption; readonly words: string } | undefined {
  const match = /^(?:option )?([a-d])(?:$|[.:),](?=\s|$)| [–—-](?=\s))/iu.exec(text.trim());
  if (!match) return undefined;
  const letter = match[1]?.toUpperCase() as ConflictOption;
  return { letter, words: text.trim().slice(match[0].length).trim() };
}
