import { UsageError } from "../errors/whetstone-error.ts";

export type Argv = readonly [string, ...string[]];

const SHELL_WORDS = new Set(["|", "||", "&", "&&", ";", "<", ">", ">>", "2>", "2>&1"]);
const FIX =
  'Write the program and its arguments, quoted where they have spaces, or a JSON array: ["my-agent", "--fast"].';

/**
 * The words of a command that someone wrote on one line. No shell is involved: single and double quotes group, a
 * backslash is itself except before a quote or white space (so that Windows paths need no care), and nothing is
 * expanded. A JSON array of strings is taken as it stands.
 */
export function parseCommand(text: string): Argv {
  const words = text.trimStart().startsWith("[") ? jsonWords(text) : splitWords(text);
  const [program, ...rest] = words;
  if (program === undefined || program === "")
    throw new UsageError("The command is empty.", { target: text, fix: FIX });
  const shellWord = rest.find((word) => SHELL_WORDS.has(word));
  if (shellWord !== undefined && !text.trimStart().startsWith("[")) {
    throw new UsageError(`The command has "${shellWord}", but no shell runs it.`, {
      target: text,
      fix: "Put it into a script of its own and name that.",
    });
  }
  return [program, ...rest];
}

function jsonWords(text: string): string[] {
  const refused = (cause?: unknown) =>
    new UsageError("The command is not a JSON array of strings.", { target: text, fix: FIX, cause });
  try {
    const words: unknown = JSON.parse(text);
    if (Array.isArray(words) && words.every((word): word is string => typeof word === "string")) return words;
  } catch (cause) {
    throw refused(cause);
  }
  throw refused();
}

/** An escaped quote or space, what stands in quotes, white space, any other character. */
const PIECE = /\\(["'\s])|"((?:\\"|[^"])*)"|'([^']*)'|\s+|./gsu;

function splitWords(text: string): string[] {
  const words: string[] = [];
  let isWithin = false;
  for (const [piece, escaped, double, single] of text.matchAll(PIECE)) {
    if (piece === '"' || piece === "'")
      throw new UsageError(`The command has a ${piece} that is never closed.`, { target: text, fix: FIX });
    const isSpace = /^\s/.test(piece);
    const part = escaped ?? double?.replaceAll('\\"', '"') ?? single ?? piece;
    if (isWithin && !isSpace) words.push(`${words.pop()}${part}`);
    else if (!isSpace) words.push(part);
    isWithin = !isSpace;
  }
  return words;
}

/** The words on one line again: quoted where that is enough, else as a JSON array. `parseCommand` reads it back. */
export function formatCommand(words: Argv): string {
  const simple = words.every((word) => /^[^"'\\[]*$/.test(word) && !SHELL_WORDS.has(word));
  if (!simple) return JSON.stringify(words);
  return words.map((word) => (word === "" || /\s/.test(word) ? `"${word}"` : word)).join(" ");
}
