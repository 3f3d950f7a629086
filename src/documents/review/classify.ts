import { type IssueId, parseIssueId } from "../../model/ids.ts";
import type { RecheckStatus } from "../values.ts";
import { isPartly, leadingStatus, statusOf, statusWithoutFate } from "../words/status-words.ts";
import { statusAfterTitle, statusAtStart } from "./fates.ts";
import { titleOf } from "./title.ts";
import type { Unit } from "./unit.ts";

/** What the items of a review are, once each is looked at beside the others. */
export interface Sorted {
  readonly raised: readonly Unit[];
  /** Units about an issue that is raised elsewhere in the document, strongest first. */
  readonly mentions: ReadonlyMap<string, readonly Unit[]>;
  readonly observations: readonly Unit[];
  readonly rechecks: readonly { readonly unit: Unit; readonly status: RecheckStatus }[];
  /** Things to do, and worries: issues only when a review that wants changes has no other. */
  readonly secondary: readonly Unit[];
}

export function sortUnits(units: readonly Unit[], round: number | undefined): Sorted {
  const rechecks: { unit: Unit; status: RecheckStatus }[] = [];
  const candidates: Unit[] = [];
  const current = hasCurrentIds(units, round);
  for (const unit of units) {
    const status = recheckStatus(unit, round, current);
    if (status !== undefined) rechecks.push({ unit, status });
    else candidates.push(unit);
  }
  const named = rechecks.some(({ unit }) => unit.titled !== true);
  const heard = named ? rechecks.filter(({ unit }) => unit.titled !== true) : rechecks;
  const rechecked = new Set(rechecks.flatMap(({ unit }) => (unit.head.issue === undefined ? [] : [unit.head.issue])));
  const { raised, mentions, observations, secondary } = separate(candidates, rechecked);
  return { raised, mentions, observations, secondary, rechecks: onePerName(heard) };
}

/** The name that items of one issue share; a mere number is none. */
export function keyOf(unit: Unit): string | undefined {
  const { issue, label, ordinal } = unit.head;
  return issue ?? (ordinal ? undefined : label?.toUpperCase());
}

function hasCurrentIds(units: readonly Unit[], round: number | undefined): boolean {
  return units.some((unit) => {
    const { issue } = unit.head;
    return issue !== undefined && unit.scope.area !== "recheck" && parseIssueId(issue)?.round === round;
  });
}

/**
 * The word on an earlier issue, or `undefined` when the unit is no re-check. A place for re-checks decides; then a
 * status beside the name of an issue of an earlier round; then such a name among names of this round.
 */
function recheckStatus(unit: Unit, round: number | undefined, current: boolean): RecheckStatus | undefined {
  const { head, scope } = unit;
  const name = keyOf(unit);
  if (name === undefined || head.isNew) return undefined;
  if (scope.area === "recheck" || unit.table === "recheck") {
    return statedStatus(unit) ?? checkbox(unit) ?? bodyStatus(unit);
  }
  if (scope.area === "observations") return undefined;
  const earlier = head.issue !== undefined && isEarlier(head.issue, round);
  if (head.issue !== undefined && (head.status !== undefined || head.checked !== undefined)) {
    return head.status ?? checkbox(unit);
  }
  if (!earlier) return undefined;
  return statedStatus(unit) ?? (current ? bodyStatus(unit) : undefined);
}

function isEarlier(issue: IssueId, round: number | undefined): boolean {
  const own = parseIssueId(issue)?.round;
  return own !== undefined && round !== undefined && own < round;
}

function statedStatus({ head, fields, lines }: Unit): RecheckStatus | undefined {
  const field = fields.get("status") ?? fields.get("verdict");
  return head.status ?? statusOf(field ?? "") ?? statusAfterTitle(lines[0] ?? "");
}

/** A box that is not ticked leaves open why. */
function checkbox(unit: Unit): RecheckStatus | undefined {
  const { checked } = unit.head;
  if (checked === undefined) return undefined;
  return checked ? "RESOLVED" : (statusWithoutFate(unit.lines[0] ?? "") ?? "NOT_FIXED");
}

const LOUD =
  /\b(?:NOT[ _]FIXED|NOT[ _]RESOLVED|NOT[ _]ADDRESSED|UNRESOLVED|UNADDRESSED|STILL[ _]OPEN|RESOLVED|FIXED|ADDRESSED|VERIFIED|PARTIAL(?:LY)?)\b/u;
const SAID =
  /\b(?:is|are|was|were|been|now|still|fully|adequately|properly|correctly|not)\s+(?:\w+\s+){0,2}?(?:resolved|fixed|addressed|closed|verified|open|unresolved|unaddressed|missing)\b/iu;

/** What the words below say, then the heading above; a re-check that says nothing clear is UNCLEAR, not guessed. */
function bodyStatus(unit: Unit): RecheckStatus {
  if (isPartly(unit.lines[0] ?? "")) return "NOT_FIXED";
  const lead = statusAtStart(unit.lines[0] ?? "");
  if (lead !== undefined) return lead;
  const words = unit.lines.slice(0, 8).join(" ").slice(0, 600);
  const said = LOUD.exec(words)?.[0] ?? SAID.exec(words)?.[0];
  const status = said === undefined ? leadingStatus(unit.lines[0] ?? "") : statusOf(said.replace("_", " "));
  return status ?? unit.scope.fate ?? "UNCLEAR";
}

function separate(candidates: readonly Unit[], rechecked: ReadonlySet<string>): Omit<Sorted, "rechecks"> {
  const byKey = new Map<string, Unit[]>();
  const plain: Unit[] = [];
  const ids = idsOfLabels(candidates);
  for (const unit of candidates) {
    const name = keyOf(unit);
    const key = name === undefined ? undefined : (ids.get(name) ?? name);
    if (key === undefined) plain.push(unit);
    else if (byKey.has(key)) byKey.get(key)?.push(unit);
    else byKey.set(key, [unit]);
  }
  const kept: Unit[] = [];
  const secondary: Unit[] = [];
  const mentions = new Map<string, readonly Unit[]>();
  for (const [key, units] of byKey) {
    if (rechecked.has(key) && units.every((unit) => unit.scope.area !== "issues" || !unit.head.isNew)) continue;
    const { own, others } = tellApart(units);
    for (const unit of own) (strength(unit) < 2 ? secondary : kept).push(unit);
    if (others.length > 0) mentions.set(key, others);
  }
  for (const unit of plain) (strength(unit) >= 2 ? kept : secondary).push(unit);
  kept.sort((a, b) => a.line - b.line);
  const series = seriesOf(kept);
  const weighed = new Set(
    kept.filter((unit) => isWeighed(unit) && unit.head.severity !== "LOW").map(({ scope }) => scope),
  );
  const isRemark = (unit: Unit): boolean =>
    isObservation(unit, series) && !(weighed.has(unit.scope) && isWeighed(unit));
  return {
    raised: kept.filter((unit) => !isRemark(unit)),
    observations: kept.filter(isRemark),
    secondary: secondary.toSorted((a, b) => a.line - b.line),
    mentions,
  };
}

/** `ISSUE-R2-001 (H1)` is what the document calls H1 elsewhere. */
function idsOfLabels(units: readonly Unit[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { head } of units) {
    const label = head.label?.toUpperCase();
    if (head.issue !== undefined && label !== undefined && !ids.has(label)) ids.set(label, head.issue);
  }
  return ids;
}

/**
 * Units of one name: the place where it is raised, and those that mention it. Models give one name to two things: both
 * count when both stand where issues are raised and say different things.
 */
function tellApart(units: readonly Unit[]): { own: Unit[]; others: Unit[] } {
  const own: Unit[] = [];
  const others: Unit[] = [];
  for (const unit of units.toSorted(clearestFirst)) {
    const isOther =
      own.length > 0 && (strength(unit) < 4 || own.length > 50 || own.some((one) => isSameThing(one, unit)));
    (isOther ? others : own).push(unit);
  }
  return { own, others };
}

/** By the place; then the one that says most; then the first. */
function clearestFirst(a: Unit, b: Unit): number {
  return Math.floor(strength(b)) - Math.floor(strength(a)) || words(b) - words(a) || a.line - b.line;
}

function words(unit: Unit): number {
  return unit.lines.reduce((sum, line) => sum + line.trim().length, 0);
}

function isSameThing(a: Unit, b: Unit): boolean {
  const elsewhere =
    a.scope.gaps.length > 0 && b.scope.gaps.length > 0 && !a.scope.gaps.some((gap) => b.scope.gaps.includes(gap));
  if (elsewhere && a.head.issue === undefined) return false;
  return likeness(titleOf(a), titleOf(b)) >= 0.4;
}

/** The share of the shorter title's words that the other one has. */
function likeness(a: string, b: string): number {
  const left = new Set(a.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const right = new Set(b.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}

/** How much a place looks like the one where an issue is raised, rather than mentioned. */
function strength(unit: Unit): number {
  const { area } = unit.scope;
  const shape = unit.form === "row" ? 0 : unit.form === "item" ? 0.2 : 0.4;
  switch (area) {
    case "issues":
      return 5 + shape;
    case "observations":
      return 4 + shape;
    case "verdict":
    case "aside":
      return unit.head.issue !== undefined && (unit.form === "heading" || unit.form === "bold") ? 2 + shape : shape;
    case "summary":
      return unit.table === "issues" || unit.form === "heading" ? 1.5 + shape : shape;
    case "concerns":
    case "actions":
    case "recheck":
    case "new-gaps":
      return 1 + shape;
    default:
      return 3 + shape;
  }
}

/** Below "observations" an item is a remark, unless it bears the name of an issue, or one in the series of the issues. */
function isObservation(unit: Unit, series: ReadonlySet<string>): boolean {
  if (unit.head.issue !== undefined) return false;
  if (unit.head.observation) return true;
  return unit.scope.area === "observations" && !series.has(seriesName(unit) ?? "");
}

/** `Comment 2 (major)`: where remarks are weighed, and one of them weighs more than little, they are issues. */
function isWeighed({ head, scope }: Unit): boolean {
  const stated = head.severity !== undefined && !head.severityFromLabel;
  return stated && !head.observation && scope.area === "observations" && scope.severity === undefined;
}

/** `F` where F-01 and F-02 are raised. */
function seriesOf(units: readonly Unit[]): Set<string> {
  const names = units.filter((unit) => unit.scope.area === "issues").flatMap((unit) => seriesName(unit) ?? []);
  return new Set(names);
}

function seriesName({ head }: Unit): string | undefined {
  if (head.issue !== undefined || head.label === undefined || head.ordinal) return undefined;
  const name = /^\p{L}+/u.exec(head.label.toUpperCase())?.[0];
  // C1, H1, M1 and L1 are one series.
  return name !== undefined && /^[CHML]$/u.test(name) ? "C" : name;
}

function onePerName<T extends { unit: Unit; status: RecheckStatus }>(rechecks: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of rechecks) {
    const key = keyOf(one.unit) ?? `line ${one.unit.line}`;
    const earlier = seen.get(key);
    if (earlier === undefined || (earlier.status === "UNCLEAR" && one.status !== "UNCLEAR")) seen.set(key, one);
  }
  return [...seen.values()].toSorted((a, b) => a.unit.line - b.unit.line);
}
