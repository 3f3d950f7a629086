/** Text as it is compared: case, white space, emphasis and quotation marks do not count, nor punctuation at its ends. */
export function fold(text: string): string {
  const folded = text
    .toLowerCase()
    .replaceAll(/^[ \t]*>[ \t]?/gmu, "")
    .replaceAll(/[*_`#"“”„'‘’]/gu, "")
    .replaceAll(/\s+/gu, " ");
  return trimPunctuation(folded);
}

const PUNCTUATION = " .,;:[]()";

/** By hand: an expression for the end of a text is quadratic on a long run of dots. */
function trimPunctuation(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && PUNCTUATION.includes(text.charAt(from))) from += 1;
  while (to > from && PUNCTUATION.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
