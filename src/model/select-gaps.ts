import type { Gap } from "./gap.ts";
import { type GapId, gapId, listedWords, parseGapId } from "./ids.ts";
import { isWorse, SEVERITIES } from "./severity.ts";

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
    const picked = pick(word.slice(0, 60).toUpperCase(), list);
    if (picked === undefined || picked.length === 0) return { problem: problemWith(word, picked !== undefined, list) };
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

/** The gaps that a word names; `undefined` if it is no way to name gaps. */
function pick(
  word: string,
  { gaps, numbered, severityGaps = gaps }: SelectableList,
): readonly Selectable[] | undefined {
  const [isNumber, first, last = first] = NUMBERS.exec(word) ?? [];
  if (isNumber && numbered) {
    const found = gaps.slice(Number(first) - 1, Number(last));
    return found.length === Number(last) - Number(first) + 1 ? found : [];
  }
  const [, weight, andWorse] = WEIGHT.exec(word) ?? [];
  const least = SEVERITIES.find((known) => known === weight);
  if (least) return severityGaps.filter(({ severity: own }) => own === least || (andWorse && isWorse(own, least)));
  const [isId, category = "", from, part = "", to] = IDS.exec(word) ?? [];
  if (!isId) return undefined;
  if (to === undefined) return gaps.filter(({ id }) => id === gapId(category, Number(from), part.toLowerCase()));
  return gaps.filter(({ id }) => {
    const { category: own, number = 0 } = parseGapId(id) ?? {};
    return own === category && number >= Number(from) && number <= Number(to);
  });
}

function problemWith(word: string, isKnownForm: boolean, { gaps, numbered }: SelectableList): string {
  const shown = word.slice(0, 60);
  if (isKnownForm && numbered) return `${shown} is not in the list, which goes from 1 to ${gaps.length}`;
  if (isKnownForm) return `there is no such gap: ${shown}`;
  const numbers = numbered ? "numbers from the list (7, 3-9), " : "";
  return `"${shown}" does not name a gap; write ${numbers}ids (GAP-PAY-001, GAP-PAY-001..004) or severities (LOW, HIGH+)`;
}
