import { issueIdMint } from "../../model/id-mint.ts";
import { type IssueId, parseIssueId } from "../../model/ids.ts";
import type { Severity } from "../../model/severity.ts";
import { plainText, withoutCode } from "../markdown/inline.ts";
import { rangeFinder, startFinder } from "../outline/line-ranges.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import { SEVERITY_HEADINGS } from "../review/form.ts";
import type { ReviewReading } from "../review/read-review.ts";
import { isGapSection, NO_SCOPE } from "../review/scope.ts";
import type { Unit } from "../review/unit.ts";
import type { ReadIssue, Recheck } from "../values.ts";
import { gapIdsIn } from "../words/ids-in-text.ts";
import type { RepairContext } from "./repair-context.ts";

/** What a review needs to be in its form. */
export interface ReviewPlan {
  /** The items that are written as bullets, in order. */
  readonly items: readonly PlannedItem[];
  /** Headings of severity sections, bold ones too, with the words and severity that they get. */
  readonly sections: ReadonlyMap<OutlineNode, SectionPlan>;
  /** Headings that begin a review, with the words that they get. */
  readonly reviews: ReadonlyMap<OutlineNode, string>;
}

export interface SectionPlan {
  readonly text: string;
  readonly severity: Severity;
}

export interface PlannedItem {
  readonly unit: Unit;
  readonly issue: ReadIssue;
  readonly id: IssueId | undefined;
}

export function planReview(reading: ReviewReading, context: RepairContext): ReviewPlan {
  const { values, issueUnits, outline } = reading;
  const ids = assignIds(reading, context);
  const sections = findSections(reading);
  const items = issueUnits.flatMap((unit, index): PlannedItem[] => {
    const issue = values.issues[index];
    return issue === undefined || issue.kind === "observation" ? [] : [{ unit, issue, id: ids[index] }];
  });
  if (sections.size === 0 && items.length === 0 && values.noIssuesFound === undefined) {
    nameRemarks(outline, reading, sections);
  }
  return { items, sections, reviews: findReviews(reading) };
}

/** An id for each issue: its own where that is free and of this round, else the next (SPEC 5). */
function assignIds(reading: ReviewReading, context: RepairContext): (IssueId | undefined)[] {
  const { issues } = reading.values;
  const round = context.round ?? reading.round ?? roundOfIds(issues) ?? roundAfter(reading.values.rechecks);
  const mint = issueIdMint(round, context.takenIssueIds ?? []);
  const kept = issues.map((issue) => issue.kind !== "observation" && issue.id !== undefined && mint.claim(issue.id));
  return issues.map((issue, index) => {
    if (issue.kind === "observation") return undefined;
    return kept[index] === true ? issue.id : mint.next();
  });
}

function roundOfIds(issues: readonly { readonly id?: IssueId }[]): number | undefined {
  return issues.reduce<number | undefined>((round, { id }) => {
    const own = id === undefined ? undefined : parseIssueId(id)?.round;
    return own === undefined ? round : Math.max(own, round ?? 0);
  }, undefined);
}

/** A review comes after the issues that it looks at again; one that looks at none is the first. */
function roundAfter(rechecks: readonly Recheck[]): number {
  return (roundOfIds(rechecks.map(({ issue }) => (issue === undefined ? {} : { id: issue }))) ?? 0) + 1;
}

function findSections({ outline, scopes }: ReviewReading): Map<OutlineNode, SectionPlan> {
  const sections = new Map<OutlineNode, SectionPlan>();
  for (const node of descendants(outline)) {
    if (node.heading === undefined) continue;
    const { severity, mixedSeverity } = node.heading.place;
    if (severity !== undefined && scopes.get(node)?.area === "issues" && !mixedSeverity) {
      sections.set(node, { severity, text: sectionHeading(severity, node.heading.text) });
    }
  }
  return sections;
}

/** Remarks are all that there is: their heading says that they are of low priority, and stays the heading of remarks. */
function nameRemarks(outline: OutlineNode, reading: ReviewReading, into: Map<OutlineNode, SectionPlan>): void {
  const holdsItem = startFinder(reading.issueUnits);
  for (const node of descendants(outline)) {
    const { heading } = node;
    if (heading === undefined || heading.place.area !== "observations") continue;
    if (!holdsItem(node.line + 1, node.endLine)) continue;
    if (heading.folded.startsWith("low priority")) {
      into.set(node, { severity: "LOW", text: heading.text.trim() });
      continue;
    }
    const words = plainText(heading.text)
      .replace(/[\s:]+$/, "")
      .replace(/\s*[()]+\s*/g, ", ")
      .replace(/^, |, $/g, "");
    into.set(node, { severity: "LOW", text: `${SEVERITY_HEADINGS.LOW} (${words})` });
  }
}

/** `Minor Issues (Non-Blocking)` becomes `Low Priority / Nits (Non-Blocking)`; a heading of the form stays as it is. */
function sectionHeading(severity: Severity, text: string): string {
  const canonical = SEVERITY_HEADINGS[severity];
  const plain = plainText(text).replace(/:$/, "").trim();
  if (plain === canonical || (severity === "LOW" && plain === "Low Priority")) return plain;
  const aside = /\([^()]{1,60}\)$/.exec(plain)?.[0];
  return aside === undefined ? canonical : `${canonical} ${aside}`;
}

/** Headings that begin a review: `Review: …`, `GAP-… Review: topic`, `Review of GAP-…`, `GAP-…: topic`. */
function findReviews({ outline, scopes, issueUnits, recheckUnits }: ReviewReading): Map<OutlineNode, string> {
  const reviews = new Map<OutlineNode, string>();
  const isItem = rangeFinder([...issueUnits, ...recheckUnits]);
  for (const node of descendants(outline)) {
    const { heading } = node;
    if (heading === undefined || heading.level > 4) continue;
    const folded = heading.folded;
    if (/^review:\s*\S/u.test(folded))
      reviews.set(node, heading.text.trim().replace(/^[*_\s]*review\s*:\s*/iu, "Review: "));
    else if (
      /^(?:gap-[a-z]+-\d{3}[a-z]?\b.*\breview\b|(?:re-?)?review of\b.*gap-)/u.test(folded) ||
      (isGapSection(node, scopes.get(node) ?? NO_SCOPE) && isItem(node.line) === undefined)
    ) {
      reviews.set(node, reviewOf(heading.text));
    }
  }
  // A title over the reviews of its gaps is a title.
  const [title] = outline.children;
  const holdsReviews = title?.heading?.level === 1 && [...reviews.keys()].some((node) => node.parent === title);
  if (title !== undefined && holdsReviews) reviews.delete(title);
  return reviews;
}

function reviewOf(text: string): string {
  const gaps = gapIdsIn(withoutCode(text)).map(({ id }) => id);
  const rest = text
    .replace(/GAP-[A-Z]+-\d{3}[a-z]?/g, " ")
    .replace(/\b(?:re-?)?review(?:\s+of)?\b/giu, " ")
    .replace(/^\W*(?:(?:feedback|comments?|notes?|issues?|findings?)\s+)?(?:on|for|with|in)\s+$/iu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s:,&+–—-]+|[\s:,&+–—-]+$/gu, "")
    .replace(/^\((.*)\)$/u, "$1");
  return `Review: ${gaps.join(", ")}${rest === "" ? "" : ` (${rest})`}`;
}
