const OPERATORS = /--|[-=~]>|<[-=]|[{};=|]|[,({[:]\s*$|^\s*[\w.-]+\s*:(?!.*[.!?]$)/m;
const SENTENCE = /^[\s\p{P}]*[\p{Lu}\p{N}].*[.!?]["')*_`]*$/su;
const IN_WORDS = /^[\p{L}\p{N}\s'’"`,.!?-]+$/u;
const SAYS = /\b(?:is|are|was|the|an?|it|we|they|must|shall|should|can|may|will|has|have|does|there|nothing|nobody)\b/i;

/** Whether words beside code are a sentence about it: every other text is a line of it. */
export function isProse(text: string): boolean {
  if (OPERATORS.test(text) || text.trim().split(/\s+/).length < 3) return false;
  return SENTENCE.test(text.trim()) || (IN_WORDS.test(text) && SAYS.test(text));
}

/** Letters and nothing else: no line of a code whose lines have more. */
export function isBareWord(text: string): boolean {
  return /^[\p{L}\s'’.!?]+$/u.test(text);
}
