import type { LeftOpenWord } from "../../documents/agent-document.ts";
import { occursIn } from "../../documents/changes/occurs.ts";
import { decode } from "../../documents/decode.ts";
import { type Context, refuse, textOf } from "../../documents/form/context.ts";
import { saysNone, severityOf } from "../../documents/form/form-words.ts";
import { LEFT_OPEN, readLeftOpen } from "../../documents/form/issues-and-gaps.ts";
import { type ComparedRow, type Comparison, readCompared } from "../../documents/form/read-compared.ts";
import { type Form, type Item, readItems } from "../../documents/form/read-items.ts";
import { readQuotations } from "../../documents/form/read-quotations.ts";
import { type Grammar, headingIn, readSections } from "../../documents/form/read-sections.ts";
import { type Statement, takeStatements } from "../../documents/form/take-statements.ts";
import type { Block } from "../../documents/markdown/block.ts";
import { plainText } from "../../documents/markdown/inline.ts";
import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Spec } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { RunRole } from "../../model/events/round-events.ts";
import type { FailureType, GateResult } from "../../model/gate-result.ts";
import { categoryFromLabel } from "../../model/id-mint.ts";
import { isBlocking, type Severity } from "../../model/severity.ts";
import { notText } from "./common-checks.ts";
import { type Failure, list, quote } from "./gate-context.ts";
import { failed, passed } from "./judge.ts";

/** A gap that a survey found, or a blocker of a final review. */
export interface ReportedGap {
  readonly title: string;
  /** The words beside the title; the title itself if there are none. */
  readonly text: string;
  readonly severity: Severity;
  readonly category?: string;
  readonly quotations: readonly string[];
  readonly why?: string;
}

/** Why a document cannot be read, with its unread lines (SPEC 5). */
type ReadingProblem = ReturnType<typeof readingProblem>;

/** The sections of a form and verdicts on their own lines; other content, except for a preamble, is unread. */
function readParts<Kind extends string>(text: string, grammar: Grammar<Kind>) {
  const context: Context = { markdown: parseMarkdown(text), unread: [], patches: [] };
  const parts = readSections(
    context,
    (words) => headingIn(grammar, words),
    () => true,
  );
  const sections = new Map<Kind | "title" | "unknown", Block[]>();
  const verdicts: Statement[] = [];
  for (const { read, line, endLine, blocks } of parts) {
    const { statements, rest } = takeStatements(blocks, "reviewer");
    verdicts.push(...statements);
    sections.set(read.kind, [...(sections.get(read.kind) ?? []), ...rest]);
    if (read.kind === "unknown") refuse(context, { line, endLine }, "the sections of the form");
  }
  for (const block of sections.get("title") ?? [])
    if (block.type !== "paragraph" && block.type !== "rule") refuse(context, block, "the sections of the form");
  return { context, sections, verdicts };
}

const REPORTED: Form<"location" | "why"> = {
  fields: { location: /^(?:locations?|place|passages)$/, why: /^(?:why|impact|reason)$/ },
  expected: '`- **name** (HIGH): title` with `**Location:** "…"` and `**Why:**`',
};

/** The findings of a section; what is neither a finding nor a word for "none" is unread. */
function readReported(context: Context, blocks: readonly Block[] = [], unstated: Severity): ReportedGap[] {
  return readItems(context, blocks, REPORTED, (item) => {
    const found = reportedGap(item, unstated);
    return found.title === "" || found.quotations.length === 0 ? REPORTED.expected : found;
  });
}

function reportedGap({ head, words, fields }: Item<"location" | "why">, unstated: Severity): ReportedGap {
  const [location, why] = [fields.get("location"), fields.get("why")];
  const category = categoryFromLabel(head.gap ?? head.label ?? "");
  const more = [words.trim() === head.title ? "" : words.trim(), why ?? ""].filter((part) => part !== "");
  return {
    title: head.title,
    text: more.join("\n\n") || head.title,
    severity: head.severity ?? unstated,
    quotations: readQuotations(location ?? ""),
    ...defined({ category, why }),
  };
}

const MOST_DETAILS = 12;

function readingProblem(message: string, { unread }: Pick<Context, "unread"> = { unread: [] }) {
  const details = unread
    .slice(0, MOST_DETAILS)
    .map(({ line, text, expected }) => `Line ${line}, where ${expected} was expected:\n${text}`);
  return { type: "problem" as const, message, details };
}

/** The gaps that a survey found, worst first, and the titles of lesser ones (SPEC 16.1), or why it cannot be read. */
export type SurveyReading =
  | { readonly type: "survey"; readonly gaps: readonly ReportedGap[]; readonly lesser: readonly LesserGap[] }
  | ReadingProblem;

type LesserGap = Pick<ReportedGap, "title" | "severity">;

const SURVEY = [
  ["gaps", /^gaps\b/i],
  ["lesser", /^lesser\b/i],
] as const;

export function readSurvey(text: string): SurveyReading {
  const { context, sections } = readParts(text, SURVEY);
  const section = sections.get("gaps");
  if (section === undefined) return readingProblem("The survey has no section `### Gaps`.", context);
  const gaps = readReported(context, section, "MEDIUM");
  const lesser = (sections.get("lesser") ?? []).flatMap((block) => lesserLines(context, block));
  if (context.unread.length > 0) return readingProblem("Some lines of the survey could not be read.", context);
  return { type: "survey", gaps, lesser };
}

function lesserLines(context: Context, block: Block): LesserGap[] {
  if (block.type === "paragraph" && saysNone(block.text)) return [];
  if (block.type !== "list") {
    refuse(context, block, "a list, one line for each lesser gap");
    return [];
  }
  return block.items
    .map((item) => {
      const text = textOf(context, item).trim().slice(item.marker.length);
      return lesserGap(plainText(text.replace(/\s+/g, " ")).trim());
    })
    .filter(({ title }) => !saysNone(title));
}

/** `(MEDIUM) title`; LOW if no severity is given. */
function lesserGap(line: string): LesserGap {
  const [lead = "", word = ""] = /^[([]?([A-Za-z]{3,10})[)\]]?:?\s+/.exec(line) ?? [];
  const severity = /^[([]|:/.test(lead) ? severityOf(word) : undefined;
  return severity === undefined ? { title: line, severity: "LOW" } : { title: line.slice(lead.length), severity };
}

/** What a final review says (SPEC 12), or why it cannot be read. */
export type FinalReviewReading =
  | {
      readonly type: "review";
      readonly ready: boolean;
      readonly compared: Comparison;
      readonly blockers: readonly ReportedGap[];
      readonly left: readonly LeftOpenWord[];
    }
  | ReadingProblem;

const FINAL_REVIEW = [
  ["compared", /^compar(?:ed|isons?)\b/i],
  ["checklist", /^checklist\b/i],
  ["blockers", /^block(?:ers?|ing)\b/i],
  ["left", /^left open\b/i],
  ["verdict", /^verdict$/i],
] as const;

/** READY beside a serious blocker counts as not ready; a document with unclear or unread parts is a problem (SPEC 12). */
export function readFinalReview(text: string): FinalReviewReading {
  const { context, sections, verdicts } = readParts(text, FINAL_REVIEW);
  const said = [...verdicts.flatMap(({ below }) => below), ...(sections.get("verdict") ?? [])];
  const compared = readCompared(context, sections.get("compared") ?? []);
  const blockers = readReported(context, sections.get("blockers"), "HIGH");
  const named = new Set<string>();
  const left = readItems(context, sections.get("left") ?? [], LEFT_OPEN, (item) => {
    const word = readLeftOpen(item);
    if (typeof word === "string" || named.has(word.id)) return LEFT_OPEN.expected;
    named.add(word.id);
    return word;
  });
  const verdict = verdictIn([...verdicts.map(({ words }) => words), ...said.map((block) => textOf(context, block))]);
  if (!verdict)
    return readingProblem("The final review gives no verdict, or two: READY_FOR_TERMINATION or NOT_READY.", context);
  const beside = verdict.ready && verdict.rest !== "" ? [...verdicts, ...said] : [];
  for (const lines of beside) refuse(context, lines, "READY_FOR_TERMINATION and nothing else");
  if (context.unread.length > 0) return readingProblem("Some lines of the final review could not be read.", context);
  const checks = (sections.get("checklist") ?? []).map((block) => textOf(context, block)).join("\n");
  const failed = /\bFAIL(?:ED|S)?\b/.test(checks);
  const blocks = left.some(({ status }) => status === "BLOCKS");
  const differs = compared.rows.some((row) => row.differs);
  if (blockers.length === 0 && !blocks && !differs && (!verdict.ready || failed))
    return readingProblem("The final review names no blocker under `### Blockers`, and does not pass the spec either.");
  if (!verdict.ready) return { type: "review", ready: false, compared, blockers, left };
  const grave = blockers.filter(({ severity }) => isBlocking(severity));
  return { type: "review", ready: grave.length === 0 && !blocks, compared, blockers: grave, left };
}

const VERDICT = /\b(NOT[ _-])?READY(?:[ _-]FOR[ _-]TERMINATION)?\b/gi;

/** The verdict if there is exactly one, and the text beside it. */
function verdictIn(texts: readonly string[]): { readonly ready: boolean; readonly rest: string } | undefined {
  const text = plainText(texts.join("\n"));
  const said = new Set([...text.matchAll(VERDICT)].map(([, not]) => not === undefined));
  const [ready] = said;
  if (ready === undefined || said.size > 1) return undefined;
  return { ready, rest: text.replace(VERDICT, "").replace(/[\s*_`~:.#-]+/g, "") };
}

/** The middle ground that an agent proposes (SPEC 10.2), or why its document cannot be read. */
type MiddleGroundReading =
  | { readonly type: "sentence"; readonly text: string }
  | { readonly type: "none" }
  | ReadingProblem;

const LONGEST = 600;

/** Reads one sentence, or NONE, below an optional heading. Anything more is a problem. */
export function readMiddleGround(text: string): MiddleGroundReading {
  const paragraphs = text
    .slice(0, 20_000)
    .split(/\n[ \t]*\n/)
    .map((part) =>
      part
        .replace(/^#{1,6} .*$/gm, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => part !== "");
  const [sentence, ...more] = paragraphs;
  if (sentence === undefined || more.length > 0 || sentence.length > LONGEST)
    return readingProblem(`The middle ground must be one sentence of at most ${LONGEST} characters, or the word NONE.`);
  return /^\W*none\W*$/i.test(sentence) ? { type: "none" } : { type: "sentence", text: sentence };
}

/** What a document is judged against: its quotations must occur in the spec, and its comparison must be complete. */
export interface WholeSpec {
  readonly spec: Spec;
  /** The number of changes that the final review has to compare. */
  readonly changes?: number;
  /** Failures for which it is not sent back again. */
  readonly retried: readonly FailureType[];
}

type Reading = FinalReviewReading | SurveyReading | MiddleGroundReading;

/** The name of each document, the least that it must have, and its reader. */
const FORMS = {
  "final-review": ["final review", "the comparison, the checklist and a verdict", readFinalReview],
  survey: ["survey", "the gaps that were found, or the word that there are none", readSurvey],
  "middle-ground": ["middle ground", "one sentence, or the word NONE", readMiddleGround],
} as const satisfies Record<Exclude<RunRole, "engineer" | "reviewer">, unknown>;

/** The gate for documents outside the rounds: final review, survey, middle ground (SPEC 10.2, 12, 16.1). */
export function judgeWholeSpec(role: keyof typeof FORMS, bytes: Uint8Array | undefined, whole: WholeSpec): GateResult {
  const failures = failuresOf(role, bytes, whole);
  const isSettled = ({ type, onceSentBack }: Failure) => onceSentBack !== undefined && whole.retried.includes(type);
  const failure = failures.find((found) => !isSettled(found));
  const warnings = failures.filter(isSettled).flatMap(({ onceSentBack = [] }) => onceSentBack);
  return failure ? failed(failure, [], warnings) : passed("it can be read", [], warnings);
}

function failuresOf(role: keyof typeof FORMS, bytes: Uint8Array | undefined, whole: WholeSpec): Failure[] {
  const [what, needs, read] = FORMS[role];
  const none = `No document was returned. Answer with the ${what} as one markdown document.`;
  if (bytes === undefined) return [{ type: "FILE_MISSING", message: none }];
  const decoded = decode(bytes);
  if (decoded.undecodable) return [notText(decoded.reason)];
  const empty = `The document is empty. It needs ${needs}.`;
  if (decoded.text.trim() === "") return [{ type: "EMPTY_OUTPUT", message: empty }];
  const reading = read(decoded.text);
  if (reading.type !== "problem") return contentFailures(reading, whole);
  const { message, details } = reading;
  return [{ type: "WRONG_FORMAT", message, ...(details.length === 0 ? {} : { details }) }];
}

/** Quotations must occur in the spec (SPEC 3.6, 16.1), and changes be compared (SPEC 12). Each is sent back once. */
function contentFailures(reading: Reading, { spec, changes = 0 }: WholeSpec): Failure[] {
  const findings = reading.type === "review" ? reading.blockers : reading.type === "survey" ? reading.gaps : [];
  const absent = findings.flatMap(({ title, quotations }) =>
    quotations.filter((words) => !occursIn(spec, words)).map((words) => `${quote(title)} quotes ${quote(words)}`),
  );
  const compared = reading.type === "review" ? weighComparison(reading.compared, spec, changes) : undefined;
  const details = [...absent, ...(compared?.ungrounded ?? [])];
  const missing = compared?.missing.length ? missingText(compared.missing) : "";
  const toCompare = missing && `The review is not whole, ${missing}. ${TO_COMPARE}`;
  const unquoted = `${UNQUOTED} ${toCompare}`.trim();
  return [
    ...(details.length === 0 ? [] : [{ ...sentBack("UNGROUNDED", unquoted, details.join("; ")), details }]),
    ...(missing === "" ? [] : [sentBack("PARTIAL_REVIEW", toCompare, missing)]),
  ];
}

function sentBack(type: "UNGROUNDED" | "PARTIAL_REVIEW", message: string, after: string): Failure {
  return { type, message, onceSentBack: [{ type, message: after.slice(0, 2_000) }] };
}

const UNQUOTED =
  "What a row or a finding quotes has to occur in the spec letter for letter, and a comparison needs two passages. Quote words that have no quotation marks in them.";
const TO_COMPARE =
  "Each change of the task needs a row under `### Compared`, or its number on the line `No other passage: …`. Give the whole review again.";

/** A point left open may be about one passage. */
function leastQuoted({ knownAs }: ComparedRow): number {
  return knownAs === undefined ? 2 : 1;
}

/** What a final review's comparison is worth: its sound rows, and what is wrong with it (SPEC 12). */
export function weighComparison({ rows, covered }: Comparison, spec: Spec, listed: number) {
  const weighed = rows.map((row) => ({ row, words: row.quotations.filter((words) => occursIn(spec, words)) }));
  const numbers = Array.from({ length: listed }, (_, index) => index + 1);
  return {
    rows: weighed.flatMap(({ row, words }) => (words.length < leastQuoted(row) ? [] : [{ ...row, quotations: words }])),
    // A row that has passages enough without the misquoted one is sound.
    ungrounded: weighed.flatMap(({ row, words }) => {
      const least = leastQuoted(row);
      if (words.length >= least) return [];
      const absent = row.quotations.filter((quotation) => !words.includes(quotation));
      if (absent.length > 0) return absent.map((quotation) => `${quote(row.subject)} quotes ${quote(quotation)}`);
      return [`${quote(row.subject)} quotes fewer than ${least} of the passages`];
    }),
    missing: numbers.filter((number) => !covered.some(([from, to]) => from <= number && number <= to)),
  };
}

export function missingText(missing: readonly number[]): string {
  return `not compared: ${missing.length === 1 ? "change" : "changes"} ${list(missing.map(String))}`;
}
