import type { Gap } from "./gap.ts";
import { type GapId, gapId, listedWords, parseGapId } from "./ids.ts";
import { isWorse, SEVERITIES, type Severity } from "./severity.ts";

export type Selectable = Pick<Gap, "id" | "severity">;

export interface SelectableList {
  readonly gaps: readonly Selectable[];
  /** Whether a numbered list was shown: numbers then mean the order of `gaps`, from 1. */
  readonly numbered: boolean;
  /** The gaps that a severity selects, if not all. */
  readonly severityGaps?: readonly Selectable[];
}

/** The gaps in the order named, or why the words do not fit the list. */
type Selection = readonly GapId[] | { readonly problem: string };

const LONGEST = 50_000;

/** Reads `3-9, GAP-PAY-001..004, GAP-FLOW-002, HIGH+` (SPEC 16.1); one wrong word refuses the whole. */
export function selectGaps(text: string, list: SelectableList): Selection {
  if (text.length > LONGEST) return { problem: "the selection is too long; use ranges (3-900) or severities" };
  const words = listedWords(text);
  if (words.length === 0) return { problem: "name at least one gap" };
  const chosen = new Set<GapId>();
  for (const word of words) {
    const picked = pick(word, list);
    if (typeof picked === "string") return { problem: picked };
    for (const { id } of picked) chosen.add(id);
  }
  return [...chosen];
}

export function isProblem<Read extends object>(
  read: Read | { readonly problem: string },
): read is { readonly problem: string } {
  return "problem" in read;
}

const NUMBERS = /^(\d{1,6})(?:(?:-|–|\.\.)(\d{1,6}))?$/;
const WEIGHT = /^(CRITICAL|HIGH|MEDIUM|LOW)(\+)?$/;
const IDS = /^GAP-([A-Z]{2,10})-(\d{3})([A-Z])?(?:\.\.(?:GAP-\1-)?(\d{3}))?$/;

function pick(word: string, list: SelectableList): readonly Selectable[] | string {
  const upper = word.slice(0, 60).toUpperCase();
  const [, first, last = first] = NUMBERS.exec(upper) ?? [];
  if (first !== undefined) return byNumber(word, Number(first), Number(last), list);
  const [, weight, andWorse] = WEIGHT.exec(upper) ?? [];
  const severity = SEVERITIES.find((known) => known === weight);
  if (severity !== undefined) return bySeverity(word, severity, andWorse !== undefined, list);
  const [, category = "", from, part = "", to] = IDS.exec(upper) ?? [];
  if (from === undefined) return notUnderstood(word, list);
  if (to !== undefined) return byRange(word, category, Number(from), Number(to), list);
  const id = gapId(category, Number(from), part.toLowerCase());
  const gap = list.gaps.find((listed) => listed.id === id);
  return gap ? [gap] : list.numbered ? `${id} is not in the list` : `there is no gap ${id}`;
}

function byNumber(word: string, first: number, last: number, { gaps, numbered }: SelectableList) {
  if (!numbered) return `"${word}" is a number, but no list was shown; write ids like GAP-PAY-001`;
  if (first < 1 || last > gaps.length) return `${word} is not in the list, which goes from 1 to ${gaps.length}`;
  return first > last ? `${word} is an empty range` : gaps.slice(first - 1, last);
}

function bySeverity(word: string, least: Severity, andWorse: boolean, list: SelectableList) {
  const isMeant = ({ severity }: Selectable) => severity === least || (andWorse && isWorse(severity, least));
  const found = (list.severityGaps ?? list.gaps).filter(isMeant);
  return found.length === 0 ? `this applies to no ${word} gap` : found;
}

function byRange(word: string, category: string, from: number, to: number, list: SelectableList) {
  const found = list.gaps.filter(({ id }) => {
    const parts = parseGapId(id);
    return parts?.category === category && parts.number >= from && parts.number <= to;
  });
  return found.length === 0 ? `${word} contains no gap${list.numbered ? " from the list" : ""}` : found;
}

function notUnderstood(word: string, { numbered }: SelectableList): string {
  const numbers = numbered ? "numbers from the list (7, 3-9), " : "";
  return `"${word.slice(0, 60)}" does not name a gap; write ${numbers}ids (GAP-PAY-001, GAP-PAY-001..004) or severities (LOW, HIGH+)`;
}
