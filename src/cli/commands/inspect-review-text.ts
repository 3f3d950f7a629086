import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import type { ReviewReport } from "./inspect-review-report.ts";
import { wrap } from "./inspect-table.ts";

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
const MOST_EVIDENCE = 500;

/** A report for a person: what needs a look first, with its evidence; what is answered in a line each. */
export function reviewLines(report: ReviewReport, names: ReviewNames, paint: Paint, columns: number): string[] {
  const { issues } = report;
  const titled = issues.map((issue, index) => ({ issue, title: names.titles[index] ?? "" }));
  const open = titled.filter(({ issue }) => isOpen(issue));
  const settled = titled.filter(({ issue }) => !isOpen(issue) && issue.status !== "NOT_DUE");
  return [
    `${paint.bold(names.file)} ${paint.dim(`against ${names.review}`)}`,
    ...(issues.length === 0 ? ["", "The review raises no CRITICAL or HIGH issue."] : []),
    ...open.flatMap(({ issue, title }) => ["", ...issueLines(issue, title, paint, columns)]),
    ...(settled.length > 0 ? [""] : []),
    ...settled.flatMap(({ issue, title }) => settledLines(issue, title, paint, columns)),
    ...notDueLines(issues, paint, columns),
    ...(issues.length > 0 ? ["", summary(issues, paint)] : []),
    ...(names.compared || issues.length === 0 ? [] : [paint.dim(WITHOUT_PREVIOUS)]),
  ];
}

const WITHOUT_PREVIOUS = "With --previous, what the earlier proposal said already is not taken for an answer.";

function isOpen({ status }: Shown): boolean {
  return status === "IGNORED" || status === "NON_RESPONSE" || status === "DEFLECTION";
}

function issueLines(issue: Shown, title: string, paint: Paint, columns: number): string[] {
  const grounds = `${issue.heuristics.join(", ")}, confidence ${issue.confidence}`;
  return [
    `${paint.red(issue.status)}  ${heading(issue, title)}`,
    paint.dim(`  ${grounds}${issue.line === null ? "" : `, raised at line ${issue.line} of the review`}`),
    ...issue.evidence.flatMap((evidence) => evidenceLines(evidence, paint, columns)),
  ];
}

function settledLines(issue: Shown, title: string, paint: Paint, columns: number): string[] {
  const soft = issue.status === "ANSWERED" && issue.confidence === "MEDIUM";
  const colour = issue.status === "DISAGREED" ? paint.yellow : paint.green;
  // What was found in substance stands after what was looked for by name.
  const shown = soft ? issue.evidence.filter(({ line }) => line !== null).slice(-1) : issue.evidence.slice(0, 1);
  return [
    `${colour(issue.status)}${soft ? paint.dim(" (in substance)") : ""}  ${heading(issue, title)}`,
    ...shown.flatMap((evidence) => evidenceLines(evidence, paint, columns)),
  ];
}

/** Issues of other gaps in one stretch: a document rarely is about all that a review was. */
function notDueLines(issues: ReviewReport["issues"], paint: Paint, columns: number): string[] {
  const waiting = issues.filter(({ status }) => status === "NOT_DUE");
  if (waiting.length === 0) return [];
  const names = waiting.map(({ id, label, gap }) => `${id ?? label ?? "an issue"} (${gap ?? "no gap"})`).join(", ");
  const [why] = waiting.flatMap(({ evidence }) => evidence.slice(0, 1));
  const reason = visibleLine((why?.what ?? "").replace(/, not .*$/, ""), MOST_EVIDENCE);
  const lines = wrap(visibleLine(names, 4000), Math.max(40, columns - 2));
  return ["", `${paint.dim("NOT_DUE")}  ${reason}`, ...lines.map((line) => paint.dim(`  ${line}`))];
}

function heading({ id, label, severity, gap }: Shown, title: string): string {
  const name = visibleLine([id ?? label, severity, gap].filter((part) => part !== null).join(" "), 80);
  return `${name}  ${visibleLine(title, MOST_TITLE)}`;
}

function evidenceLines({ what, where, line }: Shown["evidence"][number], paint: Paint, columns: number): string[] {
  const place = line === null ? where : `${where}:${line}`;
  const [first = "", ...rest] = wrap(visibleLine(what, MOST_EVIDENCE), Math.max(40, columns - 4));
  return [`  - ${first}`, ...rest.map((text) => `    ${text}`), paint.dim(`    ${visibleLine(place, 200)}`)];
}

function summary(issues: ReviewReport["issues"], paint: Paint): string {
  const counts = new Map<string, number>();
  for (const { status } of issues) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const open = issues.filter(isOpen).length;
  const verdict = open === 0 ? paint.green("nothing left unanswered") : paint.red(`${open} to look at`);
  return `${paint.bold("Issues:")} ${parts}; ${verdict}`;
}
