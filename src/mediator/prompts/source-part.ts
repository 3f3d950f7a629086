import { plainText } from "../../documents/markdown/inline.ts";
import type { Gap, SourcePlace } from "../../model/gap.ts";
import { estimateTokens } from "../../model/token-estimate.ts";
import { clip, clipLines, fits } from "./clip.ts";
import { fenceAsData } from "./fence.ts";
import { isWholeInPreface } from "./outline.ts";
import { headingPath, type SourceIndex, type SourceSection } from "./source-index.ts";
import { type TouchedSection, touchedSections } from "./touched-sections.ts";

/** Tokens for what stands where the gap stands, all of it together, and for what was only found by its words. */
export interface SourceBudget {
  readonly placed: number;
  readonly found: number;
}

export const ENGINEER_SOURCE: SourceBudget = { placed: 2500, found: 900 };
export const REVIEWER_SOURCE: SourceBudget = { placed: 1500, found: 600 };
export const CONDENSED_SOURCE: SourceBudget = { placed: 600, found: 300 };
export const EXCERPT_SOURCE: SourceBudget = { placed: 2500, found: 2500 };

const STRUCTURE_TOKENS = 400;

/** What the source says where the gaps are: its text, or where to look when it stands in the preface whole. */
export interface SourcePart {
  readonly where: string;
  readonly sources: string;
}

/** SPEC 15.4. `relatedTo` gives the places of gaps near one that has none. */
export function sourcePart(
  index: SourceIndex,
  gaps: readonly Gap[],
  budget: SourceBudget,
  relatedTo: (gap: Gap) => readonly SourcePlace[],
): SourcePart {
  const wide = budget === EXCERPT_SOURCE;
  const touched = gaps.flatMap((gap) => touchedSections(index, gap, { related: relatedTo(gap), wide }));
  const shown = touched.filter((one) => one.only === undefined);
  if (isWholeInPreface(index)) return { where: pointers(shown), sources: "" };
  return { where: "", sources: shown.length === 0 ? skeleton(index) : excerpts(index, shown, budget).join("\n\n") };
}

/** The source is in the preface already. */
function pointers(touched: readonly TouchedSection[]): string {
  const named = touched.filter(({ section }) => section.level > 0);
  const places = named.map(({ section }) => `"${section.heading}" (line ${section.line})`);
  return places.length === 0 ? "" : `In the source above: ${[...new Set(places)].join(", ")}.`;
}

interface Span {
  readonly line: number;
  readonly endLine: number;
}

function excerpts(index: SourceIndex, touched: readonly TouchedSection[], budget: SourceBudget): string[] {
  const left = { placed: budget.placed, found: budget.found };
  const done: Span[] = [];
  const parts: string[] = [];
  for (const one of touched) {
    const purse = one.by === "place" || one.by === "reference" ? "placed" : "found";
    const span = spanOf(index, one, left[purse]);
    if (left[purse] < 60 || done.some((other) => other.line <= span.line && span.endLine <= other.endLine)) continue;
    const text = clip(slice(index, span), left[purse], one.line - span.line + 1);
    left[purse] -= estimateTokens(text);
    done.push(span);
    parts.push(`${label(one.section, span)}\n${fenceAsData(text, "markdown")}`);
  }
  return parts;
}

/** The section with all that is in it where that fits or there is nothing else, else its own text. */
function spanOf(index: SourceIndex, { section, by }: TouchedSection, tokens: number): Span {
  const whole = { line: section.line, endLine: section.wholeEndLine };
  const own = { line: section.line, endLine: section.endLine };
  const bare = section.level > 0 && slice(index, { ...own, line: own.line + 1 }).trim() === "";
  const certain = by === "place" || by === "reference";
  return bare || (certain && fits(slice(index, whole), tokens)) ? whole : own;
}

function slice(index: SourceIndex, span: Span): string {
  return index.lines.slice(span.line - 1, span.endLine).join("\n");
}

function label(section: SourceSection, span: Span): string {
  const name = section.level === 0 ? "its opening" : headingPath(section);
  return `Source, lines ${span.line}-${span.endLine}, ${name}:`;
}

/** An omission: nothing in the source speaks of it, so its chapters with their first sentence say where it belongs. */
function skeleton(index: SourceIndex): string {
  const chapters = index.sections.filter((section) => section.level <= 2 && section.endLine > section.line);
  const lines = chapters.map((section) => {
    const name = section.level === 0 ? "(opening)" : section.heading;
    return `${name}: ${firstSentence(index.lines.slice(section.line, section.endLine))}`;
  });
  const text = clipLines(lines.join("\n"), STRUCTURE_TOKENS);
  return text.trim() === ""
    ? ""
    : `The source does not speak of it. Its chapters, each with its first sentence:\n${fenceAsData(text)}`;
}

function firstSentence(lines: readonly string[]): string {
  const prose = lines.find((line) => /^[\p{L}\p{N}*_`"'([>-]/u.test(line.trim()) && !/^[-*_]{3,}$/.test(line.trim()));
  const sentence = /^.{1,200}?[.!?](?=\s|$)/.exec(plainText(prose ?? ""))?.[0] ?? plainText(prose ?? "").slice(0, 160);
  return sentence.replace(/^[>\-*\s]+/, "");
}
