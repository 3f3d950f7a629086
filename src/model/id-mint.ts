import { type GapId, gapId, type IssueId, isGapId, issueId, parseGapId, parseIssueId } from "./ids.ts";
import { isSeverity } from "./severity.ts";

/** Ids have three digits (SPEC 3.1). */
const LAST_NUMBER = 999;
/** The category if the author gives none. */
const DEFAULT_CATEGORY = "MISC";
const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

export type GapIdMint = ReturnType<typeof gapIdMint>;

/** Gives out unused gap ids. `taken` is read only at the first id, because most documents bring no gap. */
export function gapIdMint(taken: Iterable<GapId>) {
  let unread = taken;
  const used = new Set<GapId>();
  const highest = new Map<string, number>();
  return { claim, next, forLabel, parts };

  function readTaken(): void {
    const ids = unread;
    unread = [];
    for (const id of ids) claim(id);
  }

  /** Takes an id; false if it is already used. */
  function claim(id: GapId): boolean {
    readTaken();
    if (used.has(id)) return false;
    used.add(id);
    const { category, number } = parseGapId(id) ?? { category: DEFAULT_CATEGORY, number: 0 };
    highest.set(category, Math.max(highest.get(category) ?? 0, number));
    return true;
  }

  /** The number after the category's highest; a full category continues in a derived one: FLOW, FLOWB, FLOWC. */
  function next(category: string): GapId {
    readTaken();
    const base = /^[A-Z]{2,10}$/u.test(category) ? category : DEFAULT_CATEGORY;
    for (let turn = 0; ; turn += 1) {
      const suffix = suffixOf(turn);
      const candidate = base.slice(0, LONGEST_CATEGORY - suffix.length) + suffix;
      const id = gapId(candidate, (highest.get(candidate) ?? 0) + 1);
      if (isGapId(id) && claim(id)) return id;
    }
  }

  /** An id for the author's own name: `OQ-001` becomes `GAP-OQ-001` if that is free, `H1` gets an id in `other`. */
  function forLabel(label: string, other = DEFAULT_CATEGORY): GapId {
    const category = categoryFromLabel(label) ?? other;
    // Only a whole `WORD-nnn` has a usable number: in `GAP-PIE-003.1` the 003 belongs to another gap.
    const number = Number(/^(?:GAP-)?[A-Za-z]{2,10}-(\d{1,3})$/u.exec(label.trim())?.[1] ?? 0);
    const wanted = gapId(category, number);
    return number > 0 && claim(wanted) ? wanted : next(category);
  }

  /** Ids for the parts of a split: the next free letters of the number, then further numbers (SPEC 3.1, SPEC 19.10). */
  function parts(whole: GapId, count: number): GapId[] {
    readTaken();
    const { category = DEFAULT_CATEGORY, number = 0 } = parseGapId(whole) ?? {};
    const free = LETTERS.map((letter) => gapId(category, number, letter)).filter((id) => !used.has(id));
    return Array.from({ length: count }, (_, index) => {
      const lettered = free[index];
      return lettered !== undefined && claim(lettered) ? lettered : next(category);
    });
  }
}

/** Gives out the issue ids of one round. */
export function issueIdMint(round: number, taken: Iterable<IssueId>) {
  const used = new Set<number>();
  for (const id of taken) claim(id);
  return { claim, next };

  /** Takes an id; false if it is used or of another round. */
  function claim(id: IssueId): boolean {
    const parts = parseIssueId(id);
    if (parts?.round !== round || used.has(parts.number)) return false;
    used.add(parts.number);
    return true;
  }

  /** The number after the highest, then any free one; `undefined` when all 999 are used. */
  function next(): IssueId | undefined {
    let number = Math.max(0, ...used) + 1;
    if (number > LAST_NUMBER) for (number = 1; used.has(number); ) number += 1;
    const id = issueId(round, number);
    return claim(id) ? id : undefined;
  }
}

const LONGEST_CATEGORY = 10;

/** The first word of a name such as `GAP-LOG-SEARCH` or `OQ-001` that is not a severity (SPEC 3.1); `H1` has none. */
export function categoryFromLabel(label: string): string | undefined {
  const token = label.trim().slice(0, 100);
  if (/\s/u.test(token)) return undefined;
  const words = token.replace(/^GAP[-_]/iu, "").split(/[-_./:]/u);
  const word = words.find((candidate) => /^[A-Za-z]{2,}$/u.test(candidate) && !isSeverity(candidate.toUpperCase()));
  return word && categoryOfWord(word.toUpperCase());
}

/** A word that is too long for a category up to its first consonant from the fourth letter on: AUTH, CONF, ORGAN (SPEC 3.1). */
export function categoryOfWord(letters: string): string {
  if (letters.length <= LONGEST_CATEGORY) return letters;
  const [short = ""] = /^.{3,8}?[^AEIOU]/.exec(letters) ?? [];
  return short === "" || isSeverity(short) ? letters.slice(0, LONGEST_CATEGORY) : short;
}

/** None at first, then B to Z, BA and so on. */
function suffixOf(turn: number): string {
  if (turn === 0) return "";
  const last = String.fromCharCode(65 + (turn % 26));
  return suffixOf(Math.floor(turn / 26)) + last;
}
