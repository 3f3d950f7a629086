/** An id or a number at the head of a paragraph or an item: "**FR-001**: ", "BIL-12. ", "5.1 ", "(a) ", "[R3] ". */
const LABEL =
  /^\s*(?:[*_`[(]{0,3}[A-Z][A-Z0-9]{0,11}(?:-[A-Z0-9]{1,11}){0,3}-?\d{1,6}(?:\.\d{1,4}){0,3}[a-z]?[*_`\])]{0,3}[*_]{0,2}\s*[:.)—–-]?[*_]{0,2}|\d{1,3}(?:\.\d{1,3}){1,4}\.?|\(?[a-z]\)|\(?[ivx]{1,4}\))(?=\s)\s*/;

/** How many characters of the text are its label; 0 where it has none. */
export function labelLength(text: string): number {
  return LABEL.exec(text)?.[0].length ?? 0;
}

/** `5.1` of "5.1 A seat is any user": a paragraph that has a number can be referred to. */
export function paragraphNumber(text: string): string | undefined {
  return /^\s*(\d{1,3}(?:\.\d{1,3}){1,4})\.?\s/.exec(text)?.[1];
}
