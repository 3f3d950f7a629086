import { UsageError } from "../errors/whetstone-error.ts";

export type Argv = readonly [string, ...string[]];

/** `|`, `&&`, `<`, `2>&1`, `>log`, `done;`: what a shell would act on. */
const SHELL_WORD = /^(?:\|\|?|&&?|<{1,3}|<(?!.*>).+|[12&]?>.*)$|;$/s;
const FIX =
  'Write the program and its arguments, quoted where they have spaces, or a JSON array: ["my-agent", "--fast"].';

/**
 * The words of a command that someone wrote on one line. No shell is involved: single and double quotes group, a
 * backslash is itself except before a quote or white space (so that Windows paths need no care), and nothing is
 * expanded. A JSON array of strings is taken as it stands.
 */
export function parseCommand(text: string): Argv {
  const words = text.trimStart().startsWith("[") ? jsonWords(text) : splitWords(text);
  const [program, ...rest] = words.map(({ word }) => word);
  if (program === undefined || program === "")
    throw new UsageError("The command is empty.", { target: text, fix: FIX });
  const forShell = words.find(({ word, isQuoted }) => !isQuoted && SHELL_WORD.test(word));
  if (forShell !== undefined) {
    throw new UsageError(`The command has "${forShell.word}", but no shell runs it.`, {
      target: text,
      fix: "Put it in a script and name that instead. If it is a plain argument, quote it.",
    });
  }
  return [program, ...rest];
}

interface Word {
  readonly word: string;
  /** All or some of it, so that it is meant as it stands. */
  readonly isQuoted: boolean;
}

function jsonWords(text: string): Word[] {
  const refused = (cause?: unknown) =>
    new UsageError("The command is not a JSON array of strings.", { target: text, fix: FIX, cause });
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.every((word): word is string => typeof word === "string"))
      return words.map((word) => ({ word, isQuoted: true }));
  } catch (cause) {
    throw refused(cause);
  }
  throw refused();
}

/** An escaped quote or space, what stands in quotes, white space, any other character. */
const PIECE = /\\(["'\s])|"((?:\\"|[^"])*)"|'([^']*)'|\s+|./gsu;

function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let isWithin = false;
  for (const [piece, escaped, double, single] of text.matchAll(PIECE)) {
    if (piece === '"' || piece === "'")
      throw new UsageError(`The command has a ${piece} that is never closed.`, { target: text, fix: FIX });
    const isSpace = /^\s/.test(piece);
    const quoted = escaped ?? double?.replaceAll('\\"', '"') ?? single;
    const before = isWithin ? words.pop() : undefined;
    if (before !== undefined && isSpace) words.push(before);
    if (!isSpace) {
      const isQuoted = quoted !== undefined || before?.isQuoted === true;
      words.push({ word: `${before?.word ?? ""}${quoted ?? piece}`, isQuoted });
    }
    isWithin = !isSpace;
  }
  return words;
}

/** The words on one line again: quoted where that is enough, else as a JSON array. `parseCommand` reads it back. */
export function formatCommand(words: Argv): string {
  const simple = words.every((word) => /^[^"'\\[]*$/.test(word) && !SHELL_WORD.test(word));
  if (!simple) return JSON.stringify(words);
  return words.map((word) => (word === "" || /\s/.test(word) ? `"${word}"` : word)).join(" ");
}
