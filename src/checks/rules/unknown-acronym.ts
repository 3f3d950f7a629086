import { CAPITAL_WORDS, KNOWN_ACRONYMS, readsAsWord } from "../language/acronyms.ts";
import type { Rule, RuleFinding } from "../rule.ts";
import { isBinding, type Spec } from "../spec/spec.ts";
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
    if (!isBinding(unit) || isShouted(unit)) continue;
    for (const token of unit.tokens) {
      if (token.kind !== "word") continue;
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
  for (const unit of spec.units) {
    for (const token of unit.tokens)
      if (token.kind === "word" && token.text === token.lower) note(lower.get(token.lower), explained);
  }
  for (const match of spec.markdown.text.matchAll(
    /\(\s*([A-Z][A-Z0-9]{1,5})s?\s*\)|\b([A-Z][A-Z0-9]{1,5})s?\s*(?:\((?=[A-Za-z][a-z]+)|[:=—–]\s|(?:stands for|means|is short for)\b)|`[^`\n]{0,60}?\b([A-Z][A-Z0-9]{1,5})\b[^`\n]{0,60}`/g,
  )) {
    note(match[1] ?? match[2] ?? match[3], explained);
  }
  for (const match of spec.markdown.text.matchAll(/(?:\*\*|__)([^*_\n]{2,60})(?:\*\*|__)|^# ([^\n]{2,200})/gm)) {
    for (const word of (match[1] ?? match[2] ?? "").split(/[^A-Z0-9]+/)) note(word, explained);
  }
  for (const match of spec.markdown.text.matchAll(/\b[A-Z][a-z]+(?:[ -](?:of |for |and )?[A-Z][a-z]+){1,5}/g))
    note(initials(match[0]), explained);
  for (const section of spec.sections) {
    for (const fence of section.fences)
      for (const match of fence.text.matchAll(/\b[A-Z][A-Z0-9]{1,5}\b/g)) note(match[0], explained);
    for (const table of section.tables)
      for (const row of table.rows) note(row.cells[0]?.replace(/[`*]/g, ""), explained);
  }
  return explained;
}

/** "Finite State Entropy" explains FSE. */
function initials(words: string): string {
  return words.replace(/[^A-Z]/g, "");
}

function note(name: string | undefined, explained: Set<string>): void {
  if (name !== undefined) explained.add(name);
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
