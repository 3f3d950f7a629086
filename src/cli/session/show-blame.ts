import { type BlamedFile, type BlamedLine, blameLines, type LineChange } from "../../documents/changes/blame-lines.ts";
import { appendixLine } from "../../mediator/records/open-points.ts";
import type { CliContext } from "../cli-context.ts";
import type { Paint } from "../paint.ts";
import { aligned } from "../wrap-line.ts";
import { locateState } from "./locate-session.ts";

/** `whetstone blame`: who wrote each line of the working spec (SPEC 12, whose words). */
export async function showBlame(word: string | undefined, _options: object, context: CliContext): Promise<void> {
  const { state } = await locateState(word, context);
  const files = blameLines(state.spec.source, state.spec.batches);
  const { output } = context;
  if (context.json) return output.json({ session: state.session.name, files: files.map(fileDocument) });
  for (const { file, lines } of files) {
    if (files.length > 1) output.result(output.paint.bold(file));
    if (lines.length > 0) output.result(shownLines(lines, output.paint).join("\n"));
  }
  const appendix = appendixLine(state);
  if (appendix !== undefined) output.note(appendix);
}

function fileDocument({ file, lines }: BlamedFile) {
  return { path: file, lines: lines.map(({ text, by }, index) => ({ line: index + 1, text, ...writer(by) })) };
}

function writer(by: LineChange | undefined) {
  if (by === undefined) return { by: "author" as const, gap: null, round: null, decision: null };
  const { gap = null, round, decision = null } = by;
  return { by: gap === null ? ("user" as const) : ("gap" as const), gap, round, decision };
}

function shownLines(lines: readonly BlamedLine[], paint: Paint): string[] {
  const digits = String(lines.length).length;
  const rows = lines.map(({ by, text }, index) => [nameOf(by), String(index + 1).padStart(digits), text]);
  return aligned(rows).map(([name = "", line = "", text]) =>
    `${paint.cyan(name)}  ${paint.dim(line)}  ${text}`.trimEnd(),
  );
}

/** `GAP-FLOW-001 R2 DECISION-R2-001`. */
function nameOf(by: LineChange | undefined): string {
  if (by === undefined) return "author";
  const { gap = "by hand", round, decision } = by;
  return [gap, `R${round}`, decision].filter(Boolean).join(" ");
}
