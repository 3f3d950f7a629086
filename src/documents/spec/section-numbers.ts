const NUMBER = String.raw`\d{1,3}(?:\.\d{1,3}){0,5}`;
const LIST = String.raw`${NUMBER}(?:\s{0,3}(?:,\s{0,3}(?:and|or)?|and|or|&)\s{0,3}§?${NUMBER}){0,8}`;
const NAMED = new RegExp(
  String.raw`(?:\b[Ss]ections?|\b[Ss]ec\.|\b[Cc]hapters?|\b[Cc]lauses?|§{1,2})\s{0,3}(${LIST})`,
  "g",
);
const BEGINS = new RegExp(String.raw`^(?:§\s?)?(${NUMBER})\.?(?=\s|$)`);

/** The sections that a text names by number: "Section 4.2", "§ 4.2", "Sections 4.2, 4.3 and 5". */
export function sectionNumbersIn(text: string): Set<string> {
  return new Set([...text.matchAll(NAMED)].flatMap(([, list = ""]) => list.match(new RegExp(NUMBER, "g")) ?? []));
}

/** `4.2` of "4.2 Expiry" and "§4.2 Expiry". */
export function sectionNumberOf(heading: string): string | undefined {
  return BEGINS.exec(heading)?.[1];
}
