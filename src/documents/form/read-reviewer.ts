import { type GapId, parseIssueId } from "../../model/ids.ts";
import type { Block, Heading } from "../markdown/block.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import type { GapVerdict, NewGap, OutOfScope, ReadIssue, Recheck, Reference, ReviewerDocument } from "../values.ts";
import { addAll, type Context, present, refuse, textOf } from "./context.ts";
import { readHead } from "./head.ts";
import { type ReadHeading, readReviewerHeading, saysNoIssues } from "./headings.ts";
import { gapIdsIn, issueIdsIn } from "./ids-in-text.ts";
import { EARLIER, ISSUES, readIssue, readRecheck } from "./issues.ts";
import { isNothing, opensItem, readItems } from "./items.ts";
import { marksIssue } from "./marks.ts";
import { readNewGaps } from "./new-gaps.ts";
import { isChecklist, isScope, readNoIssues } from "./no-issues.ts";
import { buildParts, type Part, rewriteHeadings } from "./parts.ts";
import type { ReadingOptions } from "./read-form.ts";
import { readOutOfScope, type Statement, takeStatements } from "./statements.ts";
import { type GivenVerdict, readVerdict, readVerdicts } from "./verdicts.ts";
import { saysNone, severityOf } from "./words.ts";

export type ReviewerValues = Omit<ReviewerDocument, "role" | "references" | "citations" | "unread" | "empty">;

/** What stands below one `## Review:` heading; the first is what stands before any. */
interface Scope {
  readonly gaps: readonly GapId[];
  readonly line: number;
  readonly verdicts: GivenVerdict[];
  /** It names something that must be revised. */
  raises: boolean;
  noIssues: boolean;
  /** Its heading says that nothing was found; with a checklist that is the statement (SPEC 19.22). */
  readonly titled: boolean;
}

interface State {
  readonly scopes: Scope[];
  readonly reviewed: Set<GapId>;
  readonly issues: ReadIssue[];
  readonly names: Set<string>;
  readonly rechecks: Recheck[];
  readonly newGaps: NewGap[];
  readonly outOfScope: OutOfScope[];
  readonly severities: ReviewerDocument["severities"][number][];
  noIssuesFound?: ReviewerDocument["noIssuesFound"];
  severitySections: number;
  scope: Scope;
}

/** Reads a Reviewer's document (SPEC 5). */
export function readReviewer(context: Context, { round, proposals = [] }: ReadingOptions): ReviewerValues {
  const scope = scopeOf([], 1);
  const lists = { issues: [], rechecks: [], newGaps: [], outOfScope: [], severities: [], severitySections: 0 };
  const state: State = { ...lists, scope, scopes: [scope], reviewed: new Set(), names: new Set() };
  const parts = buildParts(context, (heading, above) => kindOf(heading, above, proposals));
  parts.forEach((part, index) => {
    readPart(context, part, state, parts[index + 1]?.read.kind === "checklist");
  });
  checkNamed(context, state, round);
  const { issues, rechecks, newGaps, outOfScope, severities, severitySections, noIssuesFound } = state;
  const reviewed = state.scopes.flatMap(({ gaps, line }): Reference[] => gaps.map((gap) => ({ gap, line })));
  const verdicts = verdictsOf(context, state.scopes);
  const lines = { reviewed, hasReviewHeading: reviewed.length > 0, severitySections, verdicts };
  return { ...lines, issues, rechecks, newGaps, outOfScope, severities, ...present({ noIssuesFound }) };
}

function scopeOf(gaps: readonly GapId[], line: number, titled = false): Scope {
  return { gaps, line, verdicts: [], raises: false, noIssues: false, titled };
}

function kindOf(
  heading: Heading,
  { read: last, heading: above }: Part,
  proposals: readonly GapId[],
): ReadHeading | "inner" {
  const { kind } = last;
  const known = readReviewerHeading(heading, proposals);
  // A summary says something only where it is the scope of a review that found nothing.
  const read = known.kind === "free" && !saysNoIssues(last) ? { ...known, kind: "unknown" as const } : known;
  const first = above === undefined;
  if (read.kind !== "unknown") return read.kind === "title" && !first ? { ...read, kind: "unknown" } : read;
  const below = above !== undefined && heading.level > above.level;
  const holdsItems = kind === "issues" || kind === "earlier" || kind === "new-gaps";
  if (holdsItems && (below || opensItem(heading))) return "inner";
  if (kind === "review" && readHead(heading.text.slice(0, 200)).issue !== undefined) return { ...read, kind: "issues" };
  const isTitle = first && /^[^:]{0,40}\b(?:review|reviewer|assessment|round)\b[^:]{0,40}$/iu.test(heading.text);
  return isTitle && gapIdsIn(heading.text).length === 0 ? { ...read, kind: "title" } : read;
}

function readPart(context: Context, part: Part, state: State, checked: boolean): void {
  if (part.read.kind === "review" && !openScope(context, part, state)) return;
  if (part.read.kind === "title" && part.heading !== undefined && marksIssue(part.heading.text))
    refuse(context, part.heading, "a title, no issue");
  rewriteHeadings(context, part);
  const { statements, rest, behind } = takeStatements(part.blocks, "reviewer");
  for (const statement of statements) readStatement(context, statement, state, checked);
  readBody(context, part, rest, state);
  refuseProse(context, behind);
}

/** A second review of the same gap is a second document: which of them holds cannot be told. */
function openScope(context: Context, part: Part, state: State): boolean {
  const { gaps } = part.read;
  const again = gaps.some((gap) => state.reviewed.has(gap));
  if (again) refuse(context, part, "one `## Review:` for each gap");
  else if (issueIdsIn(part.read.rest).length > 0) {
    refuse(context, part.heading ?? part, "issues in a severity section, not in the heading of the review");
  }
  for (const gap of gaps) state.reviewed.add(gap);
  state.scope = scopeOf(gaps, part.line, saysNoIssues(part.read));
  state.scopes.push(state.scope);
  return !again;
}

function readStatement(context: Context, statement: Statement, state: State, checked: boolean): void {
  const { keyword, words } = statement;
  if (keyword === "OUT_OF_SCOPE") addAll(state.outOfScope, readOutOfScope(context, statement));
  else if (keyword === "NO_ISSUES_FOUND") {
    const found = readNoIssues(context, statement, checked);
    state.scope.noIssues = true;
    state.noIssuesFound ??= found;
  } else if (keyword === "GAP_SEVERITY") readGapSeverity(context, statement, state);
  else addAll(state.scope.verdicts, readVerdict(context, words, statement, "**Verdict:** "));
}

function readGapSeverity(context: Context, statement: Statement, { scope, severities }: State): void {
  const plain = plainText(statement.words);
  const named = gapIdsIn(plain).map(({ id }) => id);
  const severity = severityOf(plain.replace(/GAP-[A-Z]+-\d{3}[a-z]?/g, ""));
  const [gap, another] = named.length > 0 ? named : scope.gaps;
  if (severity !== undefined && gap !== undefined && another === undefined) severities.push({ gap, severity });
  else refuse(context, statement, "`**Gap severity:**` CRITICAL, HIGH, MEDIUM or LOW, for one gap");
}

function readBody(context: Context, part: Part, blocks: readonly Block[], state: State): void {
  switch (part.read.kind) {
    case "issues":
      readIssues(context, part, blocks, state);
      break;
    case "earlier":
      for (const item of readItems(context, blocks, EARLIER)) {
        for (const recheck of readRecheck(context, item)) {
          state.rechecks.push(recheck);
          state.scope.raises ||= recheck.status === "PARTLY" || recheck.status === "NOT_FIXED";
        }
      }
      break;
    case "new-gaps":
      addAll(state.newGaps, readNewGaps(context, blocks));
      break;
    case "verdict":
      addAll(state.scope.verdicts, readVerdicts(context, blocks, state.scope.titled && state.scope.noIssues));
      break;
    case "checklist":
      readChecklist(context, part, blocks, state);
      break;
    case "free":
      readScope(context, part, blocks);
      break;
    case "unknown":
      refuse(context, part, "a section of the form");
      break;
    default:
      refuseProse(context, blocks, part.read.kind === "title");
  }
}

/** The scope is said once, in one paragraph. */
function readScope(context: Context, part: Part, blocks: readonly Block[]): void {
  const [first, ...more] = blocks.filter((block) => !isNothing(block));
  const isOne = first === undefined || (first.type === "paragraph" && isScope(first.text));
  if (!isOne || more.length > 0) refuse(context, part, "the scope of NO_ISSUES_FOUND, no issue");
}

function readChecklist(context: Context, part: Part, blocks: readonly Block[], state: State): void {
  const { scope } = state;
  const isWhole = blocks.every((block) => isChecklist(context, block, true));
  if (!isWhole || !(scope.noIssues || scope.titled)) refuse(context, part, "the checklist of NO_ISSUES_FOUND");
  else if (scope.titled && blocks.some((block) => block.type === "list" || block.type === "table")) {
    scope.noIssues = true;
    const lines = { line: scope.line, endLine: part.endLine };
    state.noIssuesFound ??= { ...lines, text: textOf(context, lines).trim() };
  }
}

const GREETING =
  /^(?:(?:sure|certainly|okay)[,.!:] )?(?:here(?:'s| is)|below is|this is|the following is) (?:my|the|a) (?:\p{L}+ )?(?:review|document|assessment)\b[^.!?;:,]{0,80}[.:!]?$/iu;

/** Outside the sections nothing may stand but a greeting: it may be an issue in prose. */
function refuseProse(context: Context, blocks: readonly Block[], mayGreet = false): void {
  for (const block of blocks) {
    const words = block.type === "paragraph" ? plainText(block.text.slice(0, 300)).replace(/\s+/g, " ") : undefined;
    const greets = mayGreet && words !== undefined && GREETING.test(words) && !marksIssue(words);
    if (isNothing(block) || greets || (words !== undefined && saysNone(words))) continue;
    refuse(context, block, "issues in a severity section, earlier issues, or a verdict");
  }
}

function readIssues(context: Context, { heading, read }: Part, blocks: readonly Block[], state: State): void {
  state.severitySections++;
  // An issue that stands as a heading of its own is an item of the section that it opens.
  const all =
    heading !== undefined && read.canonical === undefined && opensItem(heading) ? [heading, ...blocks] : blocks;
  const { severity } = read;
  const place = { ...present({ severity }), heading: plainText(heading?.text ?? ""), gaps: state.scope.gaps };
  const items = readItems(context, all, ISSUES);
  if (heading !== undefined && items.length !== (read.count ?? items.length))
    refuse(context, heading, "as many issues as the heading counts");
  for (const item of items) {
    for (const issue of readIssue(context, item, place)) {
      if (issue.id !== undefined && state.names.has(issue.id)) refuse(context, item, "each issue once");
      if (issue.id !== undefined) state.names.add(issue.id);
      state.issues.push(issue);
      state.scope.raises ||= issue.kind === "raised";
    }
  }
}

/** An issue of this round that an item names and no item raises stands there in prose. */
function checkNamed(context: Context, state: State, round: number | undefined): void {
  const { issues, rechecks, newGaps, names, scopes } = state;
  const rounds = new Set([round, ...[...names].map((id) => parseIssueId(id)?.round)]);
  const known = new Set<string>([...names, ...rechecks.flatMap(({ issue }) => issue ?? [])]);
  for (const item of [...issues, ...rechecks, ...newGaps]) {
    const named = issueIdsIn(withoutCode(textOf(context, item)));
    const missing = named.find(({ id }) => !known.has(id) && rounds.has(parseIssueId(id)?.round));
    if (missing !== undefined) refuse(context, item, `an item of its own for ${missing.id}`);
  }
  for (const verdict of scopes.flatMap(({ verdicts }) => verdicts)) {
    const missing = verdict.issues.find((id) => !known.has(id));
    if (missing !== undefined) refuse(context, verdict, `an item of its own for ${missing}`);
  }
}

/** A verdict that is given once for several reviews holds for each; NEEDS_REVISION without an issue lost one (SPEC 5). */
function verdictsOf(context: Context, scopes: readonly Scope[]): GapVerdict[] {
  const given = scopes.flatMap((scope) => scope.verdicts.map((verdict) => ({ ...verdict, scope })));
  const byGap = new Map<GapId, GapVerdict>();
  for (const { gaps, value, line, endLine, scope } of given) {
    const once = scope.gaps.length === 0 || (given.length === 1 && scope === scopes.at(-1));
    const meant =
      gaps.length === 0 && once
        ? scopes
        : [scope, ...scopes.filter((each) => each.gaps.some((gap) => gaps.includes(gap)))];
    for (const gap of gaps.length > 0 ? gaps : meant.flatMap((each) => each.gaps)) {
      if ((byGap.get(gap)?.value ?? value) !== value) refuse(context, { line, endLine }, "one verdict for each gap");
      byGap.set(gap, { gap, value, line });
    }
    if (value === "NEEDS_REVISION" && !meant.some((each) => each.raises)) {
      refuse(context, { line, endLine }, "an issue that says what NEEDS_REVISION is about");
    }
  }
  return [...byGap.values()];
}
