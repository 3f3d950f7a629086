import { UsageError } from "../errors/whetstone-error.ts";

/** A program and its arguments. */
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

function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (character === "\\" && isEscapable(next, quote)) {
      word = (word ?? "") + next;
      at += 1;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      else word = (word ?? "") + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (quote !== "")
    throw new UsageError(`The command has a ${quote} that is never closed.`, { target: text, fix: FIX });
  if (word !== undefined) words.push(word);
  return words;
}

function isEscapable(next: string, quote: string): boolean {
  if (next === "") return false;
  if (quote === "'") return false;
  if (quote === '"') return next === '"';
  return next === '"' || next === "'" || /\s/.test(next);
}

/** The words on one line again: quoted where that is enough, else as a JSON array. `parseCommand` reads it back. */
export function formatCommand(words: Argv): string {
  const simple = words.every((word) => /^[^"'\\[]*$/.test(word) && !SHELL_WORDS.has(word));
  if (!simple) return JSON.stringify(words);
  return words.map((word) => (word === "" || /\s/.test(word) ? `"${word}"` : word)).join(" ");
}
