import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";

/**
 * An id is a whole token (SPEC 3.1): `GAP-FLOW-0011`, `xGAP-FLOW-001`, `GAP-PIE-003.1` and `GAP-FLOW-001-b` hold none.
 * An underscore beside it may be emphasis, so only one that joins it to a letter or digit counts.
 */
const BEFORE = "(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-_.])";
const AFTER = "(?![\\p{L}\\p{N}]|[-_.][\\p{L}\\p{N}])";

const GAP = new RegExp(`${BEFORE}GAP-[A-Z]{2,10}-\\d{3}[a-z]?${AFTER}`, "gu");
const ISSUE = new RegExp(`${BEFORE}ISSUE-R[1-9]\\d{0,5}-\\d{3}${AFTER}`, "gu");
const GAP_LIKE = new RegExp(`${BEFORE}GAP-[A-Za-z0-9]{1,24}(?:[-_.][A-Za-z0-9]{1,24}){0,4}${AFTER}`, "gu");

export interface Found<Id> {
  readonly id: Id;
  readonly index: number;
}

/** The gap ids in a text, in order; the text should have gone through `withoutCode`. */
export function gapIdsIn(text: string): Found<GapId>[] {
  return text.includes("GAP-") ? find(text, GAP, isGapId) : [];
}

export function issueIdsIn(text: string): Found<IssueId>[] {
  return text.includes("ISSUE-R") ? find(text, ISSUE, isIssueId) : [];
}

/** Names that begin like a gap id, proper or not: `GAP-LOG-SEARCH`, `GAP-PIE-003.1`. */
export function gapNamesIn(text: string): Found<string>[] {
  return text.includes("GAP-") ? find(text, GAP_LIKE, (name): name is string => name.length > 4) : [];
}

function find<Id extends string>(text: string, pattern: RegExp, is: (text: string) => text is Id): Found<Id>[] {
  const found: Found<Id>[] = [];
  for (const match of text.matchAll(pattern)) {
    if (is(match[0])) found.push({ id: match[0], index: match.index });
  }
  return found;
}

/** `GAP-FLOW-001 through GAP-FLOW-007` names those between too. */
export function expandRange(text: string, ids: readonly Found<GapId>[]): GapId[] {
  const all: GapId[] = [];
  ids.forEach(({ id, index }, position) => {
    const previous = ids[position - 1];
    if (previous && isRangeWord(text.slice(previous.index + previous.id.length, index))) {
      all.push(...between(previous.id, id));
    }
    all.push(id);
  });
  return all;
}

function isRangeWord(text: string): boolean {
  return text.length < 14 && /^\s*(?:through|thru|to|until|\.{2,3}|…|–|—|-)\s*$/iu.test(text);
}

function between(first: GapId, last: GapId): GapId[] {
  const [, category, from] = /^GAP-([A-Z]+)-(\d{3})$/.exec(first) ?? [];
  const [, other, to] = /^GAP-([A-Z]+)-(\d{3})$/.exec(last) ?? [];
  if (category === undefined || category !== other) return [];
  const ids: GapId[] = [];
  for (let number = Number(from) + 1; number < Number(to) && ids.length < 100; number++) {
    ids.push(`GAP-${category}-${String(number).padStart(3, "0")}`);
  }
  return ids;
}
