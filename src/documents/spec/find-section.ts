import { plainText } from "../markdown/inline.ts";
import { allSections, type Markdown, type MarkdownSection } from "../markdown/markdown.ts";

/**
 * The section that a target names: by its words, with or without its number, or by its number alone ("4.3", "§4.3",
 * "Section 4.3"); "Errors > Timeouts" is the one within the other. Of several the one around `near` is meant, else the
 * first.
 */
export function findSection(markdown: Markdown, target: string, near?: number): MarkdownSection | undefined {
  const sections = namedSections(markdown);
  const whole = pick(matching(sections, target), near);
  if (whole) return whole;
  const steps = target.split(/\s+(?:>|»|→|\/)\s+/).filter((step) => step.trim() !== "");
  return steps.length > 1 ? findByPath(sections, steps, near) : undefined;
}

interface NamedSection {
  readonly section: MarkdownSection;
  readonly key: HeadingKey;
}

const named = new WeakMap<Markdown, readonly NamedSection[]>();

function namedSections(markdown: Markdown): readonly NamedSection[] {
  const known = named.get(markdown);
  if (known) return known;
  const made = [...allSections(markdown.root)].map(withKey);
  named.set(markdown, made);
  return made;
}

function withKey(section: MarkdownSection): NamedSection {
  return { section, key: headingKey(section.heading?.text ?? "") };
}

function findByPath(
  sections: readonly NamedSection[],
  steps: readonly string[],
  near: number | undefined,
): MarkdownSection | undefined {
  let within = sections;
  let found: MarkdownSection | undefined;
  for (const step of steps) {
    found = pick(matching(within, step), near);
    if (!found) return undefined;
    within = [...allSections(found)].map(withKey);
  }
  return found;
}

function matching(sections: readonly NamedSection[], target: string): MarkdownSection[] {
  const wanted = headingKey(target);
  if (wanted.words === "" && wanted.number === "") return [];
  const exact = sections.filter(({ key }) => key.number === wanted.number && key.words === wanted.words);
  const found = exact.length > 0 ? exact : sections.filter(({ key }) => isSame(key, wanted));
  return found.map(({ section }) => section);
}

function isSame(key: HeadingKey, wanted: HeadingKey): boolean {
  if (wanted.words === "") return key.number === wanted.number;
  return key.words === wanted.words && (key.number === "" || wanted.number === "");
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
