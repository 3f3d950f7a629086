import { HINT } from "../language/hints.ts";
import { paragraphNumber } from "./label.ts";
import type { Section } from "./section.ts";
import type { Spec } from "./spec.ts";

/** Everything in the document that a reference can point to. */
export interface Outline {
  readonly numbers: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  /** `table 7`, `figure 2`, `appendix a`: from captions and headings. */
  readonly labels: ReadonlySet<string>;
  /** The longest ordered list: a reference to a later step points to nothing. */
  readonly lastStep: number;
  /** "Requirement 1: ..." and "Requirement 2: ..." head sections: the numbers by the word, in lower case. */
  readonly series: ReadonlyMap<string, ReadonlySet<string>>;
}

const LABEL =
  /^[\s*_([]*(table|figure|fig\.?|appendix|annex|diagram|step|chart|graph|listing|exhibit|attachment|addendum)\s+([A-Z]|\d+(?:\.\d+)*)\b/i;

const known = new WeakMap<Spec, Outline>();

export function outlineOf(spec: Spec): Outline {
  const outline = known.get(spec) ?? readOutline(spec);
  known.set(spec, outline);
  return outline;
}

function readOutline(spec: Spec): Outline {
  const labels = new Set<string>();
  let lastStep = 0;
  for (const unit of spec.units) {
    const label = (unit.hints & HINT.place) === 0 ? null : LABEL.exec(unit.text);
    if (label?.[1] !== undefined && label[2] !== undefined && isCaption(unit.kind, unit.text, label[0]))
      labels.add(labelKey(label[1], label[2]));
    if (unit.marker !== undefined) lastStep = Math.max(lastStep, Number.parseInt(unit.marker, 10) || 0);
  }
  const images =
    !spec.markdown.text.includes("![") && !spec.markdown.text.includes("<img")
      ? 0
      : [...spec.markdown.text.matchAll(/!\[[^\]\n]{0,200}\]\(|<img\s/gi)].length;
  for (let figure = 1; figure <= Math.min(images, 500); figure++) labels.add(labelKey("figure", String(figure)));
  const paragraphs = spec.units.flatMap((unit) => paragraphNumber(unit.text) ?? []);
  return {
    numbers: new Set([...spec.sections.flatMap(numbersOf), ...paragraphs]),
    titles: new Set(spec.sections.map((section) => section.title.toLowerCase())),
    labels,
    lastStep,
    series: readSeries(spec.sections),
  };
}

const SERIES = /^([A-Za-z][a-z]{2,20}(?: [A-Za-z][a-z]{2,11})?) (\d{1,3})\b/;

/** A word counts its sections from two headings on. */
function readSeries(sections: readonly Section[]): Map<string, Set<string>> {
  const series = new Map<string, Set<string>>();
  for (const { title } of sections) {
    const [, word = "", number = ""] = SERIES.exec(title) ?? [];
    if (word === "") continue;
    const key = word.toLowerCase();
    series.set(key, (series.get(key) ?? new Set<string>()).add(number));
  }
  for (const [word, numbers] of series) if (numbers.size < 2) series.delete(word);
  return series;
}

export function labelKey(kind: string, name: string): string {
  const lower = kind
    .toLowerCase()
    .replace(/^fig\.?$/, "figure")
    .replace("annex", "appendix");
  return `${lower} ${name.toLowerCase()}`;
}

/** "Table 7 lists ..." is a reference; "Table 7: ..." and "Table 7. ..." are captions. */
function isCaption(kind: string, text: string, label: string): boolean {
  return kind === "heading" || kind === "cell" || /^[\s*_)\]]*(?:[:.—–-]|$)/.test(text.slice(label.length));
}

/** The number of the heading, and the numbers above it: where there is 3.1 there is a 3. A numbered item is a part too. */
function numbersOf(section: Section): string[] {
  const { number } = section;
  if (number === undefined) return [];
  const parts = number.split(".");
  const above = parts.map((_, index) => parts.slice(0, index + 1).join("."));
  const items = section.units.flatMap(({ marker }) =>
    /^\d/.test(marker ?? "") ? [`${number}.${Number.parseInt(marker ?? "", 10)}`] : [],
  );
  return [...above, ...items];
}
