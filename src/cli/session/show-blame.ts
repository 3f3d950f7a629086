import { basename } from "node:path";
import { alignedThrough } from "../../documents/changes/aligned-lines.ts";
import { blameLines, type LineChange } from "../../documents/changes/blame-lines.ts";
import { appendixLine } from "../../mediator/records/open-points.ts";
import type { State } from "../../mediator/state.ts";
import type { CliContext } from "../cli-context.ts";
import type { Paint } from "../paint.ts";
import { aligned } from "../wrap-line.ts";
import { earlierWriters } from "./find-writers.ts";
import { locateState } from "./locate-session.ts";
import { locateWriter } from "./locate-writer.ts";
import { sourcePath, stateIn } from "./session-parts.ts";

/** `whetstone blame`: who wrote each line of the working spec (SPEC 12, whose words). */
export async function showBlame(word: string | undefined, _options: object, context: CliContext): Promise<void> {
  const { folder, state } = await locateState(word, context, locateWriter);
  const files = await blamedFiles(folder, state);
  const { output } = context;
  if (context.json) return output.json({ session: state.session.name, files: files.map(fileDocument) });
  for (const { file, lines } of files) {
    if (files.length > 1) output.result(output.paint.bold(file));
    if (lines.length > 0) output.result(shownLines(lines, output.paint).join("\n"));
  }
  const appendix = appendixLine(state);
  if (appendix !== undefined) output.note(appendix);
}

/** Lines that an earlier session wrote into the source are attributed to it, not to the author. */
async function blamedFiles(folder: string, state: State): Promise<readonly Blamed[]> {
  const { spec } = state;
  const files = blameLines(spec.source, spec.batches);
  const [behind] = await earlierWriters(folder, sourcePath(folder, state));
  if (behind === undefined) return files;
  const writer = await stateIn(behind);
  const earlier = await blamedFiles(behind, writer);
  const source = blameLines(spec.source, []);
  return files.map(({ file, lines }) => {
    const ours = (each: Blamed) => each.file === file || files.length === 1;
    const before = earlier.find(ours)?.lines ?? [];
    const texts = [before, source.find(ours)?.lines ?? [], lines].map((all) => all.map(({ text }) => text));
    const aligned = alignedThrough(texts);
    const wrote = (line: number) => (aligned.stood(line) ? before[aligned.before(line) - 1]?.by : undefined);
    return {
      file,
      lines: lines.map(({ text, by }, index) => {
        const other = by === undefined ? wrote(index + 1) : undefined;
        return { text, by: by ?? (other && { session: basename(behind), ...other }) };
      }),
    };
  });
}

interface Blamed {
  readonly file: string;
  readonly lines: readonly { readonly text: string; readonly by?: Writer | undefined }[];
}

interface Writer extends LineChange {
  /** The earlier session that wrote the line. */
  readonly session?: string;
}

function fileDocument({ file, lines }: Blamed) {
  return { path: file, lines: lines.map(({ text, by }, index) => ({ line: index + 1, text, ...writer(by) })) };
}

function writer(by: Writer | undefined) {
  if (by === undefined) return { by: "author" as const, gap: null, round: null, decision: null, session: null };
  const { gap = null, round, decision = null, session = null } = by;
  return { by: gap === null ? ("user" as const) : ("gap" as const), gap, round, decision, session };
}

function shownLines(lines: Blamed["lines"], paint: Paint): string[] {
  const digits = String(lines.length).length;
  const rows = lines.map(({ by, text }, index) => [nameOf(by), String(index + 1).padStart(digits), text]);
  return aligned(rows).map(([name = "", line = "", text]) =>
    `${paint.cyan(name)}  ${paint.dim(line)}  ${text}`.trimEnd(),
  );
}

/** `GAP-FLOW-001 R2 DECISION-R2-001`, after the session's name if it is an earlier one. */
function nameOf(by: Writer | undefined): string {
  if (by === undefined) return "author";
  const { session, gap = "by hand", round, decision } = by;
  return [session && `${session}:`, gap, `R${round}`, decision].filter(Boolean).join(" ");
}
