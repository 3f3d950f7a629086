import type { Codebase } from "./codebase.ts";

const MOST_HITS = 80;
const MOST_BYTES = 60_000_000;
const MOST_FILES = 20_000;
const LARGEST_SEARCHED = 1_000_000;
const LONGEST_LINE = 240;

/**
 * The lines that hold the words, as `file:line: text`. The words are text and no pattern: the time is linear in what
 * is read, whatever a model asks for. Case does not matter.
 */
export async function searchFiles(
  codebase: Codebase,
  words: string,
  folder: string,
  signal?: AbortSignal,
): Promise<string> {
  const wanted = words.toLowerCase();
  const hits: string[] = [];
  let left = MOST_BYTES;
  let files = 0;
  for await (const { path, bytes } of codebase.files(folder, signal)) {
    if (bytes > LARGEST_SEARCHED) continue;
    files += 1;
    if (bytes > left || files > MOST_FILES) return told(hits, "(stopped: too much to search, name a folder)");
    left -= bytes;
    for (const hit of await hitsIn(codebase, path, wanted)) {
      if (hits.length === MOST_HITS) return told(hits, `(more than ${MOST_HITS} places: be more particular)`);
      hits.push(hit);
    }
  }
  return told(hits, hits.length === 0 ? "(nothing found)" : "");
}

async function hitsIn(codebase: Codebase, path: string, wanted: string): Promise<string[]> {
  const text = await codebase.text(path).catch(() => "");
  if (!text.toLowerCase().includes(wanted)) return [];
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.toLowerCase().includes(wanted))
    .map(({ line, number }) => `${path}:${number}: ${line.trim().slice(0, LONGEST_LINE)}`);
}

function told(hits: readonly string[], note: string): string {
  return [...hits, note].filter((line) => line !== "").join("\n");
}
