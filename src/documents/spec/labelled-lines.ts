/** A line that begins with a label: `**Owner**: TBD`. */
const LABELLED = /^\s*(?:>\s*)*(?:[-*+]\s+)?[^\n:.!?|]{1,80}:[*_`]*(?:\s|$)/;

/** Lines that all have a label, as below the title of many specs: each is a passage of its own. */
export function areLabelled(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => LABELLED.test(line));
}
