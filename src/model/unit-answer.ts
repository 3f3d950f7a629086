const NUMBER = /^\d[\d,._]*$/;
const UNIT =
  /^(?!(?:in|it|its|the|an?|as|use|should|must|all|both|same)\b)[\p{L}µ°%€$]+(?:[\s/.-]+[\p{L}µ°%€$]+){0,3}\.?$/iu;
const IN_WORDS =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|sixty|half|a hundred)\b/i;
const QUANTITY = /^(?:(?:at most|at least|up to|about|around)\s+|[<>≤≥=~]\s*)?[€$]?\d/i;

/** Whether words are asked for beside a number that stands in the spec without its unit. */
export function lacksUnit(replaced: string): boolean {
  return NUMBER.test(replaced);
}

/** The number with the unit that is said; a number that is said takes its place. */
export function withUnit(number: string, said: string): string {
  return /\d/.test(said) ? said : `${number} ${said.replace(/\.$/, "")}`;
}

/** A unit, or a number with one: anything else would read wrong behind the name of what is measured. */
export function isUnitAnswer(said: string): boolean {
  return /\d/.test(said) ? QUANTITY.test(said) && !said.includes("\n") : UNIT.test(said) && !IN_WORDS.test(said);
}
