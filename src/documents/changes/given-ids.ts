import type { Spec, SpecFile } from "../../model/change.ts";
import { groupBy } from "../../model/group-by.ts";
import { rememberFor } from "../../model/remember-for.ts";
import { viewOf } from "./file-view.ts";

/** An id that a spec defines: `FR-` and `016`, `Requirement ` and `9`. */
interface GivenId {
  readonly prefix: string;
  readonly digits: string;
}

/** An id defines what it begins: a heading, a list item, a table row or a paragraph; elsewhere it only refers. */
const GIVEN =
  /^[ \t]{0,12}(?:[-*+][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\|[ \t]*)?(?:\*\*|__|`|\[)?((?:[A-Z]{1,8}-){1,3}|Requirement |User Story )(\d{1,4})(?!\d|\.\d)/;

/** Ids of the session, and of placeholders that are to disappear from the spec: not the spec's own. */
const NOT_OURS = /^(?:GAP|ISSUE|DECISION|OQ|TODO|TBD)-/;

export const givenIds = rememberFor((file: SpecFile): readonly GivenId[] =>
  linesOutsideCode(file).flatMap((line) => {
    const [, prefix = "", digits = ""] = GIVEN.exec(line) ?? [];
    return prefix === "" || NOT_OURS.test(prefix) ? [] : [{ prefix, digits }];
  }),
);

function linesOutsideCode(file: SpecFile): string[] {
  const { blocks, lines } = viewOf(file).markdown;
  const shown = [...lines];
  const code = blocks.filter(({ type }) => type === "fence" || type === "code");
  for (const { line, endLine } of code) shown.fill("", line - 1, endLine);
  return shown;
}

export const idText = ({ prefix, digits }: GivenId): string => `${prefix}${digits}`;

/** A series of ids that a spec numbers its requirements with: `FR-016` is followed by `FR-017`. */
export interface IdSeries {
  /** `FR-`, `Requirement `. */
  readonly prefix: string;
  readonly next: number;
  /** The least number of digits. */
  readonly width: number;
}

const USUAL = /^(?:FR|NFR|SC|US|REQ|AC)-$/;
const MOST_SERIES = 6;

/** The id series of a spec, in the order of their first ids (SPEC 15.4). */
export function idSeries(spec: Spec): IdSeries[] {
  return [...groupBy(spec.flatMap(givenIds), ({ prefix }) => prefix)]
    .map(([prefix, ids]) => ({ prefix, ids, numbers: new Set(ids.map(({ digits }) => Number(digits))) }))
    .filter(({ prefix, numbers }) => USUAL.test(prefix) || isSeries(numbers))
    .map(({ prefix, ids, numbers }) => {
      return { prefix, next: Math.max(...numbers) + 1, width: Math.min(...ids.map(({ digits }) => digits.length)) };
    })
    .slice(0, MOST_SERIES);
}

/** A series has several numbers and few holes; `KEP-1664` and `KEP-3705` name documents and are none. */
function isSeries(numbers: ReadonlySet<number>): boolean {
  return numbers.size > 1 && Math.max(...numbers) <= 20 + 4 * numbers.size;
}
