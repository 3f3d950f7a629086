const MOST = 5;

/**
 * What the author names as possible answers: "auth method not specified - password, SSO, OAuth?", "CSV or JSON?". Empty
 * where the words list nothing.
 */
export function namedAlternatives(open: string): string[] {
  const text = open
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[\s?.]+$/, "");
  const listed = /(?:\s[-–—]\s|:\s|\(|,\s*(?:e\.g\.|i\.e\.|such as)\s+)([^()]{3,160})\)?$/i.exec(text)?.[1];
  const plain = /^[^,]{1,40}(?:, [^,]{1,40}){0,4},? or [^,]{1,40}$/i.test(text) ? text : undefined;
  const parts = splitList(listed ?? plain ?? "");
  return parts.length >= 2 && parts.length <= MOST && parts.every(isShort) ? parts : [];
}

function splitList(list: string): string[] {
  return list
    .replace(/^(?:e\.g\.|i\.e\.|for example|such as|either)[,\s]+/i, "")
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^(?:etc\.?|other|others|something else)$/i.test(part));
}

/** A name or an amount, not a clause. */
function isShort(part: string): boolean {
  return (
    part.length <= 40 &&
    part.split(" ").length <= 5 &&
    !/\b(?:is|are|should|must|shall|will|does|do|can|how|what|which)\b/i.test(part)
  );
}
