import { wordsIn } from "./scan-words.ts";

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

const GAP = /^GAP-[A-Z]{2,10}-\d{3}[a-z]?$/;
const ISSUE = /^(?:ISSUE|DECISION)-R\d/;

export interface WordTerm {
  readonly term: string;
  readonly written: string;
}

/** The terms of one word, by its pieces: at what joins it, and where a small letter is followed by a large one. */
export function termsOfWord(word: string): WordTerm[] {
  if (word.startsWith("GAP-") && GAP.test(word)) return [{ term: word, written: word }];
  if (word.includes("-R") && ISSUE.test(word)) return [];
  const found: WordTerm[] = [];
  let from = 0;
  let small = false;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at);
    if (code === DOT || code === UNDERSCORE || code === HYPHEN) {
      addPiece(word.slice(from, at), found);
      from = at + 1;
    } else if (small && isCapital(word, at)) {
      addPiece(word.slice(from, at), found);
      from = at;
    }
    small = code < 128 ? code >= 97 && code <= 122 : isSmall(word.charAt(at));
  }
  addPiece(from === 0 ? word : word.slice(from), found);
  return found;
}

const [DOT, UNDERSCORE, HYPHEN] = [46, 95, 45];

function isCapital(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  return code < 128 ? code >= 65 && code <= 90 : word.charAt(at).toLowerCase() !== word.charAt(at);
}

function isSmall(character: string): boolean {
  return character.toUpperCase() !== character;
}

function addPiece(written: string, found: WordTerm[]): void {
  if (written.length === 0 || (written.length === 1 && !/\d/.test(written))) return;
  const small = written.toLowerCase();
  if (!STOP_WORDS.has(small)) found.push({ term: stem(small), written });
}

/** Enough for "replaced", "replaces" and "replacing" to meet; what is left need not be a word. */
export function stem(word: string): string {
  if (word.length <= 3) return word;
  const out = withoutEnding(withoutTense(withoutPlural(word)));
  return out.length > 3 && out.endsWith("e") ? out.slice(0, -1) : out;
}

/** The last letter tells most words apart before anything is compared. */
function withoutTense(word: string): string {
  switch (word.charAt(word.length - 1)) {
    case "g":
      return word.length > 5 && word.endsWith("ing") ? undoubled(word.slice(0, -3)) : word;
    case "d":
      if (word.length <= 4) return word;
      if (word.endsWith("ied")) return `${word.slice(0, -3)}y`;
      return word.endsWith("ed") ? undoubled(word.slice(0, -2)) : word;
    default:
      return word;
  }
}

function withoutEnding(word: string): string {
  switch (word.charAt(word.length - 1)) {
    case "n":
      if (word.length > 7 && word.endsWith("ation")) return word.slice(0, -5);
      return word.length > 5 && /[^aeiou]ion$/.test(word) ? word.slice(0, -3) : word;
    case "l":
      return word.length > 6 && word.endsWith("al") ? word.slice(0, -2) : word;
    default:
      return word;
  }
}

function withoutPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith("es") && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[sui]s$/.test(word) ? word : word.slice(0, -1);
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
