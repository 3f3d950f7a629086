/** What may stand before an item's name: a check box, a number, emphasis, brackets. */
const BEFORE = /^(?:\[[ xX]\]\s+)?(?:\d{1,3}[.)]\s+)?(?:\*\*|__|\*|_|~~|\[|\()*/;
/** `GAP-FLOW-001`, `OQ-3`, `ISSUE-DB-2`, `FR-006`, `Q1`; also names outside the pattern of ids, such as `GAP-LOG-SEARCH`. */
const LABEL =
  /^(?:GAP-[A-Za-z0-9][A-Za-z0-9._-]{0,60}|[A-Z]{1,12}(?:-[A-Z]{1,12}){0,2}-?\d{1,4}(?:\.\d{1,3})?[a-z]?)(?![\w-])/;

export interface ItemLabel {
  readonly label: string;
  /** The text behind the label and its separators. */
  readonly rest: string;
}

/** The name that a list item, a paragraph, a heading or a cell begins with, as its author writes it. */
export function itemLabel(text: string): ItemLabel | undefined {
  const start = BEFORE.exec(text)?.[0].length ?? 0;
  const match = LABEL.exec(text.slice(start, start + 100));
  if (!match) return undefined;
  const label = match[0].replace(/[._-]+$/, "");
  const behind = text.slice(start + label.length);
  const closing = /^(?:\*\*|__|\*|_|~~|\]|\))*\s*[:.·–—-]*(?:\*\*|__)?\s*/.exec(behind)?.[0] ?? "";
  // "Q4 2026 revenue" or "HTTP-2 is used": a name is set off by a mark, unless it is one that names gaps.
  if (!namesGap(label) && !/[:.–—)\]*_|-]/.test(closing) && behind.trim() !== "") return undefined;
  return { label, rest: behind.slice(closing.length) };
}

/** `GAP-…`, `OQ-…` and `ISSUE-…` are names of gaps wherever they stand first. */
export function namesGap(label: string): boolean {
  return /^(?:GAP-|OQ-?\d|ISSUE-)/.test(label);
}

/** A line that begins with the name of a gap. */
export function startsWithItemLabel(line: string): boolean {
  const found = itemLabel(line.trimStart());
  return found !== undefined && namesGap(found.label);
}
