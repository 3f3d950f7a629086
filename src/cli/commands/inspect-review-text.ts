import type { ReadIssue } from "../../documents/values.ts";
import type { JudgedIssue } from "../../mediator/disagreement/answer-evidence.ts";
import { isFlagged, type Judgement } from "../../mediator/disagreement/judge-answer.ts";
import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";
import { wrap } from "./inspect-text.ts";

/** An issue of a bare review: one without an id of its own is shown by its label. */
export type InspectedIssue = ReadIssue & JudgedIssue & { readonly named: boolean };

export interface ReviewNames {
  readonly file: string;
  readonly review: string;
  /** An earlier proposal was at hand. */
  readonly compared: boolean;
}

type Judged = Judgement<InspectedIssue>;

const MOST_TITLE = 160;
const MOST_WORDS = 500;

/** A report for a person: what needs a look first, with its evidence; what is answered in a line each. */
export function reviewLines(
  judged: readonly Judged[],
  { file, review, compared }: ReviewNames,
  paint: Paint,
  columns: number,
): string[] {
  const head = `${paint.bold(file)} ${paint.dim(`against ${review}`)}`;
  if (judged.length === 0) return [head, "", "The review raises no CRITICAL or HIGH issue."];
  const others = judged.filter(({ status }) => !isFlagged(status));
  return [
    head,
    ...judged.filter(({ status }) => isFlagged(status)).flatMap((each) => ["", ...flaggedLines(each, paint, columns)]),
    ...(others.length > 0 ? [""] : []),
    ...others.map(({ issue, status }) => `${colourOf(status, paint)(status)}  ${heading(issue)}`),
    "",
    summary(judged, paint),
    ...(compared ? [] : [paint.dim(WITHOUT_PREVIOUS)]),
  ];
}

const WITHOUT_PREVIOUS = "With --previous, changes that the earlier proposal had already are not taken for an answer.";

function colourOf(status: Judged["status"], paint: Paint): (text: string) => string {
  if (status === "NOT_DUE") return paint.dim;
  return status === "DISAGREED" ? paint.yellow : paint.green;
}

function flaggedLines({ issue, status, confidence, heuristics, evidence }: Judged, paint: Paint, columns: number) {
  const grounds = `${heuristics.join(", ")}, confidence ${confidence}`;
  return [
    `${paint.red(status)}  ${heading(issue)}`,
    paint.dim(`  ${grounds}, raised at line ${issue.line} of the review`),
    ...evidence.flatMap((piece) => evidenceLines(piece, paint, columns)),
  ];
}

function heading({ named, id, label, severity, gap, title }: InspectedIssue): string {
  const name = visibleLine([named ? id : label, severity, gap].filter((part) => part !== undefined).join(" "), 80);
  return `${name}  ${visibleLine(title, MOST_TITLE)}`;
}

function evidenceLines({ what, where, line, words }: Judged["evidence"][number], paint: Paint, columns: number) {
  const place = line === undefined ? where : `${where}:${line}`;
  const quoted = words === undefined ? [] : wrap(visibleLine(words, MOST_WORDS), Math.max(40, columns - 6));
  return [
    `  - ${visibleLine(what, MOST_WORDS)} ${paint.dim(`(${visibleLine(place, 200)})`)}`,
    ...quoted.map((text) => `    > ${text}`),
  ];
}

function summary(judged: readonly Judged[], paint: Paint): string {
  const statuses = judged.map(({ status }) => status);
  const counts = [...new Set(statuses)].map(
    (status) => `${statuses.filter((other) => other === status).length} ${status}`,
  );
  const open = statuses.filter(isFlagged).length;
  const verdict = open === 0 ? paint.green("nothing left unanswered") : paint.red(`${open} to look at`);
  return `${paint.bold("Issues:")} ${counts.join(", ")}; ${verdict}`;
}
