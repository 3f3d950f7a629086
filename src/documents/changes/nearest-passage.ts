import type { FileView } from "./file-view.ts";
import type { Passage } from "./problem.ts";
import { pathText, sectionAt } from "./sections.ts";

interface Window {
  readonly view: FileView;
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

const LONGEST_COMPARED = 4000;
const LONGEST_SHOWN = 6000;
const LEAST_SHARED = 0.2;

/** The passage that shares the most with quoted words; nothing if it shares hardly a word. Linear in the size of the spec. */
export function nearestPassage(views: readonly FileView[], quote: string): Passage | undefined {
  const words = wordsOf(quote.slice(0, LONGEST_COMPARED));
  const rarity = weigh(views, new Set(words));
  const least = LEAST_SHARED * words.reduce((sum, word) => sum + (rarity.get(word) ?? 1), 0);
  const windows = views.flatMap((view) => windowsOf(view, rarity, words.length, least));
  const [best] = windows.sort((a, b) => b.score - a.score);
  return best && passage(best, views.length > 1);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** What it tells that a line has a word of the quotation: rare words tell more. */
function weigh(views: readonly FileView[], words: ReadonlySet<string>): Map<string, number> {
  const lines = new Map<string, number>();
  for (const line of views.flatMap((view) => view.lineTexts)) {
    for (const word of new Set(wordsOf(line))) if (words.has(word)) lines.set(word, (lines.get(word) ?? 0) + 1);
  }
  return new Map([...lines].map(([word, count]) => [word, 1 / Math.sqrt(count)]));
}

/** The stretches of lines that are about as long as the quotation and share enough with it. */
function windowsOf(view: FileView, rarity: ReadonlyMap<string, number>, length: number, least: number): Window[] {
  const lines = view.lineTexts.map((text) => {
    const words = wordsOf(text);
    return { count: words.length, shared: words.reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0) };
  });
  const windows: Window[] = [];
  let [last, count, shared] = [0, 0, 0];
  for (const [first, line] of lines.entries()) {
    for (let next = lines[last]; next !== undefined && (count < length || last === first); next = lines[++last]) {
      count += next.count;
      shared += next.shared;
    }
    if (line.shared > 0 && shared > least)
      windows.push({ view, first, last: last - 1, score: shared / Math.sqrt(count + 5) });
    count -= line.count;
    shared -= line.shared;
  }
  return windows;
}

function passage({ view, first, last }: Window, withFile: boolean): Passage {
  while (last > first && view.isBlank(last)) last--;
  const heading = pathText(sectionAt(view.sections, first + 1), withFile);
  const text = view.text.slice(view.lines[first]?.start, view.lines[last]?.end).slice(0, LONGEST_SHOWN);
  return { file: view.path, heading, line: first + 1, text };
}
