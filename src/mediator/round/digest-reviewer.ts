import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import type { IssueDigest, RecheckDigest, ReviewerDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import { liveIssues } from "../queries.ts";
import type { State } from "../state.ts";
import { clip, newGapDigest } from "./digest-engineer.ts";
import { issueByName } from "./issue-by-name.ts";

export interface ReviewFacts {
  /** The gaps whose proposals were to be reviewed. */
  readonly under: readonly GapId[];
  /** Whether the issue's location or a quote occurs in what was reviewed (SPEC 3.6). */
  isAnchored(issue: ReadIssue): boolean;
  /** Whether the issue is about a passage that an earlier review saw unchanged (SPEC 3.6). */
  isLate(issue: ReadIssue, gap: GapId): boolean;
}

/** What the session keeps of the round's reviewer.md. */
export function digestReviewer(state: State, document: ReviewerDocument, facts: ReviewFacts): ReviewerDigest {
  const under = new Set(facts.under);
  const [only] = facts.under;
  const reviewed = document.reviewed.map((reference) => reference.gap).filter((gap) => under.has(gap));
  return {
    role: "reviewer",
    // A review that names no gap, of a single proposal, is about that one.
    reviewed: reviewed.length === 0 && under.size === 1 && only !== undefined ? [only] : [...new Set(reviewed)],
    issues: document.issues.flatMap((issue) => issueDigest(state, issue, facts)),
    rechecks: rechecks(state, document, under),
    newGaps: document.newGaps.filter((gap) => gap.id !== undefined && !state.gaps.has(gap.id)).flatMap(newGapDigest),
    severities: document.newGaps.flatMap((gap) =>
      gap.id !== undefined && gap.severity !== undefined && state.gaps.has(gap.id)
        ? [{ gap: gap.id, severity: gap.severity }]
        : [],
    ),
    verdict: document.verdict.value,
    verdictByGap: document.verdict.byGap.map(({ gap, value }) => ({ gap, value })),
    noIssuesFound: document.noIssuesFound !== undefined,
  };
}

function issueDigest(state: State, issue: ReadIssue, facts: ReviewFacts): IssueDigest[] {
  if (issue.kind !== "raised" || issue.id === undefined) return [];
  const gap = issue.gap !== undefined && state.gaps.has(issue.gap) ? issue.gap : facts.under[0];
  if (gap === undefined) return [];
  return [
    {
      id: issue.id,
      ...(issue.label === undefined ? {} : { label: issue.label }),
      gap,
      title: issue.title.slice(0, 300),
      text: clip(issue.text),
      ...(issue.location === undefined ? {} : { location: clip(issue.location) }),
      ...(issue.impact === undefined ? {} : { impact: clip(issue.impact) }),
      ...(issue.suggestion === undefined ? {} : { suggestion: clip(issue.suggestion) }),
      severity: issue.severity,
      ...(issue.severityAsWritten === undefined ? {} : { severityAsWritten: issue.severityAsWritten }),
      readsAsBlocking: issue.readsAsBlocking,
      anchored: facts.isAnchored(issue),
      late: facts.isLate(issue, gap),
      line: issue.line,
    },
  ];
}

function rechecks(state: State, document: ReviewerDocument, under: ReadonlySet<GapId>): RecheckDigest[] {
  const live = liveIssues(state);
  const words = document.rechecks.flatMap((recheck): RecheckDigest[] => {
    const issue = recheck.issue ?? issueByName(live, recheck.label, under);
    if (issue === undefined || !state.issues.has(issue)) return [];
    return [{ issue, status: recheck.status, why: clip(recheck.why), line: recheck.line }];
  });
  const withdrawn = document.issues.flatMap((issue): RecheckDigest[] => {
    if (issue.kind !== "withdrawn" || issue.id === undefined || !state.issues.has(issue.id)) return [];
    return [{ issue: issue.id, status: "WITHDRAWN", why: clip(issue.text), line: issue.line }];
  });
  return [...words, ...withdrawn];
}
