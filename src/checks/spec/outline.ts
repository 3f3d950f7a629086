import { plainText } from "../../documents/markdown/inline.ts";
import { paragraphNumber } from "./label.ts";
import type { Section } from "./section.ts";
import type { Spec } from "./spec.ts";

/** Everything in the document that a reference can point to. */
export interface Outline {
  readonly numbers: ReadonlySet<string>;
  readonly titles: ReadonlySet<string>;
  readonly anchors: ReadonlySet<string>;
  /** `table 7`, `figure 2`, `appendix a`: from captions and headings. */
  readonly labels: ReadonlySet<string>;
  /** The longest ordered list: a reference to a later step points to nothing. */
  readonly lastStep: number;
}

const LABEL =
  /^[\s*_([]*(table|figure|fig\.?|appendix|annex|listing|diagram|step|phase|stage|part)\s+([A-Z]|\d+(?:\.\d+)*)\b/i;

const known = new WeakMap<Spec, Outline>();

export function outlineOf(spec: Spec): Outline {
  const outline = known.get(spec) ?? readOutline(spec);
  known.set(spec, outline);
  return outline;
}

function readOutline(spec: Spec): Outline {
  const anchors = readAnchors(spec);
  const labels = new Set<string>();
  let lastStep = 0;
  for (const unit of spec.units) {
    const label = LABEL.exec(unit.text);
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
    anchors,
    labels,
    lastStep,
  };
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

function readAnchors(spec: Spec): Set<string> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const { node } of spec.sections) {
    if (node.heading === undefined) continue;
    const explicit = /\{#([\w-]{1,100})\}\s*$/.exec(node.heading.text)?.[1];
    if (explicit !== undefined) anchors.add(explicit.toLowerCase());
    addAnchor(anchors, counts, slug(plainText(node.heading.text)));
  }
  if (!/\b(?:id|name)="/.test(spec.markdown.text)) return anchors;
  for (const match of spec.markdown.text.matchAll(
    /<[a-z][a-z0-9]{0,10}\s[^<>\n]{0,200}?\b(?:id|name)="([^"\n]{1,100})"/gi,
  )) {
    anchors.add((match[1] ?? "").toLowerCase());
  }
  return anchors;
}

/** The second heading of a name gets `-1`, the third `-2`. */
function addAnchor(anchors: Set<string>, counts: Map<string, number>, base: string): void {
  const count = counts.get(base) ?? 0;
  counts.set(base, count + 1);
  anchors.add(count === 0 ? base : `${base}-${count}`);
}

/** The anchor that GitHub gives to a heading. */
export function slug(title: string): string {
  return title
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
