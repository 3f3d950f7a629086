const IRREGULAR: Readonly<Record<string, string>> = { does: "do", goes: "go", has: "have", is: "be", are: "be" };

/** "fetches" is "fetch", "replies" is "reply": the form that stands behind "cannot". */
export function baseForm(verb: string): string {
  const lower = verb.toLowerCase();
  const known = IRREGULAR[lower];
  if (known !== undefined) return known;
  if (/(?:[^aeiou])ies$/.test(lower)) return `${lower.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|zz|o)es$/.test(lower)) return lower.slice(0, -2);
  if (/[^su]s$/.test(lower) && !/(?:ss|us|is)$/.test(lower)) return lower.slice(0, -1);
  return lower;
}
