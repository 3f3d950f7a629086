const STOP_WORDS = new Set(
  `a about after all an and any app application are as at be been being between both but by can cannot case cases
  confirm could decide do does during each either else every few fixme for from get gets given had handle handles
  happen happens has have how however if in into is it its like many may might more most must need no nor not
  occur occurs of off on once only open or other out over own per question questions respond shall she should so
  some such system tba tbc tbd than that the their them then there these they this those through to todo under
  until up upon user users via was we were what when where whether which while who why will with within without
  would you`.split(/\s+/),
);

/** Whether a word carries no meaning of its own. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The words that carry a text's meaning, in lower case, each once: two texts with the same ones say the same. */
export function significantWords(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return [...new Set(words.filter((word) => !isStopWord(word)))];
}
