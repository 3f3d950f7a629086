import type { AgentDocument, EngineerDocument, ReadIssue, ReviewerDocument } from "../values.ts";

/** Whether a repaired document still says what the original said. Ids may have been given, words may not change. */
export function sameMeaning(before: AgentDocument, after: AgentDocument): boolean {
  if (before.role === "engineer") return after.role === "engineer" && sameProposal(before, after);
  return after.role === "reviewer" && sameReview(before, after);
}

function sameReview(before: ReviewerDocument, after: ReviewerDocument): boolean {
  if (before.issues.length !== after.issues.length || before.verdict.value !== after.verdict.value) return false;
  const said = before.issues.map(issueKey).sort();
  const says = after.issues.map(issueKey).sort();
  return said.every((key, index) => key === says[index]) && sameRechecks(before, after);
}

function sameRechecks(before: ReviewerDocument, after: ReviewerDocument): boolean {
  const key = ({ rechecks }: ReviewerDocument) =>
    rechecks
      .map((one) => `${one.issue ?? one.label?.toUpperCase() ?? ""} ${one.status}`)
      .sort()
      .join("\n");
  return key(before) === key(after);
}

/** Kind, severity, gap and words; the words without white space, so that moving them under a bullet changes nothing. */
function issueKey(issue: ReadIssue): string {
  return `${issue.kind} ${issue.severity} ${issue.gap ?? ""} ${issue.text.replace(/\s+/g, "")}`;
}

function sameProposal(before: EngineerDocument, after: EngineerDocument): boolean {
  return (
    before.resolutions.length === after.resolutions.length &&
    before.resolutions.every((one, index) => one.confidence === after.resolutions[index]?.confidence) &&
    before.newGaps.length <= after.newGaps.length &&
    before.responses.length === after.responses.length &&
    before.disagreements.length === after.disagreements.length &&
    before.blocked.length === after.blocked.length
  );
}
