import { plainText } from "../markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection } from "../markdown/markdown.ts";

/**
 * The section that a target names: by its words, with or without its number, or by its number alone ("4.3", "§4.3",
 * "Section 4.3"); "Errors > Timeouts" is the one within the other. Of several the one around `near` is meant, else the
 * first.
 */
export function findSection(markdown: Markdown, target: string, near?: number): MarkdownSection | undefined {
  const index = indexOf(markdown);
  const whole = pick(matching(index, target), near);
  if (whole) return whole;
  const steps = target.split(/\s+(?:>|»|→|\/)\s+/).filter((step) => step.trim() !== "");
  return steps.length > 1 ? findByPath(index, steps, near) : undefined;
}

interface NamedSection {
  readonly section: MarkdownSection;
  readonly key: HeadingKey;
}

/** Sections by the words of their heading, and by their number. */
interface SectionIndex {
  readonly byWords: ReadonlyMap<string, readonly NamedSection[]>;
  readonly byNumber: ReadonlyMap<string, readonly NamedSection[]>;
}

const known = new WeakMap<Markdown, SectionIndex>();

function indexOf(markdown: Markdown): SectionIndex {
  const index = known.get(markdown) ?? makeIndex(allSections(markdown.root));
  known.set(markdown, index);
  return index;
}

function makeIndex(sections: Iterable<MarkdownSection>): SectionIndex {
  const byWords = new Map<string, NamedSection[]>();
  const byNumber = new Map<string, NamedSection[]>();
  for (const section of sections) {
    const named = { section, key: headingKey(section.heading?.text ?? "") };
    add(byWords, named.key.words, named);
    if (named.key.number !== "") add(byNumber, named.key.number, named);
  }
  return { byWords, byNumber };
}

function add(index: Map<string, NamedSection[]>, name: string, section: NamedSection): void {
  const there = index.get(name);
  if (there) there.push(section);
  else index.set(name, [section]);
}

function findByPath(
  index: SectionIndex,
  steps: readonly string[],
  near: number | undefined,
): MarkdownSection | undefined {
  let within = index;
  let found: MarkdownSection | undefined;
  for (const step of steps) {
    found = pick(matching(within, step), near);
    if (!found) return undefined;
    within = makeIndex(allSections(found));
  }
  return found;
}

function matching(index: SectionIndex, target: string): MarkdownSection[] {
  const wanted = headingKey(target);
  const named = wanted.words === "" ? index.byNumber.get(wanted.number) : index.byWords.get(wanted.words);
  const exact = named?.filter(({ key }) => key.number === wanted.number && key.words === wanted.words) ?? [];
  const found = exact.length > 0 ? exact : (named?.filter(({ key }) => isSame(key, wanted)) ?? []);
  return found.map(({ section }) => section);
}

function isSame(key: HeadingKey, wanted: HeadingKey): boolean {
  return wanted.words === "" || key.number === "" || wanted.number === "";
}

function pick(found: readonly MarkdownSection[], near: number | undefined): MarkdownSection | undefined {
  const around = near === undefined ? [] : found.filter(({ line, endLine }) => line <= near && near <= endLine);
  return around.at(-1) ?? found[0];
}

interface HeadingKey {
  readonly number: string;
  readonly words: string;
}

/** What of a heading identifies it: its number apart from its words, without marks, tags and letter case. */
export function headingKey(heading: string): HeadingKey {
  const bare = plainText(heading.slice(0, 500).replace(/^\s*#{1,6}\s+|\s+#+\s*$/g, ""))
    .replace(/\s*\[[A-Z _-]{2,30}\]\s*$/, "")
    .replace(/^["'“«]|["'”»]$/g, "")
    .toLowerCase();
  const match = /^(?:section\s+|§\s*)?(\d+(?:\.\d+)*|[a-z](?:\.\d+)+)[.):]?(?=\s|$)/.exec(bare);
  const words = (match ? bare.slice(match[0].length) : bare).replace(/[^\p{L}\d]+/gu, " ").trim();
  return { number: match?.[1] ?? "", words };
}
