import { lineWithSameId } from "../../documents/changes/aligned-lines.ts";
import { diffLineLists } from "../../documents/changes/line-diff.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import type { SourcePlace } from "../../model/gap.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { WorkingSpec } from "../state.ts";

/** A line of the author's own file as they have it now. */
export interface FileLine {
  readonly file: SpecFile | undefined;
  readonly line: number;
}

/** Where a place begins in the author's newest text: of lines that are gone, what took their place. */
export function placeNow(spec: Pick<WorkingSpec, "first" | "source">, place: SourcePlace): FileLine {
  const file = fileOf(spec.source, place);
  const line = place.file?.line ?? place.line;
  const first = fileOf(spec.first, place);
  if (file === undefined || first === undefined || first === file) return { file, line };
  return { file, line: movedLine(first, file, line) };
}

function fileOf(spec: Spec, { file }: SourcePlace): SpecFile | undefined {
  return file === undefined ? spec[0] : spec.find(({ path }) => path === file.path);
}

function movedLine(first: SpecFile, file: SpecFile, line: number): number {
  const at = line - 1;
  const [old, now] = [linesOf(first), linesOf(file)];
  let shift = 0;
  for (const { before, after } of diffLineLists(old, now)) {
    if (before.from > at) break;
    if (at < before.to) {
      const same = lineWithSameId(old[at] ?? "", now.slice(after.from, after.to));
      return Math.max(0, Math.min(after.from + (same ?? at - before.from), after.to - 1)) + 1;
    }
    shift = after.to - before.to;
  }
  return line + shift;
}

const linesOf = rememberFor(({ text }: SpecFile) => text.split(/\r\n?|\n/));
