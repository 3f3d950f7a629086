import { viewOf } from "../../documents/changes/file-view.ts";
import type { Spec, SpecFile } from "../../model/change.ts";
import { rememberFor } from "../../model/remember-for.ts";

/** A row of ids that a spec numbers its requirements with: `FR-016` is followed by `FR-017`. */
export interface IdSeries {
  /** `FR-`, `Requirement `. */
  readonly prefix: string;
  /** The first number that may be new: what the source leaves out among its own may be retired. */
  readonly first: number;
  readonly taken: ReadonlySet<number>;
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

/** The id series of a spec, in the order in which they begin (SPEC 15.4); of the source, where the spec has grown from it. */
export function nextIds(spec: Spec, source: Spec = spec): IdSeries[] {
  const given = source === spec ? givenIds(spec) : givenIds(source);
  return [...givenIds(spec)]
    .filter(([prefix, { numbers }]) => USUAL.test(prefix) || isSeries(numbers))
    .map(([prefix, { numbers, width }]) => {
      const first = Math.max(Math.min(...numbers) - 1, ...(given.get(prefix)?.numbers ?? [])) + 1;
      return { prefix, first, width, taken: new Set([...numbers, ...namedIds(spec, prefix)]) };
    })
    .slice(0, MOST_SERIES);
}

interface GivenIds {
  readonly numbers: Set<number>;
  width: number;
}

function givenIds(spec: Spec): Map<string, GivenIds> {
  const found = new Map<string, GivenIds>();
  for (const { prefix, digits } of spec.flatMap(idsOf)) {
    const series = found.get(prefix) ?? { numbers: new Set<number>(), width: digits.length };
    series.numbers.add(Number(digits));
    series.width = Math.min(series.width, digits.length);
    found.set(prefix, series);
  }
  return found;
}

const idsOf = rememberFor((file: SpecFile) =>
  linesOutsideCode(file).flatMap((line) => {
    const [, prefix = "", digits = ""] = GIVEN.exec(line) ?? [];
    return prefix === "" || NOT_OURS.test(prefix) ? [] : [{ prefix, digits }];
  }),
);

/** An id that is named anywhere is no longer free. */
function namedIds(spec: Spec, prefix: string): number[] {
  const named = new RegExp(`${prefix}(\\d{1,4})(?!\\d)`, "g");
  return spec.flatMap(({ text }) => [...text.matchAll(named)].map(([, digits]) => Number(digits)));
}

/** Several, and nearly without holes: `KEP-1664` and `KEP-3705` are names of documents. */
function isSeries(numbers: ReadonlySet<number>): boolean {
  return numbers.size > 1 && Math.max(...numbers) <= 20 + 4 * numbers.size;
}

function linesOutsideCode(file: SpecFile): string[] {
  const { blocks, lines } = viewOf(file).markdown;
  const hidden = new Set<number>();
  for (const block of blocks) {
    if (block.type !== "fence" && block.type !== "code") continue;
    for (let line = block.line; line <= block.endLine; line++) hidden.add(line);
  }
  return lines.filter((_, at) => !hidden.has(at + 1));
}

/** Ids for each of several runs at once, so that no two take the same. */
const IDS_PER_RUN = 3;
/** As far as a run that is alone has to know which are taken. */
const IDS_ALONE = 12;

/** `FR-017 to FR-019` for one run of several, `FR-017 and up` for a run that is alone; holes that runs left are free. */
export function idRange(series: IdSeries, run: { readonly index: number; readonly of: number }): string {
  const id = (number: number) => `${series.prefix}${String(number).padStart(series.width, "0")}`;
  const isAlone = run.of <= 1;
  const count = isAlone ? IDS_ALONE : IDS_PER_RUN;
  const free = freeNumbers(series, (run.index + 1) * count).slice(-count);
  const [first = 0, last = 0] = [free[0], free.at(-1)];
  if (last - first >= count) return free.map(id).join(", ");
  return isAlone ? `${id(first)} and up` : `${id(first)} to ${id(last)}`;
}

function freeNumbers({ first, taken }: IdSeries, count: number): number[] {
  const free: number[] = [];
  for (let number = first; free.length < count; number += 1) if (!taken.has(number)) free.push(number);
  return free;
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
