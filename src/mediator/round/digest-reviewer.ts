import type { ReadIssue, ReviewerDocument } from "../../documents/values.ts";
import { defined } from "../../model/defined.ts";
import type { IssueDigest, RecheckDigest, ReviewerDigest } from "../../model/digest.ts";
import type { GapId } from "../../model/ids.ts";
import { isBlocking } from "../../model/severity.ts";
import { wordWanted } from "../gate/context-of-run.ts";
import { currentRound } from "../queries.ts";
import type { State } from "../state.ts";
import { clip, clipped, newGapDigest } from "./digest-engineer.ts";

export interface ReviewFacts {
  /** The gaps whose proposals were to be reviewed. */
  readonly under: readonly GapId[];
  /** Whether every quotation of the issue occurs in what was reviewed (SPEC 3.6). */
  isAnchored(issue: ReadIssue): boolean;
  /** Whether the issue is about passages that an earlier review saw unchanged (SPEC 3.6). */
  isLate(issue: ReadIssue, gap: GapId): boolean;
}

/** What the session keeps of the round's reviewer.md. */
export function digestReviewer(state: State, document: ReviewerDocument, facts: ReviewFacts): ReviewerDigest {
  const under = new Set(facts.under);
  const verdicts = document.verdicts.filter(({ gap }) => under.has(gap)).map(({ gap, value }) => ({ gap, value }));
  const issues = document.issues.flatMap((issue) => issueDigest(state, issue, facts));
  const words = rechecks(state, document);
  const silent = facts.under.filter((gap) => isPassedOver(state, gap, words));
  const refused = new Set([
    ...verdicts.filter(({ value }) => value === "NEEDS_REVISION").map(({ gap }) => gap),
    ...issues.filter(({ severity }) => isBlocking(severity)).map(({ gap }) => gap),
  ]);
  return {
    role: "reviewer",
    // A verdict makes a review of it, and an approval also a word on every issue: what is passed over stays PROPOSED
    // and is reviewed first in the next round (SPEC 5, PARTIAL_REVIEW).
    reviewed: [...new Set(verdicts.map(({ gap }) => gap))].filter((gap) => refused.has(gap) || !silent.includes(gap)),
    issues,
    rechecks: words,
    newGaps: document.newGaps.flatMap((gap) => newGapDigest(gap, 0)),
    severities: document.severities.filter(({ gap }) => state.gaps.has(gap)),
    outOfScope: document.outOfScope.map(({ gap, reason }) => ({ gap, reason: clip(reason) })),
    verdicts,
    noIssuesFound: document.noIssuesFound.length > 0,
    examined: document.noIssuesFound.map(({ text }) => clip(text, 2_000)),
  };
}

function isPassedOver(state: State, gap: GapId, words: readonly RecheckDigest[]): boolean {
  const wanted = wordWanted(state, { gaps: [gap], round: currentRound(state) });
  return wanted.some((id) => !words.some(({ issue }) => issue === id));
}

function issueDigest(state: State, issue: ReadIssue, facts: ReviewFacts): IssueDigest[] {
  if (issue.kind !== "raised" || issue.id === undefined) return [];
  const gap = issue.gap !== undefined && state.gaps.has(issue.gap) ? issue.gap : facts.under[0];
  if (gap === undefined) return [];
  return [
    {
      id: issue.id,
      ...defined({ label: issue.label }),
      gap,
      title: clip(issue.title, 600),
      text: clip(issue.text),
      ...defined({
        location: clipped(issue.location),
        impact: clipped(issue.impact),
        suggestion: clipped(issue.suggestion),
      }),
      severity: issue.severity,
      severityAsWritten: issue.severityAsWritten,
      quotations: issue.quotations.map((quotation) => clip(quotation, 2_000)),
      anchored: facts.isAnchored(issue),
      late: facts.isLate(issue, gap),
      line: issue.line,
    },
  ];
}

function rechecks(state: State, document: ReviewerDocument): RecheckDigest[] {
  const words = document.rechecks
    .filter(({ issue }) => state.issues.has(issue))
    .map(({ issue, status, why, line }): RecheckDigest => ({ issue, status, why: clip(why), line }));
  const withdrawn = document.issues.flatMap((issue): RecheckDigest[] => {
    if (issue.kind !== "withdrawn" || issue.id === undefined || !state.issues.has(issue.id)) return [];
    return [{ issue: issue.id, status: "WITHDRAWN", why: clip(issue.text), line: issue.line }];
  });
  return [...words, ...withdrawn];
}
