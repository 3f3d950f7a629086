import { type GapId, isGapId } from "../../model/ids.ts";
import { SEVERITIES, type Severity } from "../../model/severity.ts";

/** An assumption that a finished spec lists in its Known Limitations, to be confirmed (SPEC 16.4). */
export interface ListedAssumption {
  readonly gap: GapId;
  readonly severity: Severity;
  readonly title: string;
  /** What was taken. */
  readonly words: string;
  readonly line: number;
  readonly endLine: number;
}

/** What an earlier session wrote below a spec: limitations and traceability are about that session's gaps. */
export interface OwnClosing {
  /** The first line of it; one behind the last line where there is none. */
  readonly line: number;
  readonly assumptions: readonly ListedAssumption[];
}

const HEADING = /^#{1,6} Known Limitations(?: \(this version\))?\s*$/;
const RECORD = /^<!-- whetstone-disable -- what became of each gap -->\s*$/;
const ENTRY = /^- \*\*(GAP-[A-Z]{2,10}-\d{3}[a-z]?)\*\* \[([A-Z]{3,8}), assumption to confirm\] (.{0,2000})$/;

/** Told by its record of what became of each gap: a section of that name which a person wrote is theirs. */
export function ownClosing(source: string): OwnClosing {
  const lines = source.split(/\r\n|\r|\n/);
  const record = lines.findIndex((line) => RECORD.test(line));
  const start = record === -1 ? -1 : lines.slice(0, record).findLastIndex((line) => HEADING.test(line));
  if (start === -1) return { line: lines.length + 1, assumptions: [] };
  return { line: start + 1, assumptions: lines.flatMap((_, at) => (at < start ? [] : assumptionAt(lines, at))) };
}

function assumptionAt(lines: readonly string[], at: number): ListedAssumption[] {
  const [, gap = "", stated = "", rest = ""] = ENTRY.exec(lines[at] ?? "") ?? [];
  const severity = SEVERITIES.find((one) => one === stated);
  if (!isGapId(gap) || severity === undefined) return [];
  let end = at + 1;
  while (/^\s*$|^ {2}>/.test(lines[end] ?? "#")) end++;
  const quoted = lines.slice(at + 1, end).flatMap((line) => /^ {2}> ?(.*)$/.exec(line)?.[1] ?? []);
  const title = rest.replace(/ \(DECISION-R\d{1,6}-\d{3}\)$/, "");
  while (end > at + 1 && (lines[end - 1] ?? "").trim() === "") end--;
  return [{ gap, severity, title, words: quoted.join(" "), line: at + 1, endLine: end }];
}
