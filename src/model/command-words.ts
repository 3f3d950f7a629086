import { UsageError } from "../errors/whetstone-error.ts";
import { orUndefined } from "./defined.ts";

export type Argv = readonly [string, ...string[]];

/** Words that only a shell understands: `|`, `&&`, `<`, `2>&1`, `>log`, `done;`. */
const SHELL_WORD = /^(?:\|\|?|&&?|<{1,3}|<(?!.*>).+|[12&]?>.*)$|;$/s;
const FIX =
  'Write the program and its arguments, quoted where they have spaces, or a JSON array: ["my-agent", "--fast"].';

/**
 * Splits a command line into words without a shell: single and double quotes group, a backslash is literal except
 * before a quote or white space (so that Windows paths work), and nothing is expanded. A JSON array of strings is taken
 * as is.
 */
export function parseCommand(text: string): Argv {
  const isJson = text.trimStart().startsWith("[");
  const [program, ...rest] = isJson ? jsonWords(text) : splitWords(text);
  if (program === undefined || program === "")
    throw new UsageError("The command is empty.", { target: text, fix: FIX });
  const forShell = isJson ? undefined : bareWords(text).find((word) => SHELL_WORD.test(word));
  if (forShell !== undefined) {
    throw new UsageError(`The command has "${forShell}", but no shell runs it.`, {
      target: text,
      fix: "Put it in a script and name that instead. If it is a plain argument, quote it.",
    });
  }
  return [program, ...rest];
}

function jsonWords(text: string): string[] {
  const words: unknown = orUndefined(() => JSON.parse(text));
  if (Array.isArray(words) && words.every((word): word is string => typeof word === "string")) return words;
  throw new UsageError("The command is not a JSON array of strings.", { target: text, fix: FIX });
}

/** An escaped quote or space, a quoted text, white space, or any other character. */
const PIECE = /\\(["'\s])|"((?:\\"|[^"])*)"|'([^']*)'|\s+|./gsu;

function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece, escaped, double, single] of text.matchAll(PIECE)) {
    if (piece === '"' || piece === "'")
      throw new UsageError(`The command has a ${piece} that is never closed.`, { target: text, fix: FIX });
    if (!/^\s/.test(piece)) word = (word ?? "") + (escaped ?? double?.replaceAll('\\"', '"') ?? single ?? piece);
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return word === undefined ? words : [...words, word];
}

const QUOTED = "\0";

/** The words without any quoted part: quoted words are always meant literally. */
function bareWords(text: string): string[] {
  const bare = text.replace(PIECE, (piece) => (/^["'\\]./s.test(piece) ? QUOTED : piece));
  return bare.split(/\s+/).filter((word) => !word.includes(QUOTED));
}

/** The command as one line, which `parseCommand` reads back: quoted if that is enough, else a JSON array. */
export function formatCommand(words: Argv): string {
  const simple = words.every((word) => /^[^"'\\[]*$/.test(word) && !SHELL_WORD.test(word));
  if (!simple) return JSON.stringify(words);
  return words.map((word) => (word === "" || /\s/.test(word) ? `"${word}"` : word)).join(" ");
}
