const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3}){0,5}`;
const NAMED = new RegExp(
  String.raw`(?:\b[Ss]ections?|\b[Ss]ec\.|\b[Cc]hapters?|\b[Cc]lauses?|§{1,2})\s{0,3}(${NUMBER})`,
  "g",
);
const FURTHER = new RegExp(String.raw`^(?:\s{0,3},\s{0,3}|\s{0,3}(?:,\s?)?(?:and|or|&)\s{1,3})§?(${NUMBER})`);
const BEGINS = new RegExp(String.raw`^(?:§\s?)?(${NUMBER})\.?(?=\s|$)`);
const MOST_FURTHER = 8;

/** The sections that a text names by number: "Section 4.2", "§ 4.2", "Sections 4.2, 4.3 and 5". */
export function sectionNumbersIn(text: string): Set<string> {
  const numbers = new Set<string>();
  for (const match of text.matchAll(NAMED)) {
    numbers.add(match[1] ?? "");
    let rest = text.slice(match.index + match[0].length, match.index + match[0].length + 200);
    for (let count = 0; count < MOST_FURTHER; count += 1) {
      const further = FURTHER.exec(rest);
      if (further?.[1] === undefined) break;
      numbers.add(further[1]);
      rest = rest.slice(further[0].length);
    }
  }
  return numbers;
}

/** `4.2` of "4.2 Expiry" and "§4.2 Expiry". */
export function sectionNumberOf(heading: string): string | undefined {
  return BEGINS.exec(heading)?.[1];
}
