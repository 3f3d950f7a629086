import { type Markdown, parseMarkdown } from "../../documents/markdown/markdown.ts";
import { readSections } from "./read-sections.ts";
import type { Section } from "./section.ts";
import type { Unit } from "./unit.ts";

/** A spec as the rules see it: sections with a purpose, and the prose that stands in them. */
export interface Spec {
  readonly markdown: Markdown;
  /** In the order of the document; the first holds what stands before any heading. */
  readonly sections: readonly Section[];
  readonly units: readonly Unit[];
}

export function readSpec(text: string): Spec {
  const markdown = parseMarkdown(withoutFrontMatter(text));
  const sections = readSections(markdown);
  return { markdown, sections, units: sections.flatMap((section) => section.units) };
}

/** What several rules read out of one spec is read once. */
export function oncePerSpec<Value>(read: (spec: Spec) => Value): (spec: Spec) => Value {
  const known = new WeakMap<Spec, { readonly value: Value }>();
  return (spec) => {
    const entry = known.get(spec) ?? { value: read(spec) };
    known.set(spec, entry);
    return entry.value;
  };
}

const FRONT_MATTER = /^---[ \t]*\r?\n(?:(?!---)[^\n]*\n){0,100}?---[ \t]*(?:\r?\n|$)/;

/** The settings at the head of a file are no text; their lines stay, empty, so that all others keep their number. */
function withoutFrontMatter(text: string): string {
  const settings = text.startsWith("---") ? FRONT_MATTER.exec(text)?.[0] : undefined;
  return settings === undefined ? text : settings.replace(/[^\n]/g, "") + text.slice(settings.length);
}
