import type { Spec } from "../../checks/spec/spec.ts";
import { normalName } from "../../checks/spec/words.ts";

/** SPEC 13.6: at least these; behind them words of the same kind. What is said after all ("as required by") is not vague. */
const VAGUE = new RegExp(
  `(?<![\\w-])(?:${[
    "appropriate(?:ly)?|reasonabl[ey]|sufficient(?:ly)?|adequate(?:ly)?|properly|correctly|when necessary|if applicable",
    "typically|generally|various|certain|(?<!\\bfor )some|may(?! not| \\d)|might(?! not)|could(?! not)|should consider",
    "as (?:needed|required)(?! (?:by|in|for|under))|it depends(?! (?:on|upon))|context-dependent",
    "as appropriate|if needed|where applicable|where possible|user-friendly|intuitive(?:ly)?|seamless(?:ly)?",
    "graceful(?:ly)?|robust(?:ly)?|flexible|efficient(?:ly)?|suitable|relevant|meaningful",
  ].join("|")})(?![\\w-])`,
  "gi",
);

/** Every vague word, in order: not those in code, quotations or headings, nor RFC 2119's capitals. */
export function vagueWords(prose: Spec): string[] {
  return matchesIn(prose, VAGUE).filter((words) => words !== words.toUpperCase());
}

const QUOTED = /"[^"\n]{1,300}"|“[^”\n]{1,300}”/g;

function matchesIn({ units }: Spec, pattern: RegExp): string[] {
  const said = units.filter(({ kind }) => kind !== "heading" && kind !== "quote");
  return said.flatMap(({ plain }) =>
    [...plain.replace(QUOTED, " ").matchAll(pattern)].map(([whole, name, term]) => {
      return (name ?? term ?? whole).replace(/\s+/g, " ");
    }),
  );
}

/** "the Settlement Ledger": two or more words in capitals within a sentence, after an article; and `Dock_Oracle`. */
const NAME =
  /\b(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Ii]ts|[Tt]heir|[Tt]his|[Tt]hat|[Aa]ny|[Oo]ne|[Pp]er)\s+((?:[A-Z][a-z][\w-]*)(?:\s[A-Z][a-z][\w-]*)+)|(?<![\w/.])([A-Z][a-z]+(?:_[A-Z][a-z]+)+)(?![\w/])/g;

/** What a text introduces itself: headings, what it sets in bold, names of rows. */
const INTRODUCED = /(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)|^#{1,6}[ \t]+(\S[^\n]*)|^\|[ \t]*([^|\n]{2,60})\|/gm;

/** Names in capitals that mean nothing to whoever has the source and what was accepted for other gaps (SPEC 13.6). */
export function undefinedTerms(prose: Spec, known: string): string[] {
  const introduced = [...prose.markdown.text.matchAll(INTRODUCED)];
  const seen = new Set(introduced.map(([, bold, heading, cell]) => normalName(bold ?? heading ?? cell ?? "")));
  const elsewhere = normalName(known);
  return matchesIn(prose, NAME).filter((words) => {
    const name = normalName(words);
    const isNew = !seen.has(name) && !elsewhere.includes(name);
    seen.add(name);
    return isNew;
  });
}
