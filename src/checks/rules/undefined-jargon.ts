import { FIGURATIVE_HEADS, FIGURATIVE_WORDS, KNOWN_COMPOUNDS, LITERAL_NOUNS } from "../language/figurative-words.ts";
import { HINT } from "../language/hints.ts";
import { isCoinedCompound } from "../language/hyphenated-words.ts";
import { isActionParticiple } from "../language/participles.ts";
import { ABSTRACT_HEADS, PLAIN_MODIFIERS } from "../language/plain-modifiers.ts";
import { STOP_WORDS } from "../language/stop-words.ts";
import { wordSet } from "../language/word-set.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { normalTerm } from "../spec/definitions.ts";
import type { Spec } from "../spec/spec.ts";
import type { Token } from "../spec/tokens.ts";
import { lineOf, type Sentence } from "../spec/unit.ts";

/** Each name is looked for in the whole document; so many are enough to show that it lacks a glossary. */
const MAX_NAMES = 300;

/** A coined name that reads as if everybody knew it, and that is defined nowhere (SPEC 16.2). */
export const undefinedJargon: Rule = {
  id: "undefined-jargon",
  type: "undefined-term",
  severity: "MEDIUM",
  summary: "A coined name, such as a figurative compound, is defined nowhere in the document.",
  onByDefault: true,
  run: (spec) => {
    let known: Set<string> | undefined;
    let tried = 0;
    const found: RuleFinding[] = [];
    for (const sentence of spec.binding) {
      if ((sentence.hints & HINT.coined) === 0 || tried >= MAX_NAMES) continue;
      for (let index = 1; index < sentence.tokens.length; index++) {
        const name = namedAt(sentence, index);
        if (name === undefined) continue;
        known ??= knownTerms(spec);
        if (isKnown(known, name)) continue;
        known.add(name);
        tried++;
        if (usesApart(spec, name) || isSetOff(spec, name)) continue;
        found.push(report(sentence, index, name));
      }
    }
    return found;
  },
};

function namedAt(sentence: Sentence, index: number): string | undefined {
  const token = sentence.tokens[index];
  const isHinted = ((token?.hints ?? 0) & HINT.coined) !== 0;
  if (!isHinted && ((sentence.tokens[index + 1]?.hints ?? 0) & HINT.coined) === 0) return undefined;
  if (token !== undefined && isHinted && GRADE.test(token.text))
    return token.lower === "type-c" ? undefined : token.text;
  const before = sentence.tokens[index - 1];
  if (before?.lower !== "the" && !isOwner(before)) return undefined;
  return coinedAt(sentence, index) ?? unfamiliarAt(sentence, index);
}

/** "tier-B patrons", "class-2 alarms": which of several, by a letter or a number that something has to list. */
const GRADE =
  /^(?:tier|class|category|type|grade|level|group|zone|band|rank|series|stage|status|kind)-(?:[A-Z]|\d{1,2})$/;

/** A heading, a row or bold type has the grade: there it is told. */
function isSetOff({ markdown }: Spec, name: string): boolean {
  if (!GRADE.test(name)) return false;
  const [word = "", letter = ""] = name.split("-");
  return new RegExp(`^[ \\t]*[#|][^\\n]{0,200}\\b${word}[ -]${letter}\\b|[*_]${word}[ -]${letter}[*_:]`, "im").test(
    markdown.text,
  );
}

/** "the grey ring", "the soft-ledger", "the ring-fence quota": the name, or undefined. */
function coinedAt({ tokens }: Sentence, index: number): string | undefined {
  const token = tokens[index];
  // "a grey area" describes; "the grey list" names.
  if (token?.kind !== "word" || token.text !== token.lower || index === 0) return undefined;
  if (token.text.includes("-")) return coinedHyphen(token.lower);
  const noun = tokens[index + 1];
  if (!isNoun(noun) || LITERAL_NOUNS.has(noun.lower)) return undefined;
  if (!FIGURATIVE_WORDS.has(token.lower) && !(FIGURATIVE_HEADS.has(noun.lower) && isNoun(token))) return undefined;
  const compound = `${token.lower} ${noun.lower}`;
  return KNOWN_COMPOUNDS.has(compound) ? undefined : compound;
}

/** "the lattice method": an abstract thing, told apart by a word that says nothing to somebody who does not know it. */
function unfamiliarAt({ tokens }: Sentence, index: number): string | undefined {
  const token = tokens[index];
  const head = tokens[index + 1];
  if (!isNoun(token) || token.text !== token.lower || token.lower.includes("-")) return undefined;
  if (isActionParticiple(token.lower)) return undefined; // "the chosen feed"
  if (!ABSTRACT_HEADS.has(head?.lower ?? "") || PLAIN_MODIFIERS.has(token.lower) || isDescriptive(token.lower))
    return undefined;
  const next = tokens[index + 2];
  // "the wave height table", "the boiling curve of water", "the owl list (all night trains)"
  if (next?.kind === "code" || next?.text === "(" || next?.text === ":" || next?.lower === "of") return undefined;
  const compound = `${token.lower} ${head?.lower}`;
  return (isNoun(next) && !next.lower.endsWith("s")) || KNOWN_COMPOUNDS.has(compound) ? undefined : compound;
}

/** Nouns that end like a participle or an adjective. */
const PLAIN_NOUNS = wordSet(`
  spring string sling swing feed seed weed breed reed speed steed creed mirror anchor razor meteor harbor lily jelly bully belly rally
  river tiger amber feather ladder hammer finger winter summer powder barrier canal petal medal pedal metal coral opal crystal
  olive clover ginger pepper copper silver leather paper timber rubber otter beaver badger panther oyster lobster hamster cedar
  ant elephant tent parent current magnet picture culture vulture furniture month mouth path bath cloth earth north south moth tooth wraith
`);

/** Adjectives, plurals and nouns of action describe; names that are coined seldom have such endings. */
function isDescriptive(lower: string): boolean {
  if (PLAIN_NOUNS.has(lower)) return false;
  return /(?:al|ic|ate|ive|ous|able|ible|ary|ory|ful|less|ant|ent|est|er|or|ion|ment|ness|ity|ism|ence|ance|ure|ship|th|s)$/.test(
    lower,
  );
}

/** The telling part of the compound stands by itself elsewhere: a word of the document's own field, meant as it is. */
function usesApart({ markdown }: Spec, name: string): boolean {
  const [first = "", head] = name.split(" ");
  if (head === undefined) return false;
  const isHeadTelling = FIGURATIVE_HEADS.has(head) && !FIGURATIVE_WORDS.has(first);
  const apart = isHeadTelling
    ? `(?<!\\b${first}[\\s*_]{1,3})\\b${head}s?\\b`
    : `\\b${first}(?:s|'s)?\\b(?![\\s*_]{1,3}${head})`;
  return new RegExp(apart, "i").test(markdown.text);
}

/** "the server's". */
function isOwner(token: Token | undefined): boolean {
  return token !== undefined && (token.lower.endsWith("'s") || token.lower.endsWith("’s"));
}

const LEADS = ["called ", "named ", "known as ", "so-called ", "we call "];
const INTRODUCED = /^(?:it |this |them )?(?:an? |the )?[*_"“`]{0,2}([a-z][\w-]*)(?: ([a-z][\w-]*))?/i;

/** "a door that we call the silver gate" introduces it. */
function introducedNames(text: string): string[] {
  const names: string[] = [];
  for (const lead of LEADS) {
    for (let at = text.indexOf(lead); at !== -1; at = text.indexOf(lead, at + lead.length)) {
      const [, first = "", second = ""] = INTRODUCED.exec(text.slice(at + lead.length, at + lead.length + 80)) ?? [];
      names.push(first.toLowerCase(), `${first} ${second}`.toLowerCase());
    }
  }
  return names;
}

/** A figurative or an uncommon compound, as the noun itself or before one: "the soft-ledger", "the ring-fence quota". */
function coinedHyphen(lower: string): string | undefined {
  const [first = "", second = "", ...more] = lower.split("-");
  if (more.length > 0 || KNOWN_COMPOUNDS.has(`${first} ${second}`) || LITERAL_NOUNS.has(second)) return undefined;
  const isFigurative = FIGURATIVE_WORDS.has(first) && !/(?:ed|ing|en)$/.test(second);
  return isFigurative || isCoinedCompound(lower) ? lower : undefined;
}

function isNoun(token: Token | undefined): token is Token {
  return (
    token?.kind === "word" &&
    token.lower.length > 2 &&
    !STOP_WORDS.has(token.lower) &&
    (PLAIN_NOUNS.has(token.lower) || !/(?:..ed|ly|...ing)$/.test(token.lower))
  );
}

/** Whatever a definition, a heading, a row's name or emphasis introduces. */
function knownTerms(spec: Spec): Set<string> {
  const known = new Set(spec.definitions.map((definition) => definition.term));
  for (const section of spec.sections) {
    known.add(normalTerm(section.title));
    for (const table of section.tables) for (const { cells } of table.rows) addName(known, cells[0] ?? "");
  }
  for (const name of introducedNames(spec.markdown.text)) known.add(name);
  return known;
}

/** Of the first cells of a long document's rows most are no words that a name could be made of. */
function addName(known: Set<string>, cell: string): void {
  if (cell.length <= 60 && /^[\s*_`]*[A-Za-z][A-Za-z '’-]*(?:$|[\s*_`(:.—–-])/.test(cell)) known.add(normalTerm(cell));
}

function isKnown(known: ReadonlySet<string>, name: string): boolean {
  return known.has(name) || known.has(normalTerm(name)) || known.has(name.replace("-", " "));
}

function report(sentence: Sentence, index: number, name: string): RuleFinding {
  const line = lineOf(sentence.unit, sentence.tokens[index]);
  return {
    line,
    endLine: line,
    message: `"${name}" is used like a known name and is defined nowhere.`,
    fix: `Say what "${name}" is where it first stands, or in a glossary.`,
  };
}
