import { type GapId, type IssueId, parseIssueId } from "../../model/ids.ts";
import type { Block, Lines } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { GapVerdict, Reference, ReviewerDocument } from "../values.ts";
import { addAll, type Context, present, refuse, rewrite, textOf } from "./context.ts";
import { readReviewerHeading } from "./headings.ts";
import { gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { EARLIER, ISSUES, readIssue, readRecheck } from "./issues.ts";
import { isNothing, readItems } from "./items.ts";
import { readNewGaps } from "./new-gaps.ts";
import { isChecklist, readNoIssues } from "./no-issues.ts";
import { buildParts, type Part, rewriteHeading } from "./parts.ts";
import { readOutOfScope, type Statement, takeStatements } from "./statements.ts";
import { saysNone, severityOf, verdictOf } from "./words.ts";

export type ReviewerValues = Omit<ReviewerDocument, "role" | "references" | "citations" | "unread" | "empty">;

/** What stands below one `## Review:` heading; the first is what stands before any. */
interface Scope {
  readonly gap?: GapId;
  readonly line: number;
  verdict?: GapVerdict;
  /** It names something that must be revised. */
  raises: boolean;
}

type Listed = "issues" | "rechecks" | "newGaps" | "outOfScope" | "severities" | "noIssuesFound";

/** The lists of the document, while they grow. */
type Draft = { readonly [Key in Listed]: ReviewerDocument[Key][number][] };

interface State extends Draft {
  readonly scopes: Scope[];
  readonly reviewed: Set<GapId>;
  readonly names: Set<IssueId>;
  severitySections: number;
  scope: Scope;
}

/** Reads a Reviewer's document (SPEC 5). */
export function readReviewer(context: Context, round: number | undefined): ReviewerValues {
  const scope: Scope = { line: 1, raises: false };
  const draft = { issues: [], rechecks: [], newGaps: [], outOfScope: [], severities: [], noIssuesFound: [] };
  const state: State = { ...draft, scope, scopes: [scope], reviewed: new Set(), names: new Set(), severitySections: 0 };
  const parts = buildParts(context, readReviewerHeading, isPreamble);
  parts.forEach((part, index) => {
    readPart(context, part, state, parts[index + 1]?.read.kind === "checklist");
  });
  checkNamed(context, state, round);
  const { issues, rechecks, newGaps, outOfScope, severities, noIssuesFound, severitySections, scopes } = state;
  const reviewed = scopes.flatMap(({ gap, line }): Reference[] => (gap === undefined ? [] : [{ gap, line }]));
  const verdicts = scopes.flatMap((each) => verdictOfScope(context, each));
  const lists = { issues, rechecks, newGaps, outOfScope, severities, noIssuesFound, verdicts };
  return { ...lists, reviewed, hasReviewHeading: reviewed.length > 0, severitySections };
}

const PREAMBLE = new Set(
  "a an and assessment below certainly document findings following for gap here is my of proposal proposals resolution resolutions review reviewer reviews round s sure the this".split(
    " ",
  ),
);

/** `Here is my review of GAP-AA-001:`, `Round 3`: a few words that can say nothing of a proposal (SPEC 5). */
function isPreamble(text: string): boolean {
  if (text.length > 120) return false;
  const ids = gapIdsIn(text).reduce((rest, { id }) => rest.replace(id, ""), plainText(text));
  return ids
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .every((word) => word === "" || PREAMBLE.has(word));
}

function readPart(context: Context, part: Part, state: State, checked: boolean): void {
  if (part.read.gap !== undefined) openScope(context, part, part.read.gap, state);
  rewriteHeading(context, part);
  const { statements, rest } = takeStatements(part.blocks, "reviewer");
  for (const statement of statements) readStatement(context, statement, state, checked);
  if (part.read.foundNothing && part.heading) {
    const { line, endLine } = part;
    const statement = { keyword: "NO_ISSUES_FOUND", words: "", line, endLine, below: rest } as const;
    if (!checked && !rest.some(({ type }) => type === "list" || type === "table"))
      refuse(context, part.heading, "the checklist of NO_ISSUES_FOUND");
    state.noIssuesFound.push(readNoIssues(context, statement, checked));
  } else readBody(context, part, rest, state);
}

/** A second review of the same gap is a second document: which of them holds cannot be told. */
function openScope(context: Context, part: Part, gap: GapId, state: State): void {
  if (state.reviewed.has(gap)) refuse(context, part, "one `## Review:` for each gap");
  state.reviewed.add(gap);
  state.scope = { gap, line: part.line, raises: false };
  state.scopes.push(state.scope);
}

function readStatement(context: Context, statement: Statement, state: State, checked: boolean): void {
  const { keyword, words, line, below } = statement;
  if (keyword === "OUT_OF_SCOPE") addAll(state.outOfScope, readOutOfScope(context, statement));
  else if (keyword === "NO_ISSUES_FOUND") state.noIssuesFound.push(readNoIssues(context, statement, checked));
  else if (keyword === "GAP_SEVERITY") readGapSeverity(context, statement, state);
  else {
    const endLine = line + words.split("\n").length - 1;
    readVerdict(context, words, { line, endLine }, "**Verdict:** ", state);
    refuseProse(context, below);
  }
}

function readGapSeverity(context: Context, statement: Statement, { scope, severities }: State): void {
  const severity = severityOf(plainText(statement.words));
  if (severity !== undefined && scope.gap !== undefined) severities.push({ gap: scope.gap, severity });
  else refuse(context, statement, "`**Gap severity:**` CRITICAL, HIGH, MEDIUM or LOW below `## Review: GAP-…`");
}

function readBody(context: Context, part: Part, blocks: readonly Block[], state: State): void {
  const { kind } = part.read;
  if (kind === "issues") readIssues(context, part, blocks, state);
  else if (kind === "earlier") readEarlier(context, blocks, state);
  else if (kind === "new-gaps") addAll(state.newGaps, readNewGaps(context, blocks));
  else if (kind === "checklist") readChecklist(context, part, blocks, state);
  else if (kind === "unknown") refuse(context, part, "a section of the form");
  else if (kind === "verdict") {
    for (const block of blocks.filter((each) => !isNothing(each)))
      readVerdict(context, textOf(context, block), block, "", state);
  } else refuseProse(context, blocks, kind === "title");
}

/** Outside the sections nothing may stand but a preamble: it may be an issue in prose. */
function refuseProse(context: Context, blocks: readonly Block[], isFirst = false): void {
  for (const block of blocks) {
    const harmless = block.type === "paragraph" && (saysNone(block.text) || (isFirst && isPreamble(block.text)));
    if (!isNothing(block) && !harmless)
      refuse(context, block, "issues in a severity section, earlier issues, or a verdict");
  }
}

function readIssues(context: Context, { heading, read }: Part, blocks: readonly Block[], state: State): void {
  state.severitySections++;
  const { severity = "MEDIUM" } = read;
  const place = { severity, heading: plainText(heading?.text ?? ""), ...present({ gap: state.scope.gap }) };
  for (const item of readItems(context, blocks, ISSUES)) {
    for (const issue of readIssue(context, item, place)) {
      if (issue.id !== undefined && state.names.has(issue.id)) refuse(context, item, "each issue once");
      if (issue.id !== undefined) state.names.add(issue.id);
      state.issues.push(issue);
      state.scope.raises ||= issue.kind === "raised";
    }
  }
}

function readEarlier(context: Context, blocks: readonly Block[], { rechecks, scope }: State): void {
  for (const item of readItems(context, blocks, EARLIER)) {
    for (const recheck of readRecheck(context, item)) {
      rechecks.push(recheck);
      scope.raises ||= recheck.status === "PARTLY" || recheck.status === "NOT_FIXED";
    }
  }
}

/** The checklist of a NO_ISSUES_FOUND, below a heading of its own: part of its words. */
function readChecklist(context: Context, part: Part, blocks: readonly Block[], { noIssuesFound }: State): void {
  const said = noIssuesFound.pop();
  if (said === undefined || !blocks.every((block) => isChecklist(context, block)))
    refuse(context, part, "the checklist of NO_ISSUES_FOUND");
  if (said !== undefined)
    noIssuesFound.push({ ...said, text: `${said.text}\n\n${textOf(context, part)}`, endLine: part.endLine });
}

/** An issue of this round that an item names and no item raises stands there in prose; so does any in NO_ISSUES_FOUND. */
function checkNamed(context: Context, state: State, round: number | undefined): void {
  const { issues, rechecks, newGaps, noIssuesFound, names } = state;
  const rounds = new Set([round, ...[...names].map((id) => parseIssueId(id)?.round)]);
  const known = new Set([...names, ...rechecks.map(({ issue }) => issue)]);
  for (const item of [...issues, ...rechecks, ...newGaps]) {
    const named = issueIdsIn(withoutCode(textOf(context, item)));
    const missing = named.find(({ id }) => !known.has(id) && rounds.has(parseIssueId(id)?.round));
    if (missing !== undefined) refuse(context, item, `an item of its own for ${missing.id}`);
  }
  for (const { line, endLine, text } of noIssuesFound) {
    const missing = issueIdsIn(withoutCode(text)).find(({ id }) => !known.has(id));
    if (missing === undefined) continue;
    const [above = ""] = textOf(context, { line, endLine }).split(missing.id, 1);
    const at = line + above.split("\n").length - 1;
    const expected = `an item of its own for ${missing.id}, which is named and raised nowhere`;
    refuse(context, { line: at, endLine: at }, expected);
  }
}

const VERDICT = "one verdict for each `## Review:`, alone: APPROVED, APPROVED_WITH_NOTES or NEEDS_REVISION";

/** A verdict is a word alone, in the review of its gap; a second one there says the same. */
function readVerdict(context: Context, text: string, { line, endLine }: Lines, lead: string, state: State): void {
  const value = verdictOf(text);
  const { gap, verdict } = state.scope;
  if (value === undefined || gap === undefined || (verdict?.value ?? value) !== value)
    refuse(context, { line, endLine }, VERDICT);
  else {
    rewrite(context, "verdict", { line, endLine }, lead + value);
    state.scope.verdict = { gap, value, line };
  }
}

/** NEEDS_REVISION without an issue lost one (SPEC 5). */
function verdictOfScope(context: Context, { verdict, raises }: Scope): GapVerdict[] {
  if (verdict?.value === "NEEDS_REVISION" && !raises)
    refuse(context, { line: verdict.line, endLine: verdict.line }, "an issue that says what NEEDS_REVISION is about");
  return verdict === undefined ? [] : [verdict];
}
