import { defined } from "../../model/defined.ts";
import type { GapStated } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { severityOf } from "../form/form-words.ts";
import { gapIdsIn } from "../form/ids-in-text.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { isAnswered, isSettled, saysNothing } from "./answered.ts";
import { itemLabel, namesGap } from "./item-label.ts";
import { decisionsIn, findMarkers, isInCell, isNoGap, isTaskTitle, type Marker } from "./marker.ts";
import type { NamedCell, SourcePassage } from "./source-passage.ts";

/** A gap that one passage states, before the statements of all passages are merged. */
export interface StatedGap {
  /** The author's name for it: a gap id, `OQ-001`, `FR-006`. */
  readonly label?: string;
  /** How it is stated; absent if its gap id states it. */
  readonly stated?: GapStated;
  readonly title: string;
  readonly text: string;
  readonly severity?: Severity;
  readonly heading: string;
  readonly line: number;
  readonly endLine: number;
  readonly dependsOn: readonly string[];
  /** Whether the author says that it is settled: then it is no gap, but its name is taken. */
  readonly done: boolean;
  /** A marker in a table cell: other rows with the same words are other gaps. */
  readonly isCell?: true;
}

const LONGEST_TITLE = 140;
const LONGEST_TEXT = 4000;
const NAME_TOKEN = /(?<![\w-])(?:GAP-[A-Z]{2,10}-\d{3}[a-z]?|OQ-\d{1,3})(?![\w-]|\.\d)/g;
const SETTLED = "resolved|closed|done|answered|decided|fixed|won'?t[- _]?fix|superseded|rejected|obsolete";
const SETTLED_TAG = new RegExp(`[[(]\\s*(?:${SETTLED})\\b[^\\])]{0,60}[\\])]|\\bstatus\\W{1,6}(?:${SETTLED})\\b`, "i");
const SETTLED_CELL = new RegExp(`^\\W*(?:${SETTLED})\\b`, "i");
const UNANSWERED = /^\W*(?:$|(?:open|pending|none|n\/?a|tbd|tbc|todo|unknown|undecided)\W*$)/i;

/** Whether a cell has no answer; "No" is one, except in a column "Resolved". */
function isUnanswered(column: string, text: string): boolean {
  return UNANSWERED.test(text) || (/^resolved/i.test(column) && /^\W*no\W*$/i.test(text));
}

/** The gap that a passage states by a name, or as a point of a list of open questions. */
export function statedGap(passage: SourcePassage): StatedGap | undefined {
  const statement = passage.kind === "row" ? statementInRow(passage) : statementInText(passage);
  const isNamed = statement.label !== undefined && namesGap(statement.label);
  if (!isNamed && !(passage.openList && statement.wordsToJudge !== "" && !saysNothing(statement.wordsToJudge)))
    return undefined;
  const { label, title, text, severity: stated, dependsOn, done } = statement;
  const severity = stated ?? (passage.openList || passage.kind === "item" ? severityInTitle(passage.intro) : undefined);
  const { heading, line, endLine, intro } = passage;
  return {
    ...defined({ label, severity, stated: statedAs(label, `${intro} ${heading}`) }),
    title: titleFrom(title) || (label ?? ""),
    text: text.trim().slice(0, LONGEST_TEXT),
    ...{ heading, line, endLine, dependsOn, done },
  };
}

function statedAs(label: string | undefined, title: string): GapStated | undefined {
  if (label !== undefined && namesGap(label)) return label.startsWith("OQ") ? "question" : undefined;
  return /question/i.test(title) ? "question" : "item";
}

type Statement = Pick<StatedGap, "title" | "text" | "dependsOn" | "done"> & {
  readonly label: string | undefined;
  readonly severity: Severity | undefined;
  /** Without a name the passage is a gap only if these words say something. */
  readonly wordsToJudge: string;
};

function statementInText(passage: SourcePassage): Statement {
  const visible = withoutCode(passage.text);
  const named = itemLabel(visible);
  const words = named ? passage.text.slice(passage.text.length - named.rest.length) : passage.text;
  const text = [words, passage.body].filter((part) => part.trim() !== "").join("\n");
  return {
    label: named?.label ?? onlyIdOf(passage, visible),
    title: titleFrom(words) === "" ? passage.body : words,
    text,
    severity: severityInText(passage.text) ?? severityInText(passage.body),
    dependsOn: dependenciesIn(text),
    done: isDone(passage),
    wordsToJudge: passage.text,
  };
}

/** The only gap id in a heading, wherever it is. */
function onlyIdOf(passage: SourcePassage, visible: string): string | undefined {
  const ids = passage.kind === "heading" ? new Set(gapIdsIn(visible).map(({ id }) => id)) : new Set<GapId>();
  const [only] = ids;
  return ids.size === 1 ? only : undefined;
}

function isDone(passage: SourcePassage): boolean {
  if (/^\[[xX]\]\s/.test(passage.text) || /^\W{0,6}~~/.test(passage.text)) return true;
  if (SETTLED_TAG.test(passage.text) || SETTLED_TAG.test(passage.body.slice(0, 400))) return true;
  if (gapIdsIn(passage.text).length > 0 || !passage.openList) return false;
  if (passage.text.includes("?") && isSettled(passage.text, passage.body)) return true;
  // Text below a heading explains the question; text below an item answers it.
  return isAnswered(passage.text, passage.kind === "item" ? passage.body : "");
}

const NAME_COLUMN = /^(?:id|#|no\.?|nr\.?|number|ref|key|gap(?: id)?|issue(?: id)?|question(?: id)?)$/i;
const TEXT_COLUMN = /\b(?:description|question|issue|gap|problem|item|topic|summary|title|point|missing|details?)\b/i;
const SEVERITY_COLUMN = /\b(?:severity|priority|criticality)\b/i;
const DEPENDENCY_COLUMN = /\b(?:depends|dependenc(?:y|ies)|blocked|blocker|related|requires)\b/i;
const STATUS_COLUMN = /^(?:status|state)$/i;
const ANSWER_COLUMN = /^(?:answer|decision|resolution|outcome|resolved)\b/i;

function statementInRow({ cells }: SourcePassage): Statement {
  const name = cells.find((cell) => !DEPENDENCY_COLUMN.test(cell.column) && isName(cell));
  const main = textCellOf(cells, name);
  const rated = cells.find((cell) => SEVERITY_COLUMN.test(cell.column));
  const others = cells.filter((cell) => ![name, main, rated].includes(cell) && plainText(cell.text) !== "");
  const lines = others.map((cell) => (cell.column === "" ? cell.text : `${cell.column}: ${cell.text}`));
  const blockers = cells.filter((cell) => /depend|block|require/i.test(cell.column));
  return {
    label: name && itemLabel(withoutCode(name.text))?.label,
    title: main?.text ?? "",
    text: [main?.text ?? "", ...lines].filter((line) => line !== "").join("\n"),
    severity: rated ? severityOf(rated.text) : severityInText(main?.text ?? ""),
    dependsOn: [...blockers.flatMap((cell) => namesIn(cell.text)), ...dependenciesIn(main?.text ?? "")],
    done: cells.some(isDoneCell),
    wordsToJudge: main?.text ?? "",
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

/** Whether a cell closes its row: by its status, by strikethrough, or as an answer. */
export function isDoneCell({ column, text }: NamedCell): boolean {
  const isClosed = STATUS_COLUMN.test(column) && SETTLED_CELL.test(text);
  return isClosed || /^\W{0,4}~~/.test(text) || (ANSWER_COLUMN.test(column) && !isUnanswered(column, plainText(text)));
}

const DEPENDS = /\b(?:depends on|blocked (?:by|on)|waits? for)\b([^.;\n]{0,200})/gi;

function dependenciesIn(text: string): string[] {
  return [...withoutCode(text).matchAll(DEPENDS)].flatMap((match) => namesIn(match[1] ?? ""));
}

function namesIn(text: string): string[] {
  return [...withoutCode(text).matchAll(NAME_TOKEN)].map((match) => match[0]);
}

/** The first sentence of a text, as plain text; a longer one is cut between words. */
export function titleFrom(text: string, limit = LONGEST_TITLE): string {
  const line = plainLine(text);
  // No sentence ends before a small letter: "credits vs. a flat price" is one sentence.
  const sentence = /^.{8,}?(?:[?!](?=\s|$)|\.(?=\s+\P{Ll}|$))/u.exec(line)?.[0] ?? line;
  return visibleLine(sentence.replace(/\.$/, ""), limit);
}

/** The whole line or cell as plain text: a dot within it ends an abbreviation, not a sentence. */
function lineTitle(text: string): string {
  return visibleLine(plainLine(text).replace(/\.$/, ""), LONGEST_TITLE);
}

function plainLine(text: string): string {
  return plainText(text.slice(0, 1000).replace(/^\[[ xX]\]\s+/, ""))
    .replace(/^[#>\s-]+|^[[(](?:critical|high|medium|low)[^\])]{0,20}[\])][\s:–—-]*/gi, "")
    .replace(/^(?:CRITICAL|HIGH|MEDIUM|LOW|BLOCKER)\s*[:–—-]\s*/, "")
    .replace(/^\d+(?:\.\d+)+\s+/, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The gaps that markers state in a passage: one per table row, else one per decision. */
export function markedGaps(passage: SourcePassage): StatedGap[] {
  if (passage.kind === "heading" && passage.body.trim() !== "" && isTaskTitle(passage.text)) return [];
  const isGap = (marker: Marker) =>
    !passage.cells.some(
      ({ column, text }, at) => isInCell(marker, text) && isNoGap(marker, at === 0 ? undefined : column),
    );
  const markers = findMarkers(passage.text).filter(isGap);
  if (passage.kind === "row") return markers.slice(0, 1).map((marker) => rowMarker(passage, marker));
  return decisionsIn(passage.text, markers).flatMap(([first]) => {
    if (first === undefined) return [];
    const { marker, sentence, line, endLine } = first;
    const common = markerCommon(passage, marker, lineTitle(sentence));
    return { ...common, text: sentence.trim(), line: passage.line + line, endLine: passage.line + endLine };
  });
}

function rowMarker(passage: SourcePassage, marker: Marker): StatedGap {
  const [first] = passage.cells;
  const cell = passage.cells.find(({ text }) => isInCell(marker, text)) ?? first;
  const row = cell === first ? "" : plainText(first?.text ?? "");
  const names = [row, cell?.column ?? ""].filter((name) => name !== "");
  const title = names.length === 0 ? (cell?.text ?? "") : `${names.join(", ")}: ${cell?.text ?? ""}`;
  const text = passage.cells.map(({ column, text }) => (column === "" ? text : `${column}: ${text}`)).join("\n");
  const { line, endLine } = passage;
  return { ...markerCommon(passage, marker, lineTitle(title)), text, line, endLine, isCell: true };
}

function markerCommon(
  passage: SourcePassage,
  marker: Marker,
  title: string,
): Omit<StatedGap, "text" | "line" | "endLine"> {
  const label = itemLabel(passage.text)?.label;
  const severity = severityInText(passage.text.slice(marker.start));
  return {
    // A gap is traced by the name of the requirement that its marker is in (SPEC 12).
    ...(label === undefined ? {} : { label }),
    stated: marker.isQuestion ? "question" : "marker",
    title: /[\p{L}\d]/u.test(title.replace(lineTitle(marker.text), ""))
      ? title
      : `${passage.heading === "" ? "Beginning" : passage.heading}: ${plainText(marker.text)}`,
    ...(severity === undefined ? {} : { severity }),
    heading: passage.heading,
    dependsOn: [],
    done: /^\[[xX]\]\s/.test(passage.text),
  };
}

const STATED = /[[(]\s*([A-Za-z]+(?:\s+(?:priority|severity))?)\s*[\])]/gi;
const FIELD = /\b(?:severity|priority)\W{1,6}([A-Za-z]+)\b/gi;
const PREFIX = /^\W*(CRITICAL|HIGH|MEDIUM|LOW|BLOCKER)\b\s*[:–—-]/g;
const TITLE = /\b(critical|high[- ]priority|medium[- ]priority|low[- ]priority|blocking|blockers?|major|minor)\b/i;

/** The severity that a text states for what it describes: in brackets, as a field or as a prefix. */
function severityInText(text: string): Severity | undefined {
  const head = text.slice(0, 2000);
  const stated = [STATED, FIELD, PREFIX].flatMap((form) => [...head.matchAll(form)]);
  return stated.map(([, words = ""]) => severityOf(words)).find((severity) => severity !== undefined);
}

/** The severity that a heading or an introduction gives to all of its list: "Blocking gaps", "High priority". */
function severityInTitle(title: string): Severity | undefined {
  if (/\bnon[- ]?(?:blocking|critical)\b/i.test(title)) return undefined;
  return severityOf(TITLE.exec(title.slice(0, 200))?.[1] ?? "");
}
