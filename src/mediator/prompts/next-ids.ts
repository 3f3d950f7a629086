import { parseMarkdown } from "../../documents/markdown/markdown.ts";
import type { Spec, SpecFile } from "../../model/change.ts";

/** A row of ids that a spec numbers its requirements with: `FR-016` is followed by `FR-017`. */
export interface IdSeries {
  /** `FR-`, `Requirement `. */
  readonly prefix: string;
  readonly next: number;
  /** Digits that a number has at least. */
  readonly width: number;
}

/** At the beginning of a heading, a list item, a table row or a paragraph: there an id is given, elsewhere it is named. */
const GIVEN =
  /^[ \t]{0,12}(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\|[ \t]*)?(?:\*\*|__|`|\[)?((?:[A-Z]{1,8}-){1,3}|Requirement |User Story )(\d{1,4})(?!\d|\.\d)/;

/** Ids of the session, and of what is to go from the spec. */
const NOT_OURS = /^(?:GAP|ISSUE|DECISION|OQ|TODO|TBD)-/;
const USUAL = /^(?:FR|NFR|SC|US|REQ|AC)-$/;
const MOST_SERIES = 6;

/** The id series of a spec with their next numbers, in the order in which they begin (SPEC 15.4). */
export function nextIds(spec: Spec): IdSeries[] {
  const found = new Map<string, { readonly numbers: Set<number>; width: number }>();
  for (const line of spec.flatMap(linesOutsideCode)) {
    const [, prefix = "", digits = ""] = GIVEN.exec(line) ?? [];
    if (prefix === "" || NOT_OURS.test(prefix)) continue;
    const series = found.get(prefix) ?? { numbers: new Set<number>(), width: digits.length };
    series.numbers.add(Number(digits));
    series.width = Math.min(series.width, digits.length);
    found.set(prefix, series);
  }
  return [...found]
    .filter(([prefix, { numbers }]) => USUAL.test(prefix) || isSeries(numbers))
    .map(([prefix, { numbers, width }]) => ({ prefix, next: Math.max(...numbers) + 1, width }))
    .slice(0, MOST_SERIES);
}

/** Several, and nearly without holes: `KEP-1664` and `KEP-3705` are names of documents. */
function isSeries(numbers: ReadonlySet<number>): boolean {
  return numbers.size > 1 && Math.max(...numbers) <= 20 + 4 * numbers.size;
}

function linesOutsideCode({ text }: SpecFile): string[] {
  const { blocks, lines } = parseMarkdown(text);
  const hidden = new Set<number>();
  for (const block of blocks) {
    if (block.type !== "fence" && block.type !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) hidden.add(line);
  }
  return lines.filter((_, at) => !hidden.has(at + 1));
}

/** Ids for each of several runs at once, so that no two take the same. */
const IDS_PER_RUN = 3;

/** `FR-017 to FR-019` for one run of several, `FR-017 and up` for a run that is alone. */
export function idRange(
  { prefix, next, width }: IdSeries,
  run: { readonly index: number; readonly of: number },
): string {
  const id = (number: number) => `${prefix}${String(number).padStart(width, "0")}`;
  if (run.of <= 1) return `${id(next)} and up`;
  const first = next + run.index * IDS_PER_RUN;
  return `${id(first)} to ${id(first + IDS_PER_RUN - 1)}`;
}

/** What a new requirement looks like in layouts that have a form of their own for it. */
export function layoutHints(spec: Spec): string[] {
  const text = spec.map((file) => file.text).join("\n");
  const hints: string[] = [];
  if (/^### Requirement: /m.test(text))
    hints.push(
      "A new requirement is a block `### Requirement: name` whose first line has SHALL or MUST, with at least one `#### Scenario: name` below it.",
    );
  if (/^#{2,5} Acceptance Criteria\b/m.test(text))
    hints.push(
      "A new acceptance criterion goes below the last of its requirement, with the next number; none is renumbered.",
    );
  return hints;
}
