import { type GapId, type IssueId, parseIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import type { GapVerdict, ReviewerDocument } from "../agent-document.ts";
import type { Block, Lines } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { addAll, type Context, type Growing, isNothing, refuse, rewrite, textOf } from "./context.ts";
import { fold, saysNone, severityOf, verdictOf } from "./form-words.ts";
import { GAP_NAMED, gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { EARLIER, ISSUES, NEW_GAPS, readIssue, readNewGap, readNoIssues, readRecheck } from "./issues-and-gaps.ts";
import { readItems } from "./read-items.ts";
import { type Grammar, headingIn, type Part, type ReadHeading, readSections, rewriteHeading } from "./read-sections.ts";
import { readDuplicate, readOutOfScope, type Statement, takeStatements } from "./take-statements.ts";

type ReviewerValues = Omit<ReviewerDocument, "role" | "references" | "citations" | "unread" | "empty">;

type Kind = "review" | "earlier" | "issues" | "new-gaps" | "verdict";

const HEADINGS: Grammar<Kind> = [
  ["review", new RegExp(`^review(?: of| for)?[\\s:–—-]*${GAP_NAMED}(?<rest>.*)$`, "iu"), "## Review: "],
  ["earlier", /^(?:earlier|previous) issues$/i, "### Earlier Issues"],
  ["new-gaps", /^new gaps(?: introduced)?$/i, "### New Gaps"],
  ["verdict", /^verdict$/i, "### Verdict"],
];
const SEVERITY_HEADINGS: Readonly<Record<Severity, string>> = {
  CRITICAL: "### Critical Issues",
  HIGH: "### High Priority",
  MEDIUM: "### Medium Priority",
  LOW: "### Low Priority",
};

function readHeading(words: string): ReadHeading<Kind> | undefined {
  // A heading with a number may count issues: `High: 3`.
  const severity = /\d/.test(words) ? undefined : severityOf(words);
  if (severity !== undefined) return { kind: "issues", severity, canonical: SEVERITY_HEADINGS[severity] };
  const read = headingIn(HEADINGS, words);
  if (read?.kind !== "review" || read.rest === "") return read;
  // Only `## Review: GAP-…: No Issues Found` may follow the id (SPEC 19.22); any other words may be an issue.
  const { canonical, ...asItIs } = read;
  return foundNothing(read) ? asItIs : undefined;
}

function foundNothing({ rest = "" }: ReadHeading<Kind>): boolean {
  return fold(rest) === "no issues found";
}

/** What is below one `## Review:` heading; the first scope is what is before any. */
interface Scope {
  readonly gap?: GapId;
  verdict?: GapVerdict;
  /** Whether it has an issue, or an earlier one that is not fixed. */
  raises: boolean;
  /** Whether it has a severity section. */
  ranks: boolean;
  /** A NO_ISSUES_FOUND without its scope or checklist. */
  bare?: Lines & { readonly missing: string };
}

interface Reader extends Context {
  readonly values: Growing<ReviewerValues>;
  readonly scopes: Scope[];
  readonly names: Set<IssueId>;
  scope: Scope;
}

/** Reads a Reviewer's document (SPEC 5). */
export function readReviewer(context: Context): ReviewerValues {
  const lists = {
    issues: [],
    rechecks: [],
    newGaps: [],
    outOfScope: [],
    duplicates: [],
    severities: [],
    noIssuesFound: [],
  };
  const values = { ...lists, verdicts: [], reviewed: [], severitySections: 0 };
  const scope: Scope = { raises: false, ranks: false };
  const reader: Reader = { ...context, values, scope, scopes: [scope], names: new Set() };
  for (const part of readSections(context, readHeading, isPreamble)) readPart(reader, part);
  checkNamed(reader);
  for (const { bare, ranks } of reader.scopes)
    if (bare && !ranks) refuse(reader, bare, `with NO_ISSUES_FOUND ${bare.missing}`);
  return { ...reader.values, verdicts: reader.scopes.flatMap((scope) => verdictOfScope(reader, scope)) };
}

const PREAMBLE =
  /^(?:a|an|and|assessment|below|certainly|document|findings|following|for|gap|here|is|my|of|proposals?|resolutions?|reviewer|reviews?|round|s|sure|the|this|)$/;

/** Whether a text only introduces the review and judges nothing: `Round 3`, `Here is my review of …:` (SPEC 5). */
function isPreamble(text: string): boolean {
  const words = gapIdsIn(text).reduce((rest, { id }) => rest.replace(id, ""), plainText(text.slice(0, 121)));
  const parts = words.toLowerCase().split(/[^\p{L}]+/u);
  return text.length <= 120 && parts.every((word) => PREAMBLE.test(word));
}

function readPart(reader: Reader, part: Part<Kind>): void {
  const { kind } = part.read;
  if (kind === "review") openScope(reader, part, part.read.id as GapId);
  rewriteHeading(reader, part);
  const { line, endLine } = part.heading ?? part;
  const statement = { type: "paragraph", text: "NO_ISSUES_FOUND", line, endLine } as const;
  const blocks = kind === "review" && foundNothing(part.read) ? [statement, ...part.blocks] : part.blocks;
  const { statements, rest } = takeStatements(blocks, "reviewer");
  for (const statement of statements) readStatement(reader, statement);
  readBody(reader, part, rest);
}

/** Refuses a second review of the same gap: it cannot be known which of them holds. */
function openScope(reader: Reader, part: Part, gap: GapId): void {
  const { reviewed } = reader.values;
  if (reviewed.some((other) => other.gap === gap)) refuse(reader, part, "one `## Review:` for each gap");
  reviewed.push({ gap, line: part.line });
  reader.scope = { gap, raises: false, ranks: false };
  reader.scopes.push(reader.scope);
}

function readStatement(reader: Reader, statement: Statement): void {
  const { keyword, words, line, below } = statement;
  const { outOfScope, duplicates, noIssuesFound, severities } = reader.values;
  const { gap } = reader.scope;
  if (keyword === "OUT_OF_SCOPE") addAll(outOfScope, readOutOfScope(reader, statement));
  else if (keyword === "DUPLICATE") addAll(duplicates, readDuplicate(reader, statement));
  else if (keyword === "NO_ISSUES_FOUND") {
    const { statement: said, missing } = readNoIssues(reader, statement);
    if (missing !== "") reader.scope.bare = { line, endLine: said.endLine, missing };
    noIssuesFound.push({ ...said, ...(gap && { gap }) });
  } else if (keyword === "GAP_SEVERITY") {
    const severity = severityOf(plainText(words));
    if (severity !== undefined && gap !== undefined) severities.push({ gap, severity });
    else refuse(reader, statement, "`**Gap severity:**` CRITICAL, HIGH, MEDIUM or LOW below `## Review: GAP-…`");
  } else {
    const endLine = line + words.split("\n").length - 1;
    readVerdict(reader, words, { line, endLine }, "**Verdict:** ");
    refuseProse(reader, below);
  }
}

function readBody(reader: Reader, part: Part<Kind>, blocks: readonly Block[]): void {
  const { kind } = part.read;
  if (kind === "issues") readIssues(reader, part, blocks);
  else if (kind === "earlier") readEarlier(reader, blocks);
  else if (kind === "new-gaps") addAll(reader.values.newGaps, readItems(reader, blocks, NEW_GAPS, readNewGap));
  else if (kind === "unknown") refuse(reader, part, "a section of the form");
  else if (kind === "verdict") {
    for (const block of blocks.filter((each) => !isNothing(each)))
      readVerdict(reader, textOf(reader, block), block, "");
  } else refuseProse(reader, blocks, kind === "title");
}

/** Outside the sections only a preamble is allowed: anything else may be an issue in prose. */
function refuseProse(reader: Reader, blocks: readonly Block[], isFirst = false): void {
  for (const block of blocks) {
    const harmless = isNothing(block) || (block.type === "paragraph" && saysNone(block.text));
    if (!harmless && !(isFirst && takePreamble(reader, block)))
      refuse(reader, block, "issues in a severity section, earlier issues, or a verdict");
  }
}

const LONGEST_PREAMBLE = 300;

/** Takes a short text before the first section; what may judge the proposals there is shown to the User. */
function takePreamble({ values }: Reader, block: Block): boolean {
  if (block.type !== "paragraph") return false;
  if (isPreamble(block.text)) return true;
  const isShort = block.text.length <= LONGEST_PREAMBLE && issueIdsIn(block.text).length === 0;
  if (!isShort || values.preamble !== undefined) return false;
  values.preamble = block.text;
  return true;
}

function readIssues(reader: Reader, { heading, read }: Part, blocks: readonly Block[]): void {
  const { values, names, scope } = reader;
  values.severitySections++;
  scope.ranks = true;
  const place = { severity: read.severity ?? "MEDIUM", heading: plainText(heading?.text ?? ""), gap: scope.gap };
  const issues = readItems(reader, blocks, ISSUES, (item) => {
    const { issue: id } = item.head;
    if (id !== undefined && names.has(id)) return "each issue once";
    if (id !== undefined) names.add(id);
    return readIssue(item, place);
  });
  addAll(values.issues, issues);
  scope.raises ||= issues.some(({ kind }) => kind === "raised");
}

function readEarlier(reader: Reader, blocks: readonly Block[]): void {
  const rechecks = readItems(reader, blocks, EARLIER, readRecheck);
  addAll(reader.values.rechecks, rechecks);
  reader.scope.raises ||= rechecks.some(({ status }) => status === "PARTLY" || status === "NOT_FIXED");
}

/**
 * Refuses items that name an issue of the document's own round which no item raises, and unknown issues in
 * NO_ISSUES_FOUND: they would be lost.
 */
function checkNamed(reader: Reader): void {
  const { values, names } = reader;
  const { issues, rechecks, newGaps, noIssuesFound } = values;
  const rounds = new Set([...names].map((id) => parseIssueId(id)?.round));
  const known = new Set([...names, ...rechecks.map(({ issue }) => issue)]);
  const refuseUnknown = (item: Lines, isMeant: (id: IssueId) => boolean) => {
    const missing = issueIdsIn(withoutCode(textOf(reader, item))).find(({ id }) => !known.has(id) && isMeant(id));
    if (missing !== undefined)
      refuse(reader, item, `an item of its own for ${missing.id}, which is named and raised nowhere`);
  };
  for (const item of [...issues, ...rechecks, ...newGaps])
    refuseUnknown(item, (id) => rounds.has(parseIssueId(id)?.round));
  for (const statement of noIssuesFound) refuseUnknown(statement, () => true);
}

const VERDICT = "one verdict for each `## Review:`, alone: APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION";

/** Reads a verdict: a single word below `## Review:`; a second one must say the same. */
function readVerdict(reader: Reader, text: string, lines: Lines, lead: string): void {
  const value = verdictOf(text);
  const { gap, verdict } = reader.scope;
  if (value === undefined || gap === undefined || (verdict?.value ?? value) !== value) refuse(reader, lines, VERDICT);
  else {
    rewrite(reader, "verdict", lines, lead + value);
    reader.scope.verdict = { gap, value, line: lines.line };
  }
}

/** NEEDS_REVISION of a gap in scope without an issue means that an issue was not read (SPEC 5). */
function verdictOfScope(reader: Reader, { verdict, raises }: Scope): GapVerdict[] {
  const isDoubted = reader.values.outOfScope.some(({ gap }) => gap === verdict?.gap);
  if (verdict?.value === "NEEDS_REVISION" && !raises && !isDoubted)
    refuse(reader, { line: verdict.line, endLine: verdict.line }, "an issue that says what NEEDS_REVISION is about");
  return verdict === undefined ? [] : [verdict];
}
