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

/** Keeps events small in sessions with thousands of gaps. */
const MOST_LISTED = 100;

/** A list of gaps, worst first, with what holds each back. */
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

/** Each gap with its text, or with its title and `why`. */
export function gapEvidence(state: State, gaps: readonly GapId[], why?: string): Evidence[] {
  return gaps.flatMap((id) => {
    const gap = state.gaps.get(id);
    if (!gap) return [];
    const [place] = gap.places;
    const where = place === undefined ? {} : { where: whereOf(state, place) };
    // Quotations that the text already contains are not repeated.
    const text = why === undefined ? gap.text : [gap.title, why].filter(Boolean).join("\n\n");
    const quoted = (gap.quotations ?? []).filter((words) => !text.includes(words));
    const body = [text, ...quoted.map((words) => `> ${words.replaceAll("\n", "\n> ")}`)].join("\n\n");
    return [{ title: `${id} (${gap.severity})`, body, ...where }];
  });
}

/** `booking.md:12`: the place in the User's own file as last read. */
export function whereOf(state: Pick<State, "session" | "spec">, place: SourcePlace): string {
  const { line } = placeNow(state.spec, place);
  return lineText(state, { line, ...defined({ file: place.file && { ...place.file, line } }) });
}

/** The same of a place in that file. */
export function lineText({ session }: Pick<State, "session">, { line, file }: Pick<SourcePlace, "line" | "file">) {
  return `${file?.path ?? session.specPath.split("/").at(-1) ?? ""}:${file?.line ?? line}`;
}

/** A line of the author's file in its newest version. */
interface FileLine {
  readonly file: SpecFile | undefined;
  readonly line: number;
}

/** Where a place begins in the author's newest text. */
export function placeNow(spec: Pick<WorkingSpec, "first" | "source" | "read">, place: SourcePlace): FileLine {
  const { first, source, read = source } = spec;
  const [file, line] = [fileOf(read, place), place.file?.line ?? place.line];
  const files = new Set([first, source, read].flatMap((version) => fileOf(version, place) ?? []));
  return { file, line: files.size < 2 ? line : movedLine([...files].map(fileLines), line) };
}

function fileOf(spec: Spec, { file }: SourcePlace): SpecFile | undefined {
  return file === undefined ? spec[0] : spec.find(({ path }) => path === file.path);
}

/** The line's number now; for a removed line, that of the nearest line above it that is left. */
function movedLine(texts: readonly (readonly string[])[], line: number): number {
  const { now } = alignedThrough(texts);
  let at = line;
  while (at > 1 && now(at) === undefined) at -= 1;
  return now(at)?.line ?? 1;
}
