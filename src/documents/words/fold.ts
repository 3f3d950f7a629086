/** Marks that are not seen: direction, joiners, the byte order mark. They must not hide a word from the reader. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, "gu");

export function visible(text: string): string {
  return INVISIBLE.test(text) ? text.replaceAll(EVERY_INVISIBLE, "") : text;
}

/** A heading as it is compared: lower case, without markup, signs, numbering and trailing punctuation. */
export function foldHeading(text: string): string {
  return visible(text.slice(0, 300))
    .replace(/[*_~`#]+/g, "")
    .replace(/^(?:[\s\p{Extended_Pictographic}]|\ufe0f)+/u, "")
    .replace(
      /^(?:(?:part|section|step)\s+(?:\d{1,2}|[ivx]{1,4}|[a-z])\s*[:.–—-]\s*|\(?\d{1,3}(?:\.\d{1,3}){0,3}[.):]?|[a-z][.)]|[ivx]{1,4}[.)])\s+/iu,
      "",
    )
    .replace(/[\s:.–—-]+$/u, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
