const STOP = new Set(
  "a an and are as at be by can do does for from has have how if in into is it its may must no not of on or shall should so than that the their then there these they this to was we what when where which who why will with would todo tbd tbc tba fixme open question questions confirm decide".split(
    " ",
  ),
);

/** The words that carry a text's meaning, in lower case, each once: two texts with the same ones say the same. */
export function significantWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return [...new Set(words.filter((word) => !STOP.has(word)))];
}
