import { UsageError } from "../errors/whetstone-error.ts";

/** Parses a whole number. */
export function typedNumber(text: string, what: string, from: number, to: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= from && number <= to) return number;
  throw new UsageError(`${what} must be a whole number, not ${JSON.stringify(text)}`, {
    fix: `Use a number from ${from} to ${to}.`,
  });
}

/** Parses one of these words, in any case. */
export function typedChoice<Word extends string>(text: string, what: string, words: readonly Word[]): Word {
  const chosen = words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (chosen !== undefined) return chosen;
  throw new UsageError(`${what} cannot be ${JSON.stringify(text)}`, { fix: `Choose from: ${words.join(", ")}.` });
}
