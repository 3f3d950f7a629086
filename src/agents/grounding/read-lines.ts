import { type Codebase, Refusal } from "./codebase.ts";

const MOST_LINES = 400;
const MOST_CHARACTERS = 60_000;
const LONGEST_LINE = 1000;

/** Lines of a file with their numbers, so that they can be cited. */
export async function readLines(codebase: Codebase, path: string, from: number, to?: number): Promise<string> {
  const lines = await codebase.lines(path);
  if (from > lines.length) throw new Refusal(`${path} has ${lines.length} lines.`);
  const last = Math.min(lines.length, to ?? Number.POSITIVE_INFINITY, from + MOST_LINES - 1);
  const shown: string[] = [];
  let left = MOST_CHARACTERS;
  for (let number = from; number <= last && left > 0; number += 1) {
    const line = `${number}: ${(lines[number - 1] ?? "").slice(0, LONGEST_LINE)}`;
    shown.push(line);
    left -= line.length;
  }
  const shownTo = from + shown.length - 1;
  if (shownTo < lines.length) shown.push(`(lines ${from} to ${shownTo} of ${lines.length})`);
  return shown.join("\n");
}
