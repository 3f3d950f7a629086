import { plainText } from "../markdown/inline.ts";
import { descendants, type OutlineNode } from "../outline/outline.ts";
import { cell, EARLIER_HEADER, EARLIER_ISSUES, earlierRow } from "../review/form.ts";
import type { ReviewReading } from "../review/read-review.ts";
import type { Recheck } from "../values.ts";
import { isRealHeading } from "./heading-levels.ts";
import type { Patch } from "./patch.ts";
import type { ReviewPlan } from "./review-plan.ts";

/** `### Earlier Issues`, a table, where the re-checks are said in another form (SPEC 5). */
export function repairRechecks(patch: Patch, reading: ReviewReading, plan: ReviewPlan): void {
  const { rechecks } = reading.values;
  if (rechecks.length === 0 || hasEarlierIssues(reading.outline)) return;
  const rows = rechecks.map((one) => earlierRow(one.issue ?? cell(one.label ?? ""), one.status, cell(why(one))));
  patch.insert("earlier-issues", placeFor(reading, plan), [`### ${EARLIER_ISSUES}`, "", ...EARLIER_HEADER, ...rows]);
}

function hasEarlierIssues(outline: OutlineNode): boolean {
  for (const node of descendants(outline)) {
    if ((node.heading?.folded ?? "").startsWith(EARLIER_ISSUES.toLowerCase())) return true;
  }
  return false;
}

/** Before the first section of the review. */
function placeFor({ outline }: ReviewReading, plan: ReviewPlan): number {
  const [review] = plan.reviews.keys();
  const [title] = outline.children;
  const over = review ?? (title?.heading?.level === 1 ? title : outline);
  const first = over.children.find(isRealHeading);
  return first?.line ?? (over === outline ? 1 : over.endLine + 1);
}

/** The author's words on it: the first that there are. */
function why(one: Recheck): string {
  const line = one.why
    .slice(0, 1200)
    .split("\n")
    .find((text) => text.trim() !== "");
  return plainText(line ?? "").replace(/\s+/g, " ");
}

/** The word for a review that found nothing, before the author's own (SPEC 7). */
export function repairNoIssues(patch: Patch, { values }: ReviewReading): void {
  const { noIssuesFound, severitySections } = values;
  if (noIssuesFound === undefined || severitySections.length > 0) return;
  const line = patch.line(noIssuesFound.line);
  if (line.includes("NO_ISSUES_FOUND")) return;
  const heading = /^(\s{0,3}#{1,6}\s+)(.*)$/.exec(line);
  const to = heading === null ? `NO_ISSUES_FOUND: ${line.trim()}` : `### NO_ISSUES_FOUND: ${(heading[2] ?? "").trim()}`;
  patch.replace("no-issues-found", noIssuesFound.line, noIssuesFound.line, [to]);
}

/** The verdict in the one word for it, with the author's own behind it. */
export function repairVerdict(patch: Patch, { values }: ReviewReading): void {
  const { value, asWritten, line } = values.verdict;
  if (line === undefined || asWritten === undefined || value === "NONE") return;
  const text = patch.line(line);
  const at = text.indexOf(asWritten);
  if (at === -1 || text.includes(value)) return;
  const to = `${text.slice(0, at)}${value} (${asWritten})${text.slice(at + asWritten.length)}`;
  patch.replace("verdict", line, line, [to]);
}
