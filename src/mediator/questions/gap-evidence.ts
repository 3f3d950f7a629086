import { alignedThrough } from "../../documents/changes/aligned-lines.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import { defined } from "../../model/defined.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import type { GapId } from "../../model/ids.ts";
import { inWords } from "../../model/in-words.ts";
import type { Evidence } from "../../model/question.ts";
import { compareSeverity } from "../../model/severity.ts";
import { fileLines } from "../../model/split-lines.ts";
import { visibleLine } from "../../model/visible-text.ts";
import { heldBy } from "../queries.ts";
import type { State, WorkingSpec } from "../state.ts";

/** An event does not hold thousands of titles. */
const MOST_LISTED = 100;

/** Gaps that are left, worst first. */
export function openGapsEvidence(state: State, gaps: readonly Gap[]): Evidence {
  const left = gaps.toSorted((a, b) => compareSeverity(a.severity, b.severity));
  const lines = left.slice(0, MOST_LISTED).map((gap) => {
    const { id, severity, title, state: now, blocker } = gap;
    const standing = blocker?.type === "USER_INPUT" ? "waiting for your answer" : now === "OPEN" ? "" : inWords(now);
    const facts = [standing, heldBy(state, gap)].filter(Boolean).join(", ");
    return `- ${severity}: ${id} ${visibleLine(title, 160)}${facts === "" ? "" : ` (${facts})`}`;
  });
  const more = left.length > MOST_LISTED ? [`- and ${left.length - MOST_LISTED} more, all listed in status.md`] : [];
  return { title: "Open gaps", body: [...lines, ...more].join("\n") || "none" };
}

/** `why`: instead of the gap's own text, below its title. */
export function gapEvidence(state: State, gaps: readonly GapId[], why?: string): Evidence[] {
  return gaps.flatMap((id) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const [place] = gap.places;
    const where = place === undefined ? {} : { where: whereOf(state, place) };
    // Words that its text repeats are not shown twice.
    const text = why === undefined ? gap.text : [gap.title, why].filter(Boolean).join("\n\n");
    const quoted = (gap.quotations ?? []).filter((words) => !text.includes(words));
    const body = [text, ...quoted.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n");
    return [{ title: `${id} (${gap.severity})`, body, ...where }];
  });
}

/** `booking.md:12`: the person's own file, as it was last read. */
export function whereOf(state: Pick<State, "session" | "spec">, place: SourcePlace): string {
  const { line } = placeNow(state.spec, place);
  return lineText(state, { line, ...defined({ file: place.file && { ...place.file, line } }) });
}

/** The same of a place in that file. */
export function lineText({ session }: Pick<State, "session">, { line, file }: Pick<SourcePlace, "line" | "file">) {
  return `${file?.path ?? session.specPath.split("/").at(-1) ?? ""}:${file?.line ?? line}`;
}

/** A line of the author's own file as they have it now. */
export interface FileLine {
  readonly file: SpecFile | undefined;
  readonly line: number;
}

/** Where a place begins in the author's file as it is now: of lines that are gone, what took their place. */
export function placeNow(spec: Pick<WorkingSpec, "first" | "source" | "read">, place: SourcePlace): FileLine {
  const { first, source, read = source } = spec;
  const [file, line] = [fileOf(read, place), place.file?.line ?? place.line];
  const files = new Set([first, source, read].flatMap((each) => fileOf(each, place) ?? []));
  return { file, line: files.size < 2 ? line : movedLine([...files].map(fileLines), line) };
}

function fileOf(spec: Spec, { file }: SourcePlace): SpecFile | undefined {
  return file === undefined ? spec[0] : spec.find(({ path }) => path === file.path);
}

/** Of what was taken out the line that it stood below. */
function movedLine(texts: readonly (readonly string[])[], line: number): number {
  const { now } = alignedThrough(texts);
  let at = line;
  while (at > 1 && now(at) === undefined) at -= 1;
  return now(at)?.line ?? 1;
}
