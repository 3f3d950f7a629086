import { plainText } from "../markdown/inline.ts";
import { rangeFinder } from "../outline/line-ranges.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import type { ReviewReading } from "../review/read-review.ts";
import type { ReviewerDocument } from "../values.ts";
import { isRealHeading, shiftedLevels } from "./heading-levels.ts";
import type { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";
import type { ReviewPlan } from "./review-plan.ts";

/** The level of `### High Priority`. */
const SECTION = 3;

/** `## Review: …` over everything, severity sections below it, and the other headings where they stood beside these. */
export function repairReviewHeadings(
  patch: Patch,
  reading: ReviewReading,
  plan: ReviewPlan,
  context: RepairContext,
): void {
  const fixed = (node: OutlineNode) => (plan.reviews.has(node) ? 2 : plan.sections.has(node) ? SECTION : undefined);
  const put = plan.reviews.size === 0 && isReview(reading.values);
  if (put) putReviewHeading(patch, reading, context);
  const levels = shiftedLevels(reading.outline, fixed, put ? SECTION : undefined);
  const find = rangeFinder(plan.items.map(({ unit }) => unit));
  const isItem = (line: number): boolean => find(line) !== undefined;
  for (const [node, level] of levels) {
    if (node.heading !== undefined && !isItem(node.heading.line)) rewrite(patch, node, level, plan, reading, context);
  }
  for (const parent of [reading.outline, ...descendants(reading.outline)]) raiseBold(patch, parent, plan, isItem);
}

/** A bold line becomes a heading, and so do the bold lines after it: they would otherwise be part of its section. */
function raiseBold(patch: Patch, parent: OutlineNode, plan: ReviewPlan, isItem: (line: number) => boolean): void {
  let raised = false;
  for (const node of parent.children) {
    const section = plan.sections.get(node);
    if (isRealHeading(node)) raised = false;
    else if (isItem(node.line)) continue;
    else if (section !== undefined) {
      patch.replace("severity-section", node.line, node.heading?.endLine ?? node.line, [`### ${section.text}`]);
      raised = true;
    } else if (raised) raise(patch, node);
  }
}

function raise(patch: Patch, node: OutlineNode): void {
  const { heading } = node;
  if (heading === undefined) return;
  const words = /^\*\*(.+?):?\*\*[\s:.]*$/u.exec(heading.text.trim())?.[1];
  if (words !== undefined) patch.replace("bold-heading", heading.line, heading.endLine, [`### ${words}`]);
}

function isReview(values: ReviewReading["values"]): boolean {
  return (
    values.issues.length > 0 ||
    values.rechecks.length > 0 ||
    values.severitySections.length > 0 ||
    values.verdict.value !== "NONE" ||
    values.noIssuesFound !== undefined
  );
}

function rewrite(
  patch: Patch,
  node: OutlineNode,
  level: number,
  plan: ReviewPlan,
  reading: ReviewReading,
  context: RepairContext,
): void {
  const { heading } = node;
  if (heading === undefined) return;
  const section = plan.sections.get(node)?.text;
  const review = plan.reviews.get(node);
  const text = section ?? (review === undefined ? heading.text : withGaps(review, reading.values, context));
  if (level === heading.level && text.trim() === heading.text.trim()) return;
  const kind = section !== undefined ? "severity-section" : review !== undefined ? "review-heading" : "heading-level";
  patch.replace(kind, heading.line, heading.endLine, [`${"#".repeat(level)} ${text.trim()}`]);
}

/** `Review: Round 2` is a review of every proposal of the round, where the document names no gap itself. */
function withGaps(review: string, values: Pick<ReviewerDocument, "reviewed">, context: RepairContext): string {
  if (values.reviewed.length > 0 || context.proposals === undefined || context.proposals.length === 0) return review;
  return review.replace(/^Review: (.*)$/u, `Review: ${context.proposals.join(", ")} ($1)`);
}

function putReviewHeading(patch: Patch, reading: ReviewReading, context: RepairContext): void {
  const { outline, values } = reading;
  const [first, second] = outline.children;
  const title = first?.heading?.level === 1 ? first : undefined;
  const gaps = values.reviewed.length > 0 ? values.reviewed.map(({ gap }) => gap) : (context.proposals ?? []);
  const words = plainText(title?.heading?.text ?? "").replace(/^review(?:er)?\b[\s:–—-]*/iu, "");
  const subject = gaps.length > 0 ? gaps.slice(0, 50).join(", ") : words === "" ? "the proposals" : words;
  const below = title?.children.find(isRealHeading)?.line ?? second?.line ?? (title?.heading?.endLine ?? 0) + 1;
  const units = [...reading.issueUnits, ...reading.recheckUnits].map((unit) => unit.within?.line ?? unit.line);
  const line = units.reduce((least, unit) => Math.min(least, unit), title === undefined ? (first?.line ?? 1) : below);
  patch.insert("review-heading", line, [`## Review: ${subject}`]);
}
