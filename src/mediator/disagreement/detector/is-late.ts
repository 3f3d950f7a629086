import type { GapId } from "../../../model/ids.ts";
import { rememberLast } from "../../../model/remember-last.ts";
import type { OpenIssue } from "./concern.ts";
import type { EngineerText } from "./detector-input.ts";
import { fold, quotesOf } from "./passage.ts";
import { partAbout } from "./scope.ts";

/** The proposal that a review is about, and the one that an earlier review saw. */
export interface Reviewed {
  readonly now: EngineerText;
  readonly before: EngineerText;
}

/**
 * Whether a new issue is on a passage that an earlier review saw unchanged (SPEC 3.6). The passage is what the issue
 * quotes, the lines or the section that its location names. An issue that points at nothing is late only when nothing
 * changed: where the proposal changed, it may be about the change.
 */
export function isLate(issue: Pick<OpenIssue, "text" | "location">, gap: GapId, { now, before }: Reviewed): boolean {
  const seen = new Set(linesAbout(before, gap).map(({ folded }) => folded));
  const lines = linesAbout(now, gap);
  const known = (line: PartLine) => seen.has(line.folded);
  if (lines.length > 0 && lines.every(known)) return true;
  const passages = passagesAt(issue, lines).filter((passage) => passage.length > 0);
  return passages.length > 0 && passages.every((passage) => passage.every(known));
}

interface PartLine {
  readonly line: number;
  readonly folded: string;
  /** Level of a heading, 0 for any other line. */
  readonly level: number;
}

/** The lines about the gap that say something. */
function linesAbout({ text, document }: EngineerText, gap: GapId): PartLine[] {
  const proposed = document.resolutions.some((resolution) => resolution.gap === gap);
  const inPart = partAbout(document, proposed ? [gap] : []);
  return foldLines(text).filter(({ line, folded }) => folded !== "" && inPart(line));
}

/** Each issue of a review is held against the same two proposals. */
const foldLines = rememberLast(4, (text): readonly PartLine[] =>
  text
    .split("\n")
    .map((line, index) => ({ line: index + 1, folded: fold(line), level: /^(#{1,6})\s/.exec(line)?.[1]?.length ?? 0 })),
);

function passagesAt({ text, location = "" }: Pick<OpenIssue, "text" | "location">, lines: readonly PartLine[]) {
  const quotes = quotesOf(`${location}\n${text}`).map(fold);
  const quoted = quotes.map((quote) => lines.filter(({ folded }) => quote !== "" && folded.includes(quote)));
  return [...quoted, ...numbered(location, lines), ...sections(location, lines)];
}

/** "lines 185-189". */
function numbered(location: string, lines: readonly PartLine[]): PartLine[][] {
  return [...location.matchAll(/\blines?\s+(\d{1,7})(?:\s*[-–—]\s*(\d{1,7}))?/giu)].map((match) => {
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    return lines.filter(({ line }) => from <= line && line <= to);
  });
}

const SHORTEST_HEADING = 4;

/** The sections whose headings the location names, without the headings themselves. */
function sections(location: string, lines: readonly PartLine[]): PartLine[][] {
  const place = ` ${fold(location)} `;
  return lines.flatMap((heading, index) => {
    if (heading.level === 0 || heading.folded.length < SHORTEST_HEADING) return [];
    if (!place.includes(` ${heading.folded} `)) return [];
    const end = lines.findIndex(({ level }, at) => at > index && level > 0 && level <= heading.level);
    return [lines.slice(index + 1, end === -1 ? undefined : end)];
  });
}
