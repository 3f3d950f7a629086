import { wrapAnsi } from "fast-wrap-ansi";
import { shownEvidence } from "../../model/listed-gap.ts";
import type { Evidence, Question } from "../../model/question.ts";
import { visibleLine, visibleText } from "../../model/visible-text.ts";
import { idsAbout } from "../../model/whole-question.ts";
import type { Paint } from "../paint.ts";

export interface LineOptions {
  readonly columns: number;
  readonly paint: Paint;
  /** Lines that each piece of evidence may take; the rest is folded. */
  readonly evidenceLines?: number;
}

/** Header, text and evidence: what a person reads before they choose. Everything in it is neutralised. */
export function questionLines(question: Question, options: LineOptions): string[] {
  const { paint } = options;
  const ids = idsAbout(question);
  const about = ids.length === 0 ? "" : `  ${visibleLine(ids.join(", "), 200)}`;
  const head = `${paint.bold(paint.cyan(visibleLine(question.header, 24)))}  ${paint.dim(`${visibleLine(question.id, 40)}${about}`)}`;
  const evidence = shownEvidence(question).flatMap((piece) => ["", ...evidenceLines(piece, options)]);
  return [head, "", ...wrapped(question.text, "", options.columns), ...evidence];
}

export function evidenceLines(evidence: Evidence, { columns, paint, evidenceLines: limit }: LineOptions): string[] {
  const where = evidence.where === undefined ? "" : `  ${paint.dim(visibleLine(evidence.where, 200))}`;
  const title = `${paint.bold(visibleLine(evidence.title, 200))}${where}`;
  const body = wrapped(evidence.body.trim(), "  ", columns);
  const shown = limit === undefined || fits(body, limit) ? body : body.slice(0, limit);
  const folded = body.length - shown.length;
  return [
    title,
    ...shown,
    ...(folded === 0 ? [] : [paint.dim(`  … ${folded} more ${folded === 1 ? "line" : "lines"}`)]),
  ];
}

export function isFolded(
  question: Question,
  { columns, evidenceLines: limit = Number.POSITIVE_INFINITY }: LineOptions,
): boolean {
  return shownEvidence(question).some((piece) => !fits(wrapped(piece.body.trim(), "  ", columns), limit));
}

/** To fold a line or two away would save none. */
function fits(body: readonly string[], limit: number): boolean {
  return body.length <= limit + 2;
}

/** Neutralised, wrapped at words to the width, each line indented as it was and by `indent`. */
export function wrapped(text: string, indent: string, columns: number): string[] {
  const width = Math.max(20, Math.min(columns, 120) - indent.length);
  return visibleText(text)
    .replaceAll("\t", "    ")
    .split("\n")
    .flatMap((line) => {
      const lead = indent + (/^ {0,40}/.exec(line)?.[0] ?? "");
      // What is quoted or listed stays so where it is broken.
      const mark = /^(?:> |[-*+] |\d{1,4}\. )+/.exec(line.trim())?.[0] ?? "";
      const room = Math.max(20, width - lead.length + indent.length - mark.length);
      return wrapAnsi(line.trim().slice(mark.length), room, { hard: true })
        .split("\n")
        .map((part, index) => (part === "" ? "" : lead + (index === 0 ? mark : mark.replace(/[^>]/g, " ")) + part));
    });
}
