import { type ToolSet, tool } from "ai";
import * as z from "zod";
import { type Codebase, Refusal } from "./codebase.ts";

const path = z.string().max(1000);

/** Tools to list, search and read one codebase, and nothing else (SPEC 15.5). */
export function groundingTools(codebase: Codebase): ToolSet {
  return {
    list_files: tool({
      description: "Lists the files of the codebase below a folder, with sizes.",
      inputSchema: z.object({ folder: path.default(".").describe("Folder to list, from the codebase's root.") }),
      execute: ({ folder }, { abortSignal }) => answer(listFiles(codebase, folder, abortSignal)),
    }),
    search_files: tool({
      description: "Finds the lines of the codebase that hold a text, as file:line: text. Cite places as file:line.",
      inputSchema: z.object({
        words: z.string().min(2).max(200).describe("Text to look for, as it stands in a line. Not a pattern."),
        folder: path.default(".").describe("Folder or file to search, from the codebase's root."),
      }),
      execute: ({ words, folder }, { abortSignal }) => answer(searchFiles(codebase, words, folder, abortSignal)),
    }),
    read_file: tool({
      description: "Reads lines of a file of the codebase, each with its number. Cite places as file:line.",
      inputSchema: z.object({
        file: path.describe("File to read, from the codebase's root."),
        from: z.int().min(1).default(1).describe("First line."),
        to: z.int().min(1).optional().describe("Last line."),
      }),
      execute: ({ file, from, to }) => answer(readLines(codebase, file, from, to)),
    }),
  };
}

/** Tells the model why it was refused. Other errors are not shown: they contain paths of this computer. */
async function answer(found: Promise<string>): Promise<string> {
  return found.catch((error: unknown) => (error instanceof Refusal ? error.message : "That could not be read."));
}

const MOST_LISTED = 400;
const MOST_LINES = 400;
const MOST_CHARACTERS = 60_000;
const LONGEST_READ = 1000;
const MOST_HITS = 80;
const LONGEST_HIT = 240;
const MOST_BYTES = 60_000_000;
const MOST_SEARCHED = 20_000;
const LARGEST_SEARCHED = 1_000_000;

async function listFiles(codebase: Codebase, folder: string, signal?: AbortSignal): Promise<string> {
  const lines: string[] = [];
  for await (const { path, bytes } of codebase.files(folder, signal)) {
    if (lines.length === MOST_LISTED) {
      lines.push(`(more than ${MOST_LISTED} files: list a folder below)`);
      break;
    }
    lines.push(`${path} (${bytes} bytes)`);
  }
  return lines.length === 0 ? "(no files)" : lines.join("\n");
}

async function readLines(codebase: Codebase, path: string, from: number, to?: number): Promise<string> {
  const lines = await codebase.lines(path);
  if (from > lines.length) throw new Refusal(`${path} has ${lines.length} lines.`);
  const last = Math.min(lines.length, to ?? Number.POSITIVE_INFINITY, from + MOST_LINES - 1);
  const shown: string[] = [];
  let left = MOST_CHARACTERS;
  for (let number = from; number <= last && left > 0; number += 1) {
    const line = `${number}: ${(lines[number - 1] ?? "").slice(0, LONGEST_READ)}`;
    shown.push(line);
    left -= line.length;
  }
  const shownTo = from + shown.length - 1;
  if (shownTo < lines.length) shown.push(`(lines ${from} to ${shownTo} of ${lines.length})`);
  return shown.join("\n");
}

/** Lines that contain the text, as `file:line: text`. Plain text, no pattern, so the time is linear. */
async function searchFiles(codebase: Codebase, words: string, folder: string, signal?: AbortSignal): Promise<string> {
  const wanted = words.toLowerCase();
  const hits: string[] = [];
  let left = MOST_BYTES;
  let files = 0;
  for await (const { path, bytes } of codebase.files(folder, signal)) {
    if (bytes > LARGEST_SEARCHED) continue;
    files += 1;
    if (bytes > left || files > MOST_SEARCHED) return withNote(hits, "(stopped: too much to search, name a folder)");
    left -= bytes;
    for (const hit of await hitsIn(codebase, path, wanted)) {
      if (hits.length === MOST_HITS) return withNote(hits, `(more than ${MOST_HITS} places: be more particular)`);
      hits.push(hit);
    }
  }
  return withNote(hits, hits.length === 0 ? "(nothing found)" : "");
}

async function hitsIn(codebase: Codebase, path: string, wanted: string): Promise<string[]> {
  const text = await codebase.text(path).catch(() => "");
  if (!text.toLowerCase().includes(wanted)) return [];
  return text
    .split(/\r?\n/)
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.toLowerCase().includes(wanted))
    .map(({ line, number }) => `${path}:${number}: ${line.trim().slice(0, LONGEST_HIT)}`);
}

function withNote(hits: readonly string[], note: string): string {
  return [...hits, note].filter((line) => line !== "").join("\n");
}
