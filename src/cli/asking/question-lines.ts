import { plural } from "../../model/plural.ts";
import type { Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { evidenceTitle, idsAbout, shownEvidence } from "../../model/whole-question.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-line.ts";

export interface LineOptions {
  readonly columns: number;
  readonly paint: Paint;
  /** Lines that each piece of evidence may take; the rest is folded. */
  readonly evidenceLines?: number;
}

/** Header, text and evidence: what a person reads before they choose. Everything in it is neutralised. */
export function questionLines(question: Question, options: LineOptions): string[] {
  const { paint } = options;
  const about = [question.id, idsAbout(question).join(", ")].filter(Boolean).join("  ");
  const head = `${paint.bold(paint.cyan(visibleLine(question.header, 24)))}  ${paint.dim(visibleLine(about, 200))}`;
  return [head, "", ...wrapText(question.text, "", options.columns), ...evidenceLines(question, options)];
}

/** Every piece of evidence, as far as it may take lines. */
export function evidenceLines(question: Question, { columns, paint, evidenceLines: limit }: LineOptions): string[] {
  return shownEvidence(question).flatMap((piece) => {
    const body = wrapText(piece.body.trim(), "  ", columns);
    const head = ["", evidenceTitle(piece, paint)];
    // To fold a line or two away would save none.
    if (limit === undefined || body.length <= limit + 2) return [...head, ...body];
    return [...head, ...body.slice(0, limit), paint.dim(`  … ${plural(body.length - limit, "more line")}`)];
  });
}

export function isFolded(question: Question, options: LineOptions): boolean {
  const { columns, paint } = options;
  return evidenceLines(question, options).length < evidenceLines(question, { columns, paint }).length;
}
