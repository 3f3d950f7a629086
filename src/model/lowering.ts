import { type IssueId, isIssueId, listedWords } from "./ids.ts";
import { isBlocking, SEVERITIES, type Severity } from "./severity.ts";

/** An issue and the severity that the person gives it instead (SPEC 8). */
export interface Lowering {
  readonly issue: IssueId;
  readonly severity: Severity;
}

/** `ISSUE-R7-001=LOW, ISSUE-R7-002=MEDIUM`, or the first part that is no such thing. */
export function readLowerings(text: string): { readonly lowerings: Lowering[]; readonly wrong?: string } {
  const lowerings: Lowering[] = [];
  for (const part of listedWords(text)) {
    const [issue = "", word = ""] = part.split("=");
    const severity = SEVERITIES.find((known) => known === word.toUpperCase());
    if (!isIssueId(issue) || severity === undefined || isBlocking(severity)) return { lowerings, wrong: part };
    lowerings.push({ issue, severity });
  }
  return { lowerings };
}
