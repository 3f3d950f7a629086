import { diffWordsWithSpace } from "diff";
import type { FileView } from "./file-view.ts";
import type { Passage } from "./problem.ts";
import { pathText, sectionAt } from "./sections.ts";

interface Window {
  readonly view: FileView;
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

/** Passages that are compared word by word; finding them is linear in the size of the spec. */
const CANDIDATES = 6;
const LONGEST_COMPARED = 4000;
const LONGEST_SHOWN = 6000;
const LEAST_SHARED = 0.25;

/** The passage that comes closest to quoted words; nothing if it shares hardly a word with them. */
export function nearestPassage(views: readonly FileView[], quote: string): Passage | undefined {
  const words = wordsOf(quote.slice(0, LONGEST_COMPARED));
  if (words.length === 0) return undefined;
  const rarity = weigh(views, new Set(words));
  const windows = views.flatMap((view) => windowsOf(view, rarity, words.length)).sort((a, b) => b.score - a.score);
  const compared = apart(windows).map((window) => ({ window, shared: sharedPart(textOf(window), quote) }));
  const [best] = compared.sort((a, b) => b.shared - a.shared);
  return best && best.shared > LEAST_SHARED ? passage(best.window, views.length > 1) : undefined;
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

/** The stretches of lines that are about as long as the quotation and share a word with it. */
function windowsOf(view: FileView, rarity: ReadonlyMap<string, number>, length: number): Window[] {
  const lines = view.lineTexts.map((text) => {
    const words = wordsOf(text);
    return { count: words.length, score: [...new Set(words)].reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0) };
  });
  const windows: Window[] = [];
  let [last, count, score] = [0, 0, 0];
  for (const [first, line] of lines.entries()) {
    for (let next = lines[last]; next !== undefined && (count < length || last === first); next = lines[++last]) {
      count += next.count;
      score += next.score;
    }
    if (line.score > 0) windows.push({ view, first, last: last - 1, score: score / Math.sqrt(count + 5) });
    count -= line.count;
    score -= line.score;
  }
  return windows;
}

/** The first few that do not meet. */
function apart(sorted: readonly Window[]): Window[] {
  const kept: Window[] = [];
  for (const { view, first, last, score } of sorted) {
    if (kept.length === CANDIDATES) break;
    const isFree = kept.every((other) => other.view !== view || last < other.first || other.last < first);
    if (isFree) kept.push({ view, first, last, score });
  }
  return kept;
}

/** The share of the quotation that stands in a passage. */
function sharedPart(text: string, quote: string): number {
  const wanted = quote.slice(0, LONGEST_COMPARED);
  const parts = diffWordsWithSpace(text.slice(0, LONGEST_COMPARED), wanted, { maxEditLength: 1500 }) ?? [];
  const same = parts.filter((part) => !part.added && !part.removed && /[\p{L}\p{N}]/u.test(part.value));
  return same.reduce((sum, part) => sum + part.value.length, 0) / Math.max(1, wanted.length);
}

function textOf({ view, first, last }: Window): string {
  return view.text.slice(view.lines[first]?.start, view.lines[last]?.end);
}

function passage(window: Window, withFile: boolean): Passage {
  const { view } = window;
  let { first, last } = window;
  while (first < last && view.isBlank(first)) first++;
  while (last > first && view.isBlank(last)) last--;
  const heading = pathText(sectionAt(view.sections, first + 1), withFile);
  return {
    file: view.path,
    heading,
    line: first + 1,
    text: textOf({ ...window, first, last }).slice(0, LONGEST_SHOWN),
  };
}
