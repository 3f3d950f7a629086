/** How the gate words its findings: short, with places, and bounded whatever an agent wrote. */

const MOST_LISTED = 12;
const LONGEST_QUOTE = 120;

/** `a, b and 3 more`: a list that stays readable. */
export function list(items: readonly string[], most = MOST_LISTED): string {
  if (items.length <= most) return items.join(", ");
  return `${items.slice(0, most).join(", ")} and ${items.length - most} more`;
}

/** `GAP-FLOW-001 (line 12)`. */
export function at(what: string, line: number | undefined): string {
  return line === undefined ? what : `${what} (line ${line})`;
}

/** What is wrong, by ids and lines. */
export function places(
  items: readonly { readonly issue?: string; readonly gap?: string; readonly line: number }[],
): string {
  return list(items.map(({ issue, gap = "", line }) => at(issue ?? gap, line)));
}

/** An agent's words on one line, shortened. */
export function quote(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const characters = [...line.slice(0, LONGEST_QUOTE * 2)];
  const shortened = characters.length > LONGEST_QUOTE || line.length > LONGEST_QUOTE * 2;
  return `"${shortened ? `${characters.slice(0, LONGEST_QUOTE).join("")}…` : line}"`;
}
