import { diffArrays } from "diff";
import {
  bodyFor,
  cellsOf,
  editedPassage,
  fieldOf,
  isEdit,
  isQuestion,
  markedWords,
  saidToDo,
  wordsIn,
  wordsOf,
} from "./passage-answer.ts";
import type { Answer, Question } from "./question.ts";
import { visibleLine } from "./visible-text.ts";

type Given = Pick<Answer, "options" | "fields">;

/** The author's sentences that an edited passage no longer has, apart from the one with the marker in question. */
export function droppedSentences(question: Question, given: Given): string[] {
  return editsOf(question, given).flatMap(({ dropped }) => dropped);
}

/** Refuses an edit that drops a sentence, or most of the only one, where the User has not seen and confirmed that. */
export function dropProblem(question: Question, answer: Answer): string | undefined {
  if (answer.via === "terminal" || answer.via === "page") return undefined;
  const edit = editsOf(question, answer).find((each) => each.dropped.length > 0 || isMostlyGone(question, each));
  if (edit === undefined) return undefined;
  const instead = isQuestion(question) ? "add writes an answer below it" : "write all of it, as it should read";
  const [dropped] = edit.dropped;
  const what = dropped === undefined ? "the rest of the passage" : `"${visibleLine(dropped, 300)}"`;
  const passage = visibleLine(edit.passage, 2000);
  return `"${visibleLine(edit.typed, 80)}" would drop ${what}: ${instead}. The passage: ${passage}`;
}

interface Edit {
  readonly passage: string;
  readonly typed: string;
  readonly text: string;
  readonly dropped: readonly string[];
}

function editsOf(question: Question, given: Given): Edit[] {
  if (!given.options.some(isEdit)) return [];
  return Object.keys(given.fields).flatMap((id) => {
    const [passage, typed] = [bodyFor(question, id), wordsOf(given, id)];
    const isMeant = isEdit(id) && typed !== "" && saidToDo(question, typed) === undefined;
    if (!isMeant) return [];
    const text = editedPassage(passage, typed);
    return [{ passage, typed, text, dropped: missingFrom(text, passage, fieldOf(question, id)?.marker) }];
  });
}

function isMostlyGone({ evidence }: Question, { passage, text }: Edit): boolean {
  const shown = evidence.find(({ body }) => body === passage);
  const before = wordsIn(passage.replace((shown && markedWords(shown)) || "\n", " "));
  const now = wordsIn(text);
  const isKept = (word: string) =>
    now.some(
      (other) =>
        other === word || (other.length > 2 && word.startsWith(other)) || (word.length > 2 && other.startsWith(word)),
    );
  return cellsOf(passage) === 0 && before.filter(isKept).length * 2 < before.length;
}

/** At sentence ends, but not within "e.g. these", and before a list item or a table row. */
const BOUNDARY = /(?<=[.!?]["')\]*_`]*)\s+(?=[^\s\p{Ll}])|\n(?=\s*(?:[-*+|]|\d{1,9}[.)])\s)/u;

function missingFrom(text: string, passage: string, marker: string | undefined): string[] {
  const sentences = passage.split(BOUNDARY).filter((sentence) => wordsIn(sentence).length > 0);
  // A passage of one sentence is rewritten, and the diff shows it.
  if (sentences.length < 2) return [];
  const missing = new Set(sentences);
  let words = wordsIn(text);
  for (;;) {
    const found = [...missing].map((sentence) => ({ sentence, ...keptOf(sentence, words) }));
    const best = found.toSorted((a, b) => b.share - a.share)[0];
    // A sentence that keeps half of its words was reworded, not dropped.
    if (best === undefined || best.share < 0.5) break;
    missing.delete(best.sentence);
    // A word stands for one sentence only.
    words = best.others;
  }
  return [...missing].filter((sentence) => marker === undefined || !sentence.includes(marker));
}

/** How much of a sentence is left in these words, in its order, and the other words. */
function keptOf(sentence: string, words: string[]): { readonly share: number; readonly others: string[] } {
  const parts = diffArrays(wordsIn(sentence), words);
  const lost = parts.filter(({ removed }) => removed).flatMap(({ value }) => value);
  const others = parts.filter(({ added }) => added).flatMap(({ value }) => value);
  return { share: 1 - lost.length / wordsIn(sentence).length, others };
}
