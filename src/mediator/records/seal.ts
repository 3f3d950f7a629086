const HEADER = /^<!-- whetstone: entry \d{1,15} of journal\.jsonl(?:, sum ([0-9a-f]{8}))?\. /;

/**
 * Puts a checksum of the rest into a record's first line. With it a record is known for ours as it stands, whichever
 * version of the program rendered it; one that a person changed is not.
 */
export function sealed(record: string): string {
  return record.replace("of journal.jsonl.", `of journal.jsonl, sum ${sumOf(record)}.`);
}

/** Whether nobody has changed the record since it was rendered. Line ends may be those of another system. */
export function isAsRendered(record: string): boolean {
  const text = record.replaceAll("\r\n", "\n");
  const sum = HEADER.exec(text)?.[1];
  return sum !== undefined && sum === sumOf(text);
}

/** FNV-1a of everything after the first line. */
function sumOf(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = text.indexOf("\n"); at >= 0 && at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return (sum >>> 0).toString(16).padStart(8, "0");
}
