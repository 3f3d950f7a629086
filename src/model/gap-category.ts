const LONGEST = 10;

/** The first word in a name such as `GAP-LOG-SEARCH` or `OQ-001` (SPEC 3.1); a title, or `H1`, holds none. */
export function categoryFromLabel(label: string): string | undefined {
  const token = label.trim().slice(0, 100);
  if (/\s/u.test(token)) return undefined;
  const words = token.replace(/^GAP[-_]/iu, "").split(/[-_./:]/u);
  const word = words.find((candidate) => /^[A-Za-z]{2,}$/u.test(candidate));
  return word?.toUpperCase().slice(0, LONGEST);
}

/** The category that takes over when one was full so many times: FLOW, FLOWB, FLOWC and so on, always legal. */
export function derivedCategory(category: string, turn: number): string {
  const suffix = turn === 0 ? "" : letters(turn);
  return category.slice(0, LONGEST - suffix.length) + suffix;
}

/** 1 is B, 25 is Z, 26 is BA: a number written with letters. */
function letters(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : letters(Math.floor(number / 26)) + last;
}
