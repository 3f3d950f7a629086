import type { Question } from "../../model/question.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { evidenceTitle, idsAbout, shownEvidence } from "../../model/whole-question.ts";
import type { Paint } from "../paint.ts";
import { wrapText } from "../wrap-line.ts";

interface Layout {
  readonly columns: number;
  readonly paint: Paint;
}

/** Of a list, which can be ticked off whole; status.md has all of it. */
const MOST_GAPS = 100;

/** Header, text and evidence, whole: what a person reads before they choose (SPEC 10.3). All of it is neutralised. */
export function questionLines(question: Question, { columns, paint }: Layout): string[] {
  const about = [question.id, idsAbout(question).join(", ")].filter(Boolean).join("  ");
  const head = `${paint.bold(paint.cyan(visibleLine(question.header, 24)))}  ${paint.dim(visibleLine(about, 200))}`;
  const evidence = shownEvidence(question, MOST_GAPS).flatMap((piece) => [
    "",
    evidenceTitle(piece, paint),
    ...wrapText(piece.body.trim(), "  ", columns),
  ]);
  return [head, "", ...wrapText(question.text, "", columns), ...evidence];
}
