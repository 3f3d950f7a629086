import { visibleLine } from "../../model/visible-text.ts";
import type { Paint } from "../paint.ts";

/** Characters shown of anything that an agent wrote, and rows of anything that it lists. */
const MOST_WORDS = 300;
const MOST_ROWS = 200;
const MOST_WHAT = 40;

/** A line of the document, what stands there, and words about it; several of them stand below each other. */
export type Row = readonly [line: number | null, what: string, words: string | readonly string[]];

/** Makes headed lists whose columns line up; an empty one is left out. */
export type MakeTable = (heading: string, rows: readonly Row[], most?: number) => string[];

export function tableMaker(paint: Paint, columns: number): MakeTable {
  return (heading, rows, most = MOST_ROWS) => {
    if (rows.length === 0) return [];
    const shown = rows.slice(0, most);
    const places = shown.map(([line]) => (line === null ? "" : `line ${line}`));
    const whats = shown.map(([, what]) => visibleLine(what, MOST_WHAT));
    const placeWidth = widest(places);
    const whatWidth = widest(whats);
    const left = [placeWidth, whatWidth].filter((width) => width > 0).reduce((sum, width) => sum + width + 2, 2);
    const lines = shown.flatMap(([, , words], index) => {
      const place = paint.dim(padStart(places[index] ?? "", placeWidth));
      const what = paintWord((whats[index] ?? "").padEnd(whatWidth), paint);
      const [first = "", ...rest] = lay(words, Math.max(30, columns - left));
      const cells = [placeWidth > 0 ? place : "", whatWidth > 0 ? what : "", first].filter((cell) => cell !== "");
      return [`  ${cells.join("  ")}`.trimEnd(), ...rest.map((text) => " ".repeat(left) + text)];
    });
    const more = rows.length > most ? [paint.dim(`  and ${rows.length - most} more: --json lists all`)] : [];
    return ["", `${paint.bold(heading)} ${paint.dim(`(${rows.length})`)}`, ...lines, ...more];
  };
}

/** `line 7` under `line 123`: the numbers end at the same column. */
function padStart(place: string, width: number): string {
  return place === "" ? " ".repeat(width) : `line ${place.slice(5).padStart(width - 5)}`;
}

function widest(cells: readonly string[]): number {
  return cells.reduce((width, cell) => Math.max(width, cell.length), 0);
}

function lay(words: Row[2], width: number): string[] {
  if (typeof words === "string") return wrap(visibleLine(words, MOST_WORDS), width);
  return words.map((text) => visibleLine(text, width));
}

/** Breaks a line at blanks; a word that is too long stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function paintWord(word: string, paint: Paint): string {
  switch (word.trim()) {
    case "CRITICAL":
    case "HIGH":
    case "NOT_FIXED":
    case "NEEDS_REVISION":
      return paint.red(word);
    case "MEDIUM":
    case "UNCLEAR":
      return paint.yellow(word);
    case "RESOLVED":
    case "APPROVED":
      return paint.green(word);
    default:
      return word;
  }
}
