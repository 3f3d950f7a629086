import type { GapId, IssueId } from "../../model/ids.ts";
import type { Issue } from "../../model/issue.ts";

/** The issue that a document means by the Reviewer's own label for it (`H1`), among those of these gaps; the newest. */
export function issueByLabel(
  issues: readonly Pick<Issue, "id" | "label" | "gap">[],
  label: string | undefined,
  gaps: ReadonlySet<GapId>,
): IssueId | undefined {
  if (label === undefined) return undefined;
  const name = label.toUpperCase();
  return issues.findLast((issue) => gaps.has(issue.gap) && issue.label?.toUpperCase() === name)?.id;
}
