import { type GapId, type IssueId, isGapId, isIssueId } from "../../model/ids.ts";

/** An id is a whole token (SPEC 3.1), so `GAP-FLOW-0011` and `GAP-PIE-003.1` have none; `_` may be emphasis. */
const BEFORE = "(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][-_.])";
export const AFTER_ID = "(?![\\p{L}\\p{N}]|[-_.][\\p{L}\\p{N}])";

const GAP = new RegExp(`${BEFORE}GAP-[A-Z]{2,10}-\\d{3}[a-z]?${AFTER_ID}`, "gu");
const ISSUE = new RegExp(`${BEFORE}ISSUE-R[1-9]\\d{0,5}-\\d{3}${AFTER_ID}`, "gu");

/** An id in a heading, with or without brackets around it. */
const named = (id: string) => `[[(]?(?<id>${id})${AFTER_ID}[\\])]?`;
export const GAP_NAMED = named("GAP-[A-Z]{2,10}-\\d{3}[a-z]?");
export const ISSUE_NAMED = named("ISSUE-R\\d{1,6}-\\d{3}");

export interface Found<Id> {
  readonly id: Id;
  readonly index: number;
}

/** The gap ids in a text, in order. Pass the text through `withoutCode` first: ids in code do not count. */
export function gapIdsIn(text: string): Found<GapId>[] {
  return text.includes("GAP-") ? find(text, GAP, isGapId) : [];
}

export function issueIdsIn(text: string): Found<IssueId>[] {
  return text.includes("ISSUE-R") ? find(text, ISSUE, isIssueId) : [];
}

function find<Id extends string>(text: string, pattern: RegExp, is: (text: string) => text is Id): Found<Id>[] {
  const found: Found<Id>[] = [];
  for (const match of text.matchAll(pattern)) if (is(match[0])) found.push({ id: match[0], index: match.index });
  return found;
}
