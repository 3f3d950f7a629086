import { UsageError } from "../errors/whetstone-error.ts";
import { quoted } from "./command-line.ts";
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
  const typed = isJson ? [] : (text.match(WORD) ?? []);
  const forShell = typed.find((word) => SHELL_WORD.test(word));
  if (forShell !== undefined) {
    throw new UsageError(`The command has "${forShell}", but no shell runs it.`, {
      target: text,
      fix: "Put it in a script and name that instead. If it is a plain argument, quote it.",
    });
  }
  const [program, ...rest] = isJson ? jsonWords(text) : typed.map((word) => unquoted(word, text));
  if (program === undefined || program === "")
    throw new UsageError("The command is empty.", { target: text, fix: FIX });
  return [program, ...rest];
}

function jsonWords(text: string): string[] {
  const words: unknown = orUndefined(() => JSON.parse(text));
  if (Array.isArray(words) && words.every((word): word is string => typeof word === "string")) return words;
  throw new UsageError("The command is not a JSON array of strings.", { target: text, fix: FIX });
}

/** A word as typed: escaped quotes or spaces, quoted texts, and other characters. */
const WORD = /(?:\\["'\s]|"(?:\\"|[^"])*"|'[^']*'|\S)+/gsu;
const PIECE = /\\(["'\s])|"((?:\\"|[^"])*)"|'([^']*)'|["']/gsu;

function unquoted(word: string, text: string): string {
  return word.replace(PIECE, (piece: string, escaped?: string, double?: string, single?: string) => {
    if (piece === '"' || piece === "'")
      throw new UsageError(`The command has a ${piece} that is never closed.`, { target: text, fix: FIX });
    return escaped ?? double?.replaceAll('\\"', '"') ?? single ?? "";
  });
}

/** The command as one line, which `parseCommand` reads back. */
export function formatCommand(words: Argv): string {
  return words.map(quoted).join(" ");
}
