import { isFlagged } from "../../mediator/disagreement/judge-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { ReviewReport } from "./inspect-review-report.ts";
import { wrap } from "./inspect-text.ts";

export interface ReviewNames {
  readonly file: string;
  readonly review: string;
  /** Of the issues, in their order. */
  readonly titles: readonly string[];
  /** An earlier proposal was at hand. */
  readonly compared: boolean;
}

type Shown = ReviewReport["issues"][number];

const MOST_TITLE = 160;
const MOST_WORDS = 500;

/** A report for a person: what needs a look first, with its evidence; what is answered in a line each. */
export function reviewLines({ issues }: ReviewReport, names: ReviewNames, paint: Paint, columns: number): string[] {
  const titled = issues.map((issue, index) => ({ issue, title: names.titles[index] ?? "" }));
  const flagged = titled.filter(({ issue }) => isFlagged(issue.status));
  const others = titled.filter(({ issue }) => !isFlagged(issue.status));
  return [
    `${paint.bold(names.file)} ${paint.dim(`against ${names.review}`)}`,
    ...(issues.length === 0 ? ["", "The review raises no CRITICAL or HIGH issue."] : []),
    ...flagged.flatMap(({ issue, title }) => ["", ...issueLines(issue, title, paint, columns)]),
    ...(others.length > 0 ? [""] : []),
    ...others.map(({ issue, title }) => `${colour(issue, paint)(issue.status)}  ${heading(issue, title)}`),
    ...(issues.length > 0 ? ["", summary(issues, paint)] : []),
    ...(names.compared || issues.length === 0 ? [] : [paint.dim(WITHOUT_PREVIOUS)]),
  ];
}

const WITHOUT_PREVIOUS = "With --previous, changes that the earlier proposal had already are not taken for an answer.";

function colour({ status }: Shown, paint: Paint): (text: string) => string {
  if (status === "NOT_DUE") return paint.dim;
  return status === "DISAGREED" ? paint.yellow : paint.green;
}

function issueLines(issue: Shown, title: string, paint: Paint, columns: number): string[] {
  const grounds = `${issue.heuristics.join(", ")}, confidence ${issue.confidence}`;
  return [
    `${paint.red(issue.status)}  ${heading(issue, title)}`,
    paint.dim(`  ${grounds}, raised at line ${issue.line} of the review`),
    ...issue.evidence.flatMap((evidence) => evidenceLines(evidence, paint, columns)),
  ];
}

function heading({ id, label, severity, gap }: Shown, title: string): string {
  const name = visibleLine([id ?? label, severity, gap].filter((part) => part !== null).join(" "), 80);
  return `${name}  ${visibleLine(title, MOST_TITLE)}`;
}

function evidenceLines({ what, where, line, words }: Shown["evidence"][number], paint: Paint, columns: number) {
  const place = line === null ? where : `${where}:${line}`;
  const quoted = words === null ? [] : wrap(visibleLine(words, MOST_WORDS), Math.max(40, columns - 6));
  return [
    `  - ${visibleLine(what, MOST_WORDS)} ${paint.dim(`(${visibleLine(place, 200)})`)}`,
    ...quoted.map((text) => `    > ${text}`),
  ];
}

function summary(issues: readonly Shown[], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const { status } of issues) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const open = issues.filter(({ status }) => isFlagged(status)).length;
  const verdict = open === 0 ? paint.green("nothing left unanswered") : paint.red(`${open} to look at`);
  return `${paint.bold("Issues:")} ${parts}; ${verdict}`;
}
