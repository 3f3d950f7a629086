import { nextWord, wordCursor } from "./scan-words.ts";

/**
 * The words that a text is about, as they are compared (SPEC 9): stemmed, without stop words, each once. An identifier
 * counts by its parts, so that `NO_ISSUES_FOUND` is met by "no issues found". Gaps count by their ids, issues not at
 * all: naming an issue is another signal than being about it.
 */
export type TermReader = (text: string) => readonly string[];

/** A reader with a memory of its own: documents repeat their words, and one detection reads several of them. */
export function termReader(): TermReader {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const terms = new Set<string>();
    for (const word of wordsIn(text)) {
      let found = known.get(word);
      if (found === undefined) {
        found = termsOfWord(word).map(({ term }) => term);
        known.set(word, found);
      }
      for (const term of found) terms.add(term);
    }
    return [...terms];
  };
}

/** The words of a text as a person wrote them, by their terms. */
export function wordsByTerm(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsIn(text)) {
    for (const { term, written } of termsOfWord(word)) if (!words.has(term)) words.set(term, written);
  }
  return words;
}

const GAP = /^GAP-[A-Z]{2,10}-\d{3}[a-z]?$/;
const ISSUE = /^(?:ISSUE|DECISION)-R\d/;

/** Words with what is joined to them: `status.md`, `NO_ISSUES_FOUND`, `rolled-back`, `GAP-FLOW-002`. */
function wordsIn(text: string): string[] {
  const words: string[] = [];
  const cursor = wordCursor();
  while (nextWord(text, cursor)) words.push(text.slice(cursor.from, cursor.to));
  return words;
}

export function termsOfWord(word: string): { term: string; written: string }[] {
  if (GAP.test(word)) return [{ term: word, written: word }];
  if (ISSUE.test(word)) return [];
  return word
    .split(/[._-]|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((piece) => !STOP_WORDS.has(piece.toLowerCase()) && (piece.length > 1 || /\d/.test(piece)))
    .map((piece) => ({ term: stem(piece.toLowerCase()), written: piece }));
}

/** Enough for "replaced", "replaces" and "replacing" to meet; what is left need not be a word. */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  let out = withoutPlural(word);
  if (out.endsWith("ing") && out.length > 5) out = undoubled(out.slice(0, -3));
  else if (out.endsWith("ied") && out.length > 4) out = `${out.slice(0, -3)}y`;
  else if (out.endsWith("ed") && out.length > 4) out = undoubled(out.slice(0, -2));
  if (out.endsWith("ation") && out.length > 7) out = out.slice(0, -5);
  else if (/[^aeiou]ion$/.test(out) && out.length > 5) out = out.slice(0, -3);
  else if (out.endsWith("al") && out.length > 6) out = out.slice(0, -2);
  return out.endsWith("e") && out.length > 3 ? out.slice(0, -1) : out;
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function undoubled(word: string): string {
  const last = word.at(-1);
  return last !== undefined && last === word.at(-2) && !"lsz".includes(last) ? word.slice(0, -1) : word;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also although always an and any are as at be because been before being below between
  both but by can cannot could did do does doing done down during each either else etc even every for from further had
  has have having hence here how however i if in into is it its itself just less like may might more most much must my
  need needs neither never no nor not now of off on once one only onto or other our out over own per rather same she
  should since so some still such than that the their them then there therefore these they this those through thus to
  too under until up upon us use used uses using very via was we were what when where whether which while who whom whose
  why will with within without would yet you your actually currently`.split(/\s+/),
);
