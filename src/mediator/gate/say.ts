import { namesOf } from "../../model/plural.ts";
import { visibleLine } from "../../model/visible-text.ts";

/** How the gate words its findings: short, with places, and bounded whatever an agent wrote. */

const MOST_LISTED = 12;
const LONGEST_QUOTE = 120;

export function list(items: readonly string[]): string {
  return namesOf(items, ", ", MOST_LISTED);
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
  return `"${visibleLine(text, LONGEST_QUOTE)}"`;
}
