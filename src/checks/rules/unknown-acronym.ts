import { CAPITAL_WORDS, KNOWN_ACRONYMS, readsAsWord } from "../language/acronyms.ts";
import { HINT } from "../language/hints.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import type { Spec } from "../spec/spec.ts";
import type { Token } from "../spec/tokens.ts";
import { lineOf, type Unit } from "../spec/unit.ts";

const ACRONYM = /^[A-Z][A-Z0-9]{1,5}$/;

/** An acronym that is neither well known nor explained anywhere in the document (SPEC 16.2). */
export const unknownAcronym: Rule = {
  id: "unknown-acronym",
  type: "undefined-term",
  severity: "MEDIUM",
  summary: "An acronym is explained nowhere in the document.",
  onByDefault: true,
  run: (spec) => {
    const first = firstUses(spec);
    if (first.size === 0) return [];
    const explained = explainedNames(spec, first);
    return [...first]
      .filter(([name]) => !explained.has(name))
      .map(([name, { unit, token }]) => report(name, unit, token));
  },
};

interface Use {
  readonly unit: Unit;
  readonly token: Token;
}

function firstUses(spec: Spec): Map<string, Use> {
  const first = new Map<string, Use>();
  for (const unit of spec.units) {
    if (!unit.binding || (unit.hints & HINT.capitals) === 0 || isShouted(unit)) continue;
    for (let index = 0; index < unit.tokens.length; index++) {
      const token = unit.tokens[index];
      // "EN 81-20": a number behind it makes it the name of a document.
      if (token?.kind !== "word" || unit.tokens[index + 1]?.kind === "number") continue;
      const name = acronymOf(token.text);
      if (name !== undefined && !first.has(name)) first.set(name, { unit, token });
    }
  }
  return first;
}

/** `SDKs` is SDK. */
function acronymOf(text: string): string | undefined {
  const second = text.charCodeAt(1);
  if (!(second >= 65 && second <= 90) && !(second >= 48 && second <= 57)) return undefined;
  const name = text.replace(/(?:'s|’s|s)$/, "");
  if (KNOWN_ACRONYMS.has(name.replace(/\d+$/, ""))) return undefined; // HTTP2, SHA256
  if (
    !ACRONYM.test(name) ||
    KNOWN_ACRONYMS.has(name) ||
    CAPITAL_WORDS.has(name) ||
    readsAsWord(name) ||
    /^[A-Z]\d+$/.test(name)
  )
    return undefined;
  return name;
}

/** Whole cells and lines in capitals are names of states, codes or headings. */
function isShouted(unit: Unit): boolean {
  return unit.kind === "cell" && unit.text === unit.text.toUpperCase();
}

/** Names that the document explains, or uses as a plain word, a literal, a row's name or the series of an id. */
function explainedNames(spec: Spec, first: ReadonlyMap<string, Use>): Set<string> {
  const explained = new Set<string>();
  const lower = new Map([...first.keys()].map((name) => [name.toLowerCase(), name]));
  for (const { term } of spec.definitions)
    for (const word of term.split(/[\s/]+/)) note(lower.get(word) ?? lower.get(`${word}s`), explained);
  for (const [place] of spec.ids.defined.values())
    note(first.has(place?.prefix ?? "") ? place?.prefix : undefined, explained);
  for (const [word, name] of lower) if (spec.words.has(word)) explained.add(name);
  for (const { tables } of spec.sections) {
    for (const table of tables) for (const row of table.rows) note(row.cells[0]?.replace(/[`*]/g, ""), explained);
  }
  for (const name of first.keys())
    if (!explained.has(name) && isExplainedIn(spec.markdown.text, name)) explained.add(name);
  return explained;
}

function note(name: string | undefined, explained: Set<string>): void {
  if (name !== undefined) explained.add(name);
}

/** How often a name is looked at: what has not been explained by then is not explained. */
const MAX_PLACES = 300;
/** Where the words are looked for that an acronym is made of: at the head of the document, and around its first use. */
const HEAD = 200_000;
const AROUND = 20_000;

function isExplainedIn(text: string, name: string): boolean {
  let at = text.indexOf(name);
  for (let count = 0; at !== -1 && count < MAX_PLACES; count++) {
    if (isExplainedAt(text, at, name)) return true;
    at = text.indexOf(name, at + name.length);
  }
  const first = text.indexOf(name);
  return (
    hasExpansion(text.slice(0, HEAD), name) ||
    hasExpansion(text.slice(Math.max(HEAD, first - AROUND), first + AROUND), name)
  );
}

/** "(ABC)", "ABC (Able Baker Charlie)", "ABC: ...", "ABC stands for", `ABC` in code or in bold, ABC in the title. */
function isExplainedAt(text: string, at: number, name: string): boolean {
  const line = text.lastIndexOf("\n", at) + 1;
  const before = text.slice(Math.max(line, at - 60), at);
  const after = text.slice(at + name.length, at + name.length + 60);
  if (/\(\s*$/.test(before) && /^s?\s*\)/.test(after)) return true;
  if (/^s?\s*(?:\((?=[A-Za-z][a-z]+)|[:=—–]\s|(?:stands for|means|is short for)\b)/.test(after)) return true;
  if (text.startsWith("# ", line)) return true;
  const rest = after.split("\n", 1)[0] ?? "";
  return isInside(before, rest, "`") || isInside(before, rest, "**") || isInside(before, rest, "__");
}

/** An odd number of marks before it, and one behind it. */
function isInside(before: string, after: string, mark: string): boolean {
  return after.includes(mark) && before.split(mark).length % 2 === 0;
}

/** "Finite State Entropy" explains FSE. */
function hasExpansion(text: string, name: string): boolean {
  const words = [...name].filter((letter) => /[A-Z]/.test(letter)).map((letter) => `${letter}[a-z]+`);
  return words.length >= 2 && new RegExp(`\\b${words.join("[ -](?:of |for |and )?")}`).test(text);
}

function report(name: string, unit: Unit, token: Token): RuleFinding {
  const line = lineOf(unit, token);
  return {
    line,
    endLine: line,
    message: `"${name}" is explained nowhere.`,
    fix: `Write ${name} out where it first stands, or define it in a glossary.`,
  };
}
