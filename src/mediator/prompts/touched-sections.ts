import type { Gap, SourcePlace } from "../../model/gap.ts";
import { keywordsOf } from "./keywords.ts";
import { type SourceIndex, type SourceSection, sectionAt } from "./source-index.ts";

/** A part of the source that a gap touches, and how it was found. */
export interface TouchedSection {
  readonly section: SourceSection;
  readonly by: "place" | "reference" | "keywords" | "structure";
  /** The line that matters most in it. */
  readonly line: number;
  /** Only the lines of the place: the section is a list of many gaps, and the others are none of this one's business. */
  readonly only?: { readonly line: number; readonly endLine: number };
}

/**
 * The sections of the source that a gap touches, most certain first: where it stands, what its text refers to by number, what
 * shares its words. An omission has no words in the source to be found by; `related` are places of gaps near it, and the last
 * resort is none, which the caller fills with the source's structure (SPEC 15.4). `wide` looks for words in any case.
 */
export function touchedSections(
  index: SourceIndex,
  gap: Pick<Gap, "title" | "text" | "places">,
  { related = [], wide = false }: { readonly related?: readonly SourcePlace[]; readonly wide?: boolean } = {},
): TouchedSection[] {
  const placed = gap.places.flatMap((place) => placedSection(index, place) ?? []);
  const words = `${gap.title}\n${gap.text}`;
  const certain = unique([...placed, ...referredSections(index, words)]);
  if (!wide && certain.some((touched) => touched.only === undefined)) return certain;
  const listed = new Set(certain.map((touched) => touched.section));
  const around = certain.flatMap((touched) => siblings(index, touched.section));
  const found = unique([...byKeywords(index, words), ...around]).filter((touched) => !listed.has(touched.section));
  if (found.length > 0) return [...certain, ...found];
  const near = related.flatMap((place) => placedSection(index, place) ?? []);
  return unique([
    ...certain,
    ...near
      .filter((touched) => touched.only === undefined)
      .map((touched) => ({ ...touched, by: "structure" as const })),
  ]);
}

function placedSection(index: SourceIndex, place: SourcePlace): TouchedSection | undefined {
  const section = sectionAt(index, place.line);
  if (section === undefined) return undefined;
  const touched = { section, by: "place" as const, line: place.line };
  return isInventory(index, section) ? { ...touched, only: { line: place.line, endLine: place.endLine } } : touched;
}

const ID = /\b(?:GAP-[A-Z]{2,10}-\d{3}|OQ-\d{1,4}|ISSUE-[A-Z\d]{1,10}-\d{1,4})\b/g;

/** A section that lists gaps: three or more ids in its own text. */
function isInventory(index: SourceIndex, section: SourceSection): boolean {
  const text = index.lines.slice(section.line - 1, section.endLine).join("\n");
  return new Set(text.match(ID)).size >= 3;
}

/** "4.3 Gaps" lists what is missing in chapter 4: its subject is the rest of the chapter. */
function siblings(index: SourceIndex, section: SourceSection): TouchedSection[] {
  const { parent } = section;
  if (parent === undefined || parent.level <= 1) return [];
  return index.sections
    .filter((other) => other !== section && (other === parent || other.parent === parent) && other.endLine > other.line)
    .map((other) => ({ section: other, by: "structure" as const, line: other.line }));
}

const SECTION_NUMBER = /(?:\b[Ss]ections?|\b[Cc]hapters?|§)\s{0,3}(\d{1,3}(?:\.\d{1,3}){0,5})/g;

/** "Section 13.3" and "§ 4.2" are the headings that begin with that number. */
function referredSections(index: SourceIndex, words: string): TouchedSection[] {
  const numbers = new Set(Array.from(words.matchAll(SECTION_NUMBER), (match) => match[1] ?? ""));
  if (numbers.size === 0) return [];
  return index.sections
    .filter((section) =>
      numbers.has(/^(?:§\s?)?(\d{1,3}(?:\.\d{1,3}){0,5})\.?(?=\s|$)/.exec(section.heading)?.[1] ?? ""),
    )
    .map((section) => ({ section, by: "reference" as const, line: section.line }));
}

const MOST_BY_KEYWORDS = 4;

function byKeywords(index: SourceIndex, words: string): TouchedSection[] {
  const wanted = [...keywordsOf(words)];
  const total = wanted.reduce((sum, keyword) => sum + index.weightOf(keyword), 0);
  const scored = index.sections
    .map((section, at) => ({ section, ...score(index, section, at, wanted) }))
    .filter(({ hits, weight }) => hits >= 2 && weight >= 0.15 * total);
  const best = Math.max(0, ...scored.map(({ weight }) => weight));
  return scored
    .filter(({ weight }) => weight >= 0.6 * best)
    .sort((a, b) => b.weight - a.weight || a.section.line - b.section.line)
    .slice(0, MOST_BY_KEYWORDS)
    .map(({ section }) => ({ section, by: "keywords" as const, line: bestLine(index, section, wanted) }));
}

function score(index: SourceIndex, section: SourceSection, at: number, wanted: readonly string[]) {
  const inHeading = keywordsOf(section.heading);
  let hits = 0;
  let weight = 0;
  for (const keyword of wanted) {
    if (!index.keywords[at]?.has(keyword)) continue;
    hits += inHeading.has(keyword) ? 2 : 1;
    weight += index.weightOf(keyword) * (inHeading.has(keyword) ? 2 : 1);
  }
  return { hits, weight };
}

/** Where in a long section the words are: the line that has most of them. */
function bestLine(index: SourceIndex, section: SourceSection, wanted: readonly string[]): number {
  let best = section.line;
  let most = 0;
  for (let line = section.line + 1; line <= section.endLine; line++) {
    const words = keywordsOf(index.lines[line - 1] ?? "");
    const weight = wanted.reduce((sum, keyword) => sum + (words.has(keyword) ? index.weightOf(keyword) : 0), 0);
    if (weight > most) {
      most = weight;
      best = line;
    }
  }
  return best;
}

function unique(touched: readonly TouchedSection[]): TouchedSection[] {
  const kept: TouchedSection[] = [];
  for (const next of touched) {
    const same = kept.find((one) => one.section === next.section && one.only?.line === next.only?.line);
    if (same === undefined) kept.push(next);
  }
  return kept;
}
