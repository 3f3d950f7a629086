import type { Markdown } from "../markdown/markdown.ts";
import { NEW_GAPS } from "../review/form.ts";
import type { ReviewReading } from "../review/read-review.ts";
import { repairNewGaps } from "./new-gaps.ts";
import type { Patch } from "./patch.ts";
import type { RepairContext } from "./repair-context.ts";
import { repairReviewHeadings } from "./review-headings.ts";
import { repairItems } from "./review-items.ts";
import { planReview, type ReviewPlan } from "./review-plan.ts";
import { repairNoIssues, repairRechecks, repairVerdict } from "./review-statements.ts";
import { declareGaps } from "./undeclared-gaps.ts";

/**
 * Writes a review back in the Reviewer's form (SPEC 5), in place: every word stays where its author put it. Returns
 * what was planned, with the ids that issues got.
 */
export function repairReview(
  patch: Patch,
  markdown: Markdown,
  reading: ReviewReading,
  context: RepairContext,
): ReviewPlan {
  const plan = planReview(reading, context);
  repairReviewHeadings(patch, reading, plan, context);
  repairItems(patch, markdown, reading, plan);
  repairRechecks(patch, reading, plan);
  repairNoIssues(patch, reading);
  repairVerdict(patch, reading);
  repairNewGaps(patch, markdown, reading.values.newGaps, context);
  declareGaps(patch, markdown, reading.values.newGaps, NEW_GAPS, context);
  return plan;
}
