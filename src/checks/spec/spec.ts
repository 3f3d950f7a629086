import { type Markdown, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { tellsHistory } from "../language/history.ts";
import { type Definition, findDefinitions } from "./definitions.ts";
import { readSections } from "./read-sections.ts";
import { findRequirementIds, type RequirementIds } from "./requirement-ids.ts";
import type { Section } from "./section.ts";
import type { Sentence, Unit } from "./unit.ts";
import { createWordTable, type WordTable } from "./words.ts";

/** A spec as the rules see it: sections with a purpose, prose cut into sentences, terms and ids. */
export interface Spec {
  readonly markdown: Markdown;
  /** In the order of the document; the first holds what stands before any heading. */
  readonly sections: readonly Section[];
  readonly words: WordTable;
  readonly units: readonly Unit[];
  /** Sentences that can make a duty: not in an example, a rationale, a quotation, a heading or a glossary, nor history. */
  readonly binding: readonly Sentence[];
  readonly definitions: readonly Definition[];
  readonly ids: RequirementIds;
}

export function readSpec(text: string): Spec {
  const markdown = parseMarkdown(withoutFrontMatter(text));
  const words = createWordTable();
  const sections = readSections(markdown, words);
  const units = sections.flatMap((section) => section.units);
  return {
    markdown,
    sections,
    words,
    units,
    binding: bindingSentences(units),
    definitions: findDefinitions(sections),
    ids: findRequirementIds(units),
  };
}

function bindingSentences(units: readonly Unit[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const unit of units) {
    if (!unit.binding) continue;
    for (const sentence of unit.sentences) if (!tellsHistory(sentence.tokens, sentence.hints)) sentences.push(sentence);
  }
  return sentences;
}

const FRONT_MATTER = /^---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,100}?---[ \t]*(?:\r?\n|$)/;

/** The settings at the head of a file are no text; their lines stay, empty, so that all others keep their number. */
function withoutFrontMatter(text: string): string {
  const settings = text.startsWith("---") ? FRONT_MATTER.exec(text)?.[0] : undefined;
  return settings === undefined ? text : settings.replace(/[^\n]/g, "") + text.slice(settings.length);
}
