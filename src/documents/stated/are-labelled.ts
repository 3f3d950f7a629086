/** A line that begins with a label: `**Owner**: TBD`. */
const LABELLED = /^\s*(?:>\s*)*(?:[-*+]\s+)?[^\n:.!?|]{1,80}:[*_`]*(?:\s|$)/;

/** Whether all lines have a label, as below the title of many specs: then each line is a passage. */
export function areLabelled(lines: readonly string[]): boolean {
  return lines.length > 1 && lines.every((line) => LABELLED.test(line));
}
