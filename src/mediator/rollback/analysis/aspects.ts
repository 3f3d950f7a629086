import { plainText } from "../../../documents/markdown/inline.ts";
import { allSections, parseMarkdown } from "../../../documents/markdown/markdown.ts";
import type { Gap } from "../../../model/gap.ts";
import { keywordsOf } from "../../prompts/keywords.ts";

const MOST_ASPECTS = 6;
const MOST_TOPICS = 12;
const LONGEST = 120;

/** The questions that a gap is made of, by its own words: its list, else its clauses. Fewer than two are none. */
export function aspectsOf(gap: Pick<Gap, "title" | "text">): string[] {
  const text = gap.text.trim() === "" ? gap.title : gap.text;
  const listed = text
    .split("\n")
    .flatMap((line) => /^\s*(?:[-*+]|\d{1,2}[.)])\s+(\S.*)$/.exec(line)?.[1] ?? [])
    .map(tidy);
  const aspects = listed.length >= 2 ? listed : clausesOf(text);
  const useful = [...new Set(aspects)].filter((aspect) => keywordsOf(aspect).size > 0).slice(0, MOST_ASPECTS);
  return useful.length >= 2 ? useful : [];
}

/** "No rollback: what is restored, how the person is asked, and which limits hold" has three: those behind the last colon. */
function clausesOf(text: string): string[] {
  const plain = plainText(text.replace(/\s+/g, " "));
  for (let colon = plain.lastIndexOf(": "); colon > 0; colon = plain.lastIndexOf(": ", colon - 1)) {
    const clauses = splitClauses(plain.slice(colon + 2));
    if (clauses.length >= 2) return clauses;
  }
  return splitClauses(plain);
}

function splitClauses(text: string): string[] {
  return text
    .split(/[;,?!.](?:\s|$)|\s(?:and|or|as well as)\s/)
    .map((clause) => tidy(clause.replace(/^(?:and|or|but|also|then)\s+/i, "")))
    .filter((clause) => clause.split(" ").length >= 2 || /^[A-Z]/.test(clause));
}

function tidy(text: string): string {
  return plainText(text)
    .replace(/[\s.;,:?!]+$/, "")
    .slice(0, LONGEST)
    .trim();
}

/** Which of the aspects a resolution really works on: their words stand in a heading, or on several lines. */
export function coverage(aspects: readonly string[], text: string): { covered: string[]; missed: string[] } {
  const weight = wordWeights(text);
  const covered = aspects.filter((aspect) => {
    const words = [...keywordsOf(aspect)];
    const found = words.filter((word) => (weight.get(word) ?? 0) >= 2);
    return (
      found.length * 2 > words.length || (words.length <= 2 && found.length > 0 && found.length * 2 >= words.length)
    );
  });
  return { covered, missed: aspects.filter((aspect) => !covered.includes(aspect)) };
}

/** A line counts once for each of its words, a heading twice: restating the gap in one line covers nothing. */
function wordWeights(text: string): ReadonlyMap<string, number> {
  const weight = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (/^\s*\*\*Gap\b/i.test(line) || /^#+\s*Gap Resolution/i.test(line)) continue;
    const counts = /^#{1,6}\s/.test(line) ? 2 : 1;
    for (const word of keywordsOf(line)) weight.set(word, (weight.get(word) ?? 0) + counts);
  }
  return weight;
}

/** Headings of the form, and what documents say of themselves: no subjects. */
const FORM =
  /^(?:gap resolution|(?:proposed|revised|recommended) (?:solution|proposal|resolution)|spec(?:ification)? text|(?:worked )?examples?\b|trade-?offs?|pros\b|cons\b|new gaps?|response to|disagree|changes (?:from|since)|summary|confidence|rationale|alternatives?|alignment|dependencies|target|overview|appendix|solution|approach|scenario|case)\b/i;

/** What an attempt divided the gap into: the headings that are its author's own. */
export function topicsOf(text: string): string[] {
  const titles = [...allSections(parseMarkdown(text).root)].map((section) =>
    tidy(
      (section.heading?.text ?? "")
        .replace(/^(?:\d+(?:\.\d+)*[.):]?|step \d+[.:]?)\s+/i, "")
        .replace(/\([^()]*\)\s*$/, ""),
    ),
  );
  return [...new Set(titles.filter((title) => title !== "" && !FORM.test(title)))].slice(0, MOST_TOPICS);
}
