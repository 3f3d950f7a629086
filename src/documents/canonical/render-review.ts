import type { GapId } from "../../model/ids.ts";
import { SEVERITIES } from "../../model/severity.ts";
import {
  cell,
  EARLIER_HEADER,
  EARLIER_ISSUES,
  earlierRow,
  indented,
  issueLine,
  NEW_GAPS,
  observationLine,
  SEVERITY_HEADINGS,
  verdictLine,
} from "../review/form.ts";
import type { ReadIssue, ReviewerDocument } from "../values.ts";
import { renderNewGaps } from "./render-new-gaps.ts";

/** The Reviewer's form: one review per gap, then what belongs to none (SPEC 5). */
export function renderReview(document: ReviewerDocument): string {
  const gaps = document.reviewed.map(({ gap }) => gap);
  const single = gaps.length <= 1;
  const blocks = single ? singleReview(document, gaps[0]) : manyReviews(document, gaps);
  return `${blocks.join("\n\n")}\n`;
}

function singleReview(document: ReviewerDocument, gap: GapId | undefined): string[] {
  return [
    `## Review: ${gap ?? "the proposals"}`,
    ...earlier(document),
    ...sections(document.issues, document),
    ...noIssues(document),
    ...newGaps(document),
    ...verdict(document),
  ];
}

function manyReviews(document: ReviewerDocument, gaps: readonly GapId[]): string[] {
  const known = new Set(gaps);
  const byGap = new Map(document.verdict.byGap.map((one) => [one.gap, one.value]));
  const loose = document.issues.filter((issue) => issue.gap === undefined || !known.has(issue.gap));
  return [
    ...gaps.flatMap((gap, index) => {
      const value = byGap.get(gap);
      return [
        `## Review: ${gap}`,
        ...(index === 0 ? earlier(document) : []),
        ...sections(document.issues.filter((issue) => issue.gap === gap)),
        ...(value === undefined ? [] : [verdictLine(value)]),
      ];
    }),
    ...(loose.length === 0 && document.severitySections.length > 0
      ? []
      : [`## Review: ${gaps.join(", ")}`, ...sections(loose, document)]),
    ...noIssues(document),
    ...newGaps(document),
    ...(document.verdict.asWritten === undefined ? [] : ["## Overall Verdict", verdictLine(document.verdict.value)]),
  ];
}

function earlier({ rechecks }: ReviewerDocument): string[] {
  if (rechecks.length === 0) return [];
  const rows = rechecks.map((one) => earlierRow(one.issue ?? cell(one.label ?? ""), one.status, cell(one.why)));
  return [`### ${EARLIER_ISSUES}`, [...EARLIER_HEADER, ...rows].join("\n")];
}

/** Every severity that has issues; for a document that has none, an empty section where it had one. */
function sections(issues: readonly ReadIssue[], document?: ReviewerDocument): string[] {
  const blocks = SEVERITIES.flatMap((severity) => {
    const own = issues.filter((issue) => issue.severity === severity);
    return own.length === 0 ? [] : [`### ${SEVERITY_HEADINGS[severity]}`, own.map(item).join("\n\n")];
  });
  const empty = document !== undefined && document.issues.length === 0 && document.severitySections.length > 0;
  return empty ? [`### ${SEVERITY_HEADINGS.CRITICAL}`, "None."] : blocks;
}

function item(issue: ReadIssue): string {
  const [first = "", ...below] = issue.text.split("\n");
  const line =
    issue.kind === "observation" ? observationLine(issue.label, first) : issueLine(issue.id, issue.label, first);
  return [line, ...indented(below)].join("\n");
}

function noIssues({ noIssuesFound }: ReviewerDocument): string[] {
  if (noIssuesFound === undefined) return [];
  const words = noIssuesFound.text.replace(/^#+\s*/, "");
  return [words.startsWith("NO_ISSUES_FOUND") ? `### ${words}` : `### NO_ISSUES_FOUND: ${words}`];
}

function newGaps(document: ReviewerDocument): string[] {
  return document.newGaps.length === 0 ? [] : [`### ${NEW_GAPS}`, renderNewGaps(document.newGaps)];
}

function verdict({ verdict }: ReviewerDocument): string[] {
  return verdict.value === "NONE" ? [] : ["### Verdict", verdictLine(verdict.value)];
}
