/** `GAP-{CATEGORY}-{NNN}`, with one lower-case letter for a part of a split gap (SPEC 3.1). */
export type GapId = `GAP-${string}`;
/** `ISSUE-R{round}-{NNN}` (SPEC 3.1). */
export type IssueId = `ISSUE-R${string}`;
/** `DECISION-R{round}-{NNN}` (SPEC 3.1). */
export type DecisionId = `DECISION-R${string}`;

const GAP_ID = /^GAP-([A-Z]{2,10})-(\d{3})([a-z])?$/;
const ISSUE_ID = /^ISSUE-R([1-9]\d{0,5})-(\d{3})$/;
const DECISION_ID = /^DECISION-R(0|[1-9]\d{0,5})-(\d{3})$/;

export function isGapId(text: string): text is GapId {
  return GAP_ID.test(text);
}

export function gapIdsIn(list: string): GapId[] {
  return [...new Set(listedWords(list).filter(isGapId))];
}

/** The words of a list: separated by commas, semicolons or white space. */
export function listedWords(list: string): string[] {
  return list.split(/[\s,;]+/).filter((word) => word !== "");
}

export function isIssueId(text: string): text is IssueId {
  return ISSUE_ID.test(text);
}

export function isDecisionId(text: string): text is DecisionId {
  return DECISION_ID.test(text);
}

export function parseGapId(text: string) {
  const match = GAP_ID.exec(text);
  return match ? { category: match[1] ?? "", number: Number(match[2]), part: match[3] ?? "" } : undefined;
}

export function parseIssueId(text: string) {
  const match = ISSUE_ID.exec(text);
  return match ? { round: Number(match[1]), number: Number(match[2]) } : undefined;
}

export function gapId(category: string, number: number, part = ""): GapId {
  return `GAP-${category}-${pad(number)}${part}`;
}

export function issueId(round: number, number: number): IssueId {
  return `ISSUE-R${round}-${pad(number)}`;
}

export function decisionId(round: number, number: number): DecisionId {
  return `DECISION-R${round}-${pad(number)}`;
}

/** Without duplicates; by category, then number, then part (SPEC 3.1). */
export function sortGapIds(ids: Iterable<GapId>): GapId[] {
  return [...new Set(ids)].sort(compareGapIds);
}

/** Text order is right, because numbers always have three digits. */
export function compareGapIds(a: GapId, b: GapId): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function compareIssueIds(a: IssueId, b: IssueId): number {
  const [left, right] = [parseIssueId(a), parseIssueId(b)];
  return (left?.round ?? 0) - (right?.round ?? 0) || (left?.number ?? 0) - (right?.number ?? 0);
}

function pad(number: number): string {
  return String(number).padStart(3, "0");
}
