import type { Gap, SourcePlace } from "../../model/gap.ts";
import { keywordsOf } from "./keywords.ts";
import { sectionNumberOf, sectionNumbersIn } from "./section-numbers.ts";
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

/** "Section 13.3" and "§ 4.2" are the headings that begin with that number. */
function referredSections(index: SourceIndex, words: string): TouchedSection[] {
  const numbers = sectionNumbersIn(words);
  if (numbers.size === 0) return [];
  return index.sections
    .filter((section) => numbers.has(sectionNumberOf(section.heading) ?? ""))
    .map((section) => ({ section, by: "reference" as const, line: section.line }));
}

const MOST_BY_KEYWORDS = 4;

/**
 * The sections that share the gap's words: those whose heading the gap names, then for the words that are left whichever
 * has most of them. "The cart has no state machine" needs the section about the cart as much as that about state machines.
 */
function byKeywords(index: SourceIndex, words: string): TouchedSection[] {
  const wanted = [...keywordsOf(words)];
  const total = weightOf(index, wanted);
  const chosen = namedByHeading(index, wanted);
  const left = new Set(wanted);
  const settle = (at: number) => {
    for (const keyword of index.keywords[at] ?? []) left.delete(keyword);
  };
  for (const at of chosen) settle(at);
  while (chosen.length < MOST_BY_KEYWORDS) {
    const best = mostOf(index, wanted, left, chosen);
    if (best === undefined || best.gain < 0.2 * total) break;
    chosen.push(best.at);
    settle(best.at);
  }
  const found = chosen.length > 0 ? chosen : withRarest(index, wanted);
  return found.flatMap((at) => {
    const section = index.sections[at];
    return section === undefined ? [] : { section, by: "keywords" as const, line: bestLine(index, section, wanted) };
  });
}

const MOST_NAMED = 3;

/** Headings of which every word is a word of the gap: two words at least, or one that hardly any other section has. */
function namedByHeading(index: SourceIndex, wanted: readonly string[]): number[] {
  const words = new Set(wanted);
  const rare = Math.log(1 + index.sections.length / 2);
  return index.headingKeywords
    .map((heading, at) => ({ at, heading: [...heading], weight: weightOf(index, [...heading]) }))
    .filter(({ heading }) => heading.length > 0 && heading.every((keyword) => words.has(keyword)))
    .filter(({ heading, weight }) => heading.length > 1 || weight >= rare)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, MOST_NAMED)
    .map(({ at }) => at);
}

/** Sections about the document, never about what it specifies. */
const ASIDE =
  /^(?:[\d.]{1,8}\s+)?(?:(?:revision|change|version|document) (?:history|log)|table of contents|changelog)\b/i;

/** The section with most of the words that are left; rare words count more, words of its heading twice. */
function mostOf(index: SourceIndex, wanted: readonly string[], left: ReadonlySet<string>, taken: readonly number[]) {
  let best: { readonly at: number; readonly gain: number } | undefined;
  for (const [at, section] of index.sections.entries()) {
    const own = index.keywords[at] ?? new Set();
    const shared = wanted.filter((keyword) => own.has(keyword));
    if (taken.includes(at) || ASIDE.test(section.heading) || shared.length < Math.min(2, wanted.length - 1)) continue;
    const fresh = shared.filter((keyword) => left.has(keyword));
    const named = fresh.filter((keyword) => index.headingKeywords[at]?.has(keyword));
    const gain = weightOf(index, fresh) + weightOf(index, named);
    if (best === undefined || gain > best.gain) best = { at, gain };
  }
  return best;
}

/** One word is little to go by, unless hardly any section has it. */
function withRarest(index: SourceIndex, wanted: readonly string[]): number[] {
  const few = Math.max(2, index.sections.length / 10);
  const having = wanted.map((keyword) => index.keywords.flatMap((own, at) => (own.has(keyword) ? [at] : [])));
  const rarest = having
    .filter((places) => places.length > 0 && places.length <= few)
    .sort((a, b) => a.length - b.length);
  return rarest[0]?.slice(0, 2) ?? [];
}

function weightOf(index: SourceIndex, keywords: readonly string[]): number {
  return keywords.reduce((sum, keyword) => sum + index.weightOf(keyword), 0);
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
