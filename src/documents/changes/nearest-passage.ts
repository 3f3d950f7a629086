import type { FileView } from "./file-view.ts";
import type { Passage } from "./problem.ts";
import { pathText, sectionAt } from "./sections.ts";
import { sectionsIn } from "./view-sections.ts";

const LONGEST_COMPARED = 4000;
const LONGEST_SHOWN = 6000;
const LEAST_SHARED = 0.4;

/** The passage that shares the most words with a quotation; nothing if it shares few. */
export function nearestPassage(views: readonly FileView[], quote: string): Passage | undefined {
  const words = new Set(wordsOf(quote.slice(0, LONGEST_COMPARED)));
  const [best] = views.flatMap((view) => windowsOf(view, words)).sort((a, b) => b.score - a.score);
  if (best === undefined) return undefined;
  const { view, first } = best;
  let { last } = best;
  while (last > first && view.isBlank(last)) last--;
  const heading = pathText(sectionAt(sectionsIn(view), first + 1), views.length > 1);
  const text = view.text.slice(view.lines[first]?.start, view.lines[last]?.end).slice(0, LONGEST_SHOWN);
  return { file: view.path, heading, line: first + 1, text };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The stretches of lines that are about as long as the quotation and share enough words with it. */
function windowsOf(view: FileView, words: ReadonlySet<string>) {
  const lines = view.lineTexts.map(wordsOf);
  let [end, count] = [0, 0];
  return lines.flatMap((line, first) => {
    while (end < lines.length && (count < words.size || end === first)) count += lines[end++]?.length ?? 0;
    const known = lines.slice(first, end).flatMap((own) => own.filter((word) => words.has(word)));
    const shared = new Set(known).size;
    const score = shared / Math.sqrt(count + 5);
    count -= line.length;
    const isNear = shared >= LEAST_SHARED * words.size && line.some((word) => words.has(word));
    return isNear ? [{ view, first, last: end - 1, score }] : [];
  });
}
