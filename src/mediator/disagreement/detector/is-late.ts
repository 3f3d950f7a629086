import { rememberLast } from "../../../model/remember-last.ts";
import type { OpenIssue } from "./concern.ts";
import { foldedKey, SAYS_NOTHING } from "./folded-key.ts";
import { fold, quotesOf } from "./passage.ts";

/** The proposal of a gap that a review is about, and the one that an earlier review saw. */
export interface Reviewed {
  readonly now: string;
  readonly before: string;
}

/**
 * Whether a new issue is on a passage that an earlier review saw unchanged (SPEC 3.6). The passage is what the issue
 * quotes, the lines or the section that its location names. An issue that points at nothing is late only when nothing
 * changed: where the proposal changed, it may be about the change.
 */
export function isLate(issue: Pick<OpenIssue, "text" | "location">, { now, before }: Reviewed): boolean {
  const seen = new Set(linesSaying(before).map(({ key }) => key));
  const lines = linesSaying(now);
  const known = (line: PartLine) => seen.has(line.key);
  if (lines.length > 0 && lines.every(known)) return true;
  const passages = passagesAt(issue, lines).filter((passage) => passage.length > 0);
  return passages.length > 0 && passages.every((passage) => passage.every(known));
}

interface PartLine {
  readonly line: number;
  readonly text: string;
  /** The same for lines that say the same. */
  readonly key: number;
  /** Level of a heading, 0 for any other line. */
  readonly level: number;
}

/** The lines that say something. Each issue of a review is held against the same two proposals. */
const linesSaying = rememberLast(4, (whole): readonly PartLine[] =>
  whole
    .split("\n")
    .map((text, index) => ({
      line: index + 1,
      text,
      key: foldedKey(text),
      level: /^(#{1,6})\s/.exec(text)?.[1]?.length ?? 0,
    }))
    .filter(({ key }) => key !== SAYS_NOTHING),
);

function passagesAt({ text, location = "" }: Pick<OpenIssue, "text" | "location">, lines: readonly PartLine[]) {
  const quotes = quotesOf(`${location}\n${text}`).map(fold);
  const quoted = quotes.map((quote) => lines.filter((line) => quote !== "" && fold(line.text).includes(quote)));
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
    const name = heading.level === 0 ? "" : fold(heading.text);
    if (name.length < SHORTEST_HEADING || !place.includes(` ${name} `)) return [];
    const end = lines.findIndex(({ level }, at) => at > index && level > 0 && level <= heading.level);
    return [lines.slice(index + 1, end === -1 ? undefined : end)];
  });
}
