import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { gapIdsIn } from "../form/ids-in-text.ts";
import { severityOf } from "../form/words.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { isAnsweredBelow, isSettled } from "./answered-below.ts";
import { itemLabel, namesGap } from "./item-label.ts";
import type { NamedCell, Passage } from "./passage.ts";
import { severityInText, severityInTitle } from "./stated-severity.ts";

/** A gap that one passage of the source states, before those of all passages are brought together. */
export interface Statement {
  /** As its author names it: an id, `OQ-001`, `FR-006`; absent where there is no name. */
  readonly label?: string;
  /** For a gap without a name. */
  readonly category: string;
  readonly title: string;
  readonly text: string;
  readonly severity?: Severity;
  readonly heading: string;
  readonly line: number;
  readonly endLine: number;
  readonly dependsOn: readonly string[];
  /** Its author says that it is settled: it is no gap, and its name is taken. */
  readonly done: boolean;
  /** It is a marker in a cell: another row with the same words is another gap. */
  readonly isCell?: true;
}

const LONGEST_TITLE = 140;
const LONGEST_TEXT = 4000;
const NAME_TOKEN = /(?<![\w-])(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|OQ-\d{1,3})(?![\w-]|\.\d)/g;
const SETTLED = "resolved|closed|done|answered|decided|fixed|won'?t[- _]?fix|superseded|rejected|obsolete";
const SETTLED_TAG = new RegExp(`[[(]\\s*(?:${SETTLED})\\b[^\\])]{0,60}[\\])]|\\bstatus\\W{1,6}(?:${SETTLED})\\b`, "i");
const SETTLED_CELL = new RegExp(`^\\W*(?:${SETTLED})\\b`, "i");
const UNANSWERED = /^\W*(?:$|(?:open|pending|none|n\/?a|tbd|tbc|todo|unknown|undecided|no)\W*$)/i;

/** The gap that a passage states by its name, or as an item of a list of open questions; else nothing. */
export function statementOf(passage: Passage): Statement | undefined {
  return passage.kind === "row" ? rowStatement(passage) : textStatement(passage);
}

function textStatement(passage: Passage): Statement | undefined {
  const visible = withoutCode(passage.text);
  const named = itemLabel(visible);
  const label = named?.label ?? onlyIdOf(passage, visible);
  const names = label !== undefined && namesGap(label);
  if (!names && !(passage.openList && isWorthStating(passage.text))) return undefined;
  const words = named ? passage.text.slice(passage.text.length - named.rest.length) : passage.text;
  const whole = [words, passage.body].filter((part) => part.trim() !== "").join("\n");
  return {
    ...(label === undefined ? {} : { label }),
    ...common(passage, whole),
    title: titleFrom(words) || titleFrom(passage.body) || (label ?? ""),
    ...severityField(severityInText(passage.text) ?? severityInText(passage.body), passage),
    dependsOn: dependenciesIn(whole),
    done: isDone(passage),
  };
}

/** A heading that holds one gap id anywhere is about that gap. */
function onlyIdOf(passage: Passage, visible: string): string | undefined {
  const ids = passage.kind === "heading" ? new Set(gapIdsIn(visible).map(({ id }) => id)) : new Set<GapId>();
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}

function isWorthStating(text: string): boolean {
  return !/^\W*(?:none|n\/a|nothing|no (?:open )?(?:questions|issues|gaps))(?: (?:yet|known|open|left|so far))*\W*$/i.test(
    text.trim(),
  );
}

function isDone(passage: Passage): boolean {
  if (/^\[[xX]\]\s/.test(passage.text) || /^\W{0,6}~~/.test(passage.text)) return true;
  if (SETTLED_TAG.test(passage.text) || SETTLED_TAG.test(passage.body.slice(0, 400))) return true;
  if (gapIdsIn(passage.text).length > 0 || !passage.openList) return false;
  if (passage.text.includes("?") && isSettled(passage.text, passage.body)) return true;
  // Below a heading stands what the question is about; below an item its answer.
  return passage.kind === "item" && isAnsweredBelow(passage.text, passage.body);
}

const NAME_COLUMN = /^(?:id|#|no\.?|nr\.?|number|ref|key|gap(?: id)?|issue(?: id)?|question(?: id)?)$/i;
const TEXT_COLUMN = /\b(?:description|question|issue|gap|problem|item|topic|summary|title|point|missing|details?)\b/i;
const SEVERITY_COLUMN = /\b(?:severity|priority|criticality)\b/i;
const DEPENDENCY_COLUMN = /\b(?:depends|dependenc(?:y|ies)|blocked|blocker|related|requires)\b/i;
const STATUS_COLUMN = /^(?:status|state)$/i;
const ANSWER_COLUMN = /^(?:answer|decision|resolution|outcome|resolved)\b/i;

function rowStatement(passage: Passage): Statement | undefined {
  const nameCell = passage.cells.find((cell) => !DEPENDENCY_COLUMN.test(cell.column) && isName(cell));
  const textCell = textCellOf(passage.cells, nameCell);
  const label = nameCell ? itemLabel(withoutCode(nameCell.text))?.label : undefined;
  const names = label !== undefined && namesGap(label);
  if (!names && !(passage.openList && textCell && isWorthStating(textCell.text))) return undefined;
  const severityCell = passage.cells.find((cell) => SEVERITY_COLUMN.test(cell.column));
  return {
    ...(label === undefined ? {} : { label }),
    ...common(passage, rowText(passage.cells, nameCell, textCell, severityCell)),
    title: titleFrom(textCell?.text ?? "") || (label ?? ""),
    ...severityField(severityCell ? severityOf(severityCell.text) : severityInText(textCell?.text ?? ""), passage),
    dependsOn: rowDependencies(passage.cells, textCell),
    done: isDoneRow(passage),
  };
}

function isName(cell: NamedCell): boolean {
  const found = itemLabel(withoutCode(cell.text));
  return found !== undefined && found.rest.trim() === "" && (namesGap(found.label) || NAME_COLUMN.test(cell.column));
}

function textCellOf(cells: readonly NamedCell[], name: NamedCell | undefined): NamedCell | undefined {
  const others = cells.filter((cell) => cell !== name && cell.text.trim() !== "");
  const byColumn = others.find((cell) => TEXT_COLUMN.test(cell.column) && !/^[#\d.\s]*$/.test(cell.text));
  return byColumn ?? (name ? others.find((cell) => !SEVERITY_COLUMN.test(cell.column)) : undefined);
}

/** The main cell, then the others under their column's name. */
function rowText(
  cells: readonly NamedCell[],
  name: NamedCell | undefined,
  main: NamedCell | undefined,
  severity: NamedCell | undefined,
): string {
  const others = cells.filter((cell) => ![name, main, severity].includes(cell) && plainText(cell.text) !== "");
  const lines = others.map((cell) => (cell.column === "" ? cell.text : `${cell.column}: ${cell.text}`));
  return [main?.text ?? "", ...lines].filter((line) => line !== "").join("\n");
}

function rowDependencies(cells: readonly NamedCell[], main: NamedCell | undefined): string[] {
  const stated = cells
    .filter((cell) => /depend|block|require/i.test(cell.column))
    .flatMap((cell) => namesIn(cell.text));
  return [...stated, ...dependenciesIn(main?.text ?? "")];
}

function isDoneRow(passage: Passage): boolean {
  return passage.cells.some((cell) => {
    if (STATUS_COLUMN.test(cell.column) && SETTLED_CELL.test(cell.text)) return true;
    if (/^\W{0,4}~~/.test(cell.text)) return true;
    return ANSWER_COLUMN.test(cell.column) && !UNANSWERED.test(plainText(cell.text));
  });
}

function common(passage: Passage, text: string): Pick<Statement, "category" | "text" | "heading" | "line" | "endLine"> {
  const category = /question/i.test(`${passage.intro} ${passage.heading}`) ? "OQ" : "SRC";
  const { heading, line, endLine } = passage;
  return { category, text: text.trim().slice(0, LONGEST_TEXT), heading, line, endLine };
}

function severityField(stated: Severity | undefined, passage: Passage): { severity?: Severity } {
  const fromTitle = passage.openList || passage.kind === "item" ? severityInTitle(passage.intro) : undefined;
  const severity = stated ?? fromTitle;
  return severity === undefined ? {} : { severity };
}

const DEPENDS = /\b(?:depends on|blocked (?:by|on)|waits? for)\b([^.;\n]{0,200})/gi;

function dependenciesIn(text: string): string[] {
  return [...withoutCode(text).matchAll(DEPENDS)].flatMap((match) => namesIn(match[1] ?? ""));
}

function namesIn(text: string): string[] {
  return [...withoutCode(text).matchAll(NAME_TOKEN)].map((match) => match[0]);
}

/** The first sentence of a text, in plain words. */
export function titleFrom(text: string): string {
  const line = plainLine(text);
  return bounded(/^.{8,}?[.?!](?=\s|$)/.exec(line)?.[0].replace(/\.$/, "") ?? line);
}

/** All the words of a line or a cell: what ends with a dot in it is an abbreviation, and no sentence. */
export function lineTitle(text: string): string {
  return bounded(plainLine(text).replace(/\.$/, ""));
}

function plainLine(text: string): string {
  return plainText(text.slice(0, 1000).replace(/^\[[ xX]\]\s+/, ""))
    .replace(/^[#>\s-]+|^[[(](?:critical|high|medium|low)[^\])]{0,20}[\])][\s:–—-]*/gi, "")
    .replace(/^\d+(?:\.\d+)+\s+/, "")
    .replace(/\s+/g, " ")
    .trim();
}

function bounded(title: string): string {
  return title.length <= LONGEST_TITLE ? title : `${title.slice(0, LONGEST_TITLE - 1).trimEnd()}…`;
}
