/** What may precede an item's name: a check box, a number, emphasis, brackets. */
const BEFORE = /^(?:\[[ xX]\]\s+)?(?:\d{1,3}[.)]\s+)?(?:\*\*|__|\*|_|~~|\[|\()*/;
/** `GAP-FLOW-001`, `OQ-3`, `ISSUE-DB-2`, `FR-006`, `Q1`; also names outside the pattern of ids, such as `GAP-LOG-SEARCH`. */
const LABEL =
  /^(?:GAP-[A-Za-z0-9][A-Za-z0-9._-]{0,60}|[A-Z]{1,12}(?:-[A-Z]{1,12}){0,2}-?\d{1,4}(?:\.\d{1,3})?[a-z]?)(?![\w-])/;

/** The name at the start of a list item, a paragraph, a heading or a cell, and the text after it, as written. */
export function itemLabel(text: string) {
  const start = BEFORE.exec(text)?.[0].length ?? 0;
  const match = LABEL.exec(text.slice(start, start + 100));
  if (!match) return undefined;
  const label = match[0].replace(/[._-]+$/, "");
  const behind = text.slice(start + label.length);
  const closing = /^(?:\*\*|__|\*|_|~~|\]|\))*\s*[:.·–—-]*(?:\*\*|__)?\s*/.exec(behind)?.[0] ?? "";
  // Other names need a separator: "Q4 2026 revenue" and "HTTP-2 is used" have none.
  if (!namesGap(label) && !/[:.–—)\]*_|-]/.test(closing) && behind.trim() !== "") return undefined;
  return { label, rest: behind.slice(closing.length) };
}

/** Whether a label always names a gap: `GAP-…`, `OQ-…`, `ISSUE-…`. */
export function namesGap(label: string): boolean {
  return /^(?:GAP-|OQ-?\d|ISSUE-)/.test(label);
}

/** Whether a line begins with the name of a gap. */
export function startsWithItemLabel(line: string): boolean {
  const found = itemLabel(line.trimStart());
  return found !== undefined && namesGap(found.label);
}
