import type { Spec, SpecFile } from "../../model/change.ts";
import { groupBy } from "../../model/group-by.ts";
import { rememberFor } from "../../model/remember-for.ts";
import type { Block, List } from "../markdown/block.ts";
import { viewOf } from "./file-view.ts";
import { sectionAt, sectionsIn, shortPathText } from "./section-places.ts";

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

/** A spec before two sets of changes, with each of them alone, and with both. */
interface Versions {
  readonly before: Spec;
  readonly first: Spec;
  readonly second: Spec;
  readonly both: Spec;
}

/** The list number or id that both sets of changes gave to something new: `6. in "Limits"`, `FR-017`. */
export function takenByBoth({ before, first, second, both }: Versions): string | undefined {
  const repeated = (spec: Spec, name: string) => repeatedIn(spec).get(name) ?? 0;
  const expected = (name: string) => repeated(first, name) + repeated(second, name) - repeated(before, name);
  return [...repeatedIn(both)].find(([name, times]) => times > expected(name))?.[0];
}

/** How often each list number or id is repeated, not counting its first use. */
const repeatedIn = rememberFor((spec: Spec): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const count = (names: readonly string[]) => {
    const known = new Set<string>();
    for (const name of names) {
      if (known.has(name)) found.set(name, (found.get(name) ?? 0) + 1);
      known.add(name);
    }
  };
  count(spec.flatMap(givenIds).map(idText));
  for (const file of spec) for (const numbers of listNumbers(file)) count(numbers);
  return found;
});

/** The numbers of each ordered list as written, with the headings above the list. */
function listNumbers(file: SpecFile): string[][] {
  const view = viewOf(file);
  return listsIn(view.markdown.blocks)
    .filter(({ ordered }) => ordered)
    .map(({ line, items }) => {
      const place = shortPathText(sectionAt(sectionsIn(view), line));
      return items.map(({ marker }) => (place === "" ? marker : `${marker} in "${place}"`));
    });
}

function listsIn(blocks: readonly Block[]): List[] {
  return blocks.flatMap((block) => {
    if (block.type === "quote") return listsIn(block.blocks);
    return block.type === "list" ? [block, ...block.items.flatMap((item) => listsIn(item.blocks))] : [];
  });
}
